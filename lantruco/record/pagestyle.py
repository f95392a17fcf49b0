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
.choose { text-align: right; margin: 0; }
.choose label { cursor: pointer; text-decoration: underline; margin-left: .8rem; }
#lang0:checked ~ .choose [for=lang0], #lang1:checked ~ .choose [for=lang1] {
  text-decoration: none; font-weight: bold;
}
#lang0:focus-visible ~ .choose [for=lang0], #lang1:focus-visible ~ .choose [for=lang1] { outline: 2px solid; }
main { display: none; }
#lang0:checked ~ #text0, #lang1:checked ~ #text1 { display: block; }
h1 { margin: .2rem 0; overflow-wrap: anywhere; }
.sides { margin: .4rem 0 1rem; font-size: 1.25rem; }
h2 { margin: 1.6rem 0 .3rem; font-size: 1.1rem; }
.seal { border-left: .4rem solid var(--good); padding: .4rem .8rem; background: var(--felt); }
.open { border-color: var(--red); }
section {
  border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .9rem; margin: .8rem 0;
  background: var(--felt);
}
section h2 {
  margin: 0; display: flex; gap: .6rem; align-items: center; justify-content: space-between; flex-wrap: wrap;
}
section p { margin: .6rem 0 0; }
.vira { display: flex; gap: .6rem; align-items: center; font-weight: normal; }
.deal { font-size: .8rem; opacity: .85; }
section .deal { border-top: 1px solid var(--line); padding-top: .4rem; }
ol {
  list-style: none; margin: .3rem 0; padding: 0;
  display: flex; flex-wrap: wrap; gap: .5rem; align-items: flex-start;
}
li { text-align: center; font-size: .8rem; overflow-wrap: anywhere; }
li.won, li.say { margin-top: 1.1rem; }
.took { font-weight: bold; }
.took .card { outline: 3px solid var(--good); }
.say .card { vertical-align: middle; }
li.say:has(.card) { margin-top: 0; }
.say { border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .7rem; font-style: italic; }
.card {
  display: inline-flex; flex-direction: column; align-items: center; justify-content: center;
  width: 2.6rem; height: 3.7rem; border: 1px solid #777; border-radius: .4rem;
  background: #fff; color: #111; font: bold 1.1rem/1.1 Georgia, serif; vertical-align: top;
}
.card svg { width: 1.3rem; height: 1.3rem; fill: currentColor; }
.red { color: #b3261e; }
.manilha { background: #fff3c4; border-color: #a87b00; }
.back { background: repeating-linear-gradient(45deg, #2d5d7b 0 5px, #3f7699 5px 10px); }
.won { font-weight: bold; }
p { overflow-wrap: anywhere; }
.shapes { position: absolute; width: 0; height: 0; }
@media print {
  :root { --ink: #000; --paper: #fff; --felt: #fff; --line: #999; --good: #1b6e3c; }
  body { max-width: none; padding: 0; font-size: 12px; }
  .choose { display: none; }
  section, ol { break-inside: avoid; }
  .card, .seal { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
