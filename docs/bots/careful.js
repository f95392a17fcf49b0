// A bot for `lantruco bot TABLE --engine "node docs/bots/careful.js"`: no bluffs, no raises without a manilha.
const RANKS = "4567QJKA23";
const SUITS = "OECP"; // of the manilhas, weakest first

function strength(code, vira) {
  const manilha = RANKS[(RANKS.indexOf(vira[0]) + 1) % RANKS.length];
  return code[0] === manilha ? 10 + SUITS.indexOf(code[1]) : RANKS.indexOf(code[0]);
}

function choose({ seat, view, state, legal }) {
  const mine = view.hands[seat].filter((code) => code !== "??");
  const byStrength = (a, b) => strength(a, state.vira) - strength(b, state.vira);
  const best = mine.length ? strength(mine.sort(byStrength).at(-1), state.vira) : -1;
  if (legal.includes("mostra")) return "aceita";
  if (legal.includes("joga")) return best >= 9 ? "joga" : "corre";
  if (legal.includes("aceita")) return best >= 10 ? "aceita" : "corre";
  if (legal.includes("truco") && best >= 12) return "truco";

  const cards = legal.filter((token) => /^[4567QJKA23][OECP]$/.test(token)).sort(byStrength);
  if (!cards.length) return legal[0]; // a blind mão de ferro: any card by its place
  let target = -1;
  let ours = false;
  for (const play of state.table) {
    const [who, code] = play.split(" ");
    const worth = code === "??" ? -1 : strength(code, state.vira);
    if (worth > target) [target, ours] = [worth, who % 2 === seat % 2];
  }
  if (!state.table.length) return cards.at(-1);
  if (ours) return cards[0]; // a partner holds the vaza
  return cards.find((code) => strength(code, state.vira) > target) ?? cards[0];
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { turn } = JSON.parse(line); // hello, event, error and end need no answer
    if (turn) console.log(JSON.stringify({ token: choose(turn), number: turn.number }));
  });
