"""How the page of a record looks: its style sheet and the four suits as shapes."""

from __future__ import annotations

from typing import Final

SUITS: Final = {
    "C": "M12 21C6 16 2 12 2 7.6A5 5 0 0 1 12 6a5 5 0 0 1 10 1.6C22 12 18 16 12 21z",
    "O": "M12 2l8 10-8 10L4 12z",
    "E": (
        "M12 2c6 5 10 8.6 10 12.6A4.8 4.8 0 0 1 13.2 17.4L15 22H9l1.8-4.6"
        "A4.8 4.8 0 0 1 2 14.6C2 10.6 6 7 12 2z"
    ),
    "P": (
        "M12 2a4.6 4.6 0 0 1 4 7 4.8 4.8 0 1 1-2.8 8.2L15 22H9l1.8-4.8A4.8 4.8 0 1 1 8 9a4.6 4.6 0 0 1 4-7z"
    ),
}
"""The outline of each suit in a square of 24, by the letter of card codes."""

STYLE: Final = """
:root {
  color-scheme: light dark;
  --ink: #1d2320; --paper: #f6f3ea; --felt: #e4ecdf; --line: #b9c4b4; --red: #b3261e; --good: #1b6e3c;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ece6; --paper: #161a17; --felt: #202a23; --line: #3d4a40; --good: #7fd6a0; }
}
body {
  margin: 0 auto; max-width: 60rem; padding: 1rem;
  background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
}
.lang { position: absolute; opacity: 0; }
.choose { text-align: right; }
.choose label { cursor: pointer; text-decoration: underline; margin-left: .8rem; }
main { display: none; }
#lang0:checked ~ #text0, #lang1:checked ~ #text1 { display: block; }
h1 { margin: .2rem 0; }
h2 { margin: 1.6rem 0 .3rem; font-size: 1.1rem; }
.seal { border-left: .4rem solid var(--good); padding: .4rem .8rem; background: var(--felt); }
.open { border-color: var(--red); }
section {
  border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .9rem; margin: .8rem 0;
  background: var(--felt);
}
section h2 { margin: 0; display: flex; gap: .6rem; align-items: center; flex-wrap: wrap; }
.deal { font-size: .85rem; opacity: .85; }
ol {
  list-style: none; margin: .3rem 0; padding: 0;
  display: flex; flex-wrap: wrap; gap: .5rem; align-items: center;
}
li { text-align: center; font-size: .8rem; }
.say { border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .7rem; font-style: italic; }
.card {
  display: inline-flex; flex-direction: column; align-items: center; justify-content: center;
  width: 2.6rem; height: 3.7rem; border: 1px solid #777; border-radius: .4rem;
  background: #fff; color: #111; font: bold 1.1rem/1.1 Georgia, serif;
}
.card svg { width: 1.3rem; height: 1.3rem; fill: currentColor; }
.red { color: #b3261e; }
.manilha { box-shadow: 0 0 0 3px #d9a400; }
.back { background: repeating-linear-gradient(45deg, #2d5d7b 0 5px, #3f7699 5px 10px); }
.won { font-weight: bold; }
code { overflow-wrap: anywhere; }
.shapes { position: absolute; width: 0; height: 0; }
"""
