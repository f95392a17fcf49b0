"""The vectors in `seeds/vectors`: what each is made of, and that the package agrees to them."""
