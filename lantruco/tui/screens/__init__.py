"""The full-screen game: pure drawing on canvases, screens with keys, and one program that runs them."""
