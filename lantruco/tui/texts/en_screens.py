"""English texts of the full screen."""

from __future__ import annotations

from typing import Final

EN_SCREENS: Final[dict[str, str]] = {
    # Head and sides of the table
    "screen.us": "We",
    "screen.them": "They",
    "screen.hand": "Hand {number}",
    "screen.kind.onze": "MÃO DE ONZE",
    "screen.kind.ferro.open": "MÃO DE FERRO",
    "screen.kind.familia": "FAMÍLIA REAL",
    "screen.kind.ferro": "MÃO DE FERRO, BLIND",
    "screen.manilhas": "Manilhas: {rank}",
    "screen.vira": "vira",
    "screen.mao": "mão",
    "screen.pe": "pé",
    "screen.partner": "partner",
    "screen.bot": "bot of {owner}",
    "screen.value": "Worth {tentos}",
    "screen.value.match": "Worth the match",
    "screen.value.asked": "Worth {now}, {asked} asked",
    "screen.raise": "{word} makes it {tentos}",
    "screen.raise.none": "Nothing more to ask",
    "screen.raise.never": "Nobody may raise",
    "screen.vazas": "Vazas: {vazas}",
    "screen.vazas.none": "none yet",
    "screen.account": "What happened",
    "screen.gone": "Gone from the table: {names}. The match cannot go on; Esc leaves in order.",
    "screen.disk": "Your disk takes nothing ({reason}): the table waits, and I keep trying. In {folder}",
    "screen.held": "The disk of {names} takes nothing: the table waits until it does.",
    "screen.missing": "{names} has not answered for {seconds} s. The table waits; Esc leaves it in order.",
    "screen.speech.aceita": "Accepted!",
    "screen.speech.corre": "I run!",
    "screen.speech.joga": "I play!",
    "screen.speech.mostra": "Show!",
    "screen.speech.familia": "Família!",
    # The deal
    "screen.deck.commit": "Sealing secrets: {done} of {total}",
    "screen.deck.reveal": "Opening the seals: {done} of {total}",
    "screen.deck.shuffle": "Shuffling: {done} of {total}",
    "screen.deck.verdict": "Checking the proofs: {done} of {total}",
    "screen.deck.ready": "Deck ready and checked",
    "screen.deck.fault": "A shuffle is not right",
    "screen.deal.proved": "{done} of {total} shuffles proved",
    "screen.deal.title": "How cards are dealt here",
    "screen.deal.now": "Now: {state}.",
    "screen.deal.next": "For the next hand: {state}.",
    "screen.deal": """\
There is no server, and nobody deals alone: the deck is made by all, and everybody checks the others.

1. Seal. Everybody draws a secret and shows only its seal. Then all are opened: nobody can choose a secret with the others' in view.

2. Shuffle. Seat after seat shuffles the forty cards and locks them anew. With it goes a proof that the same forty came out that went in, which does not say in what order.

3. Check. Every program checks all proofs. Only when everybody has signed that they hold is any card opened. One honest seat is enough for nobody to know the order.

4. Cards. It takes a part of the key from everybody to open a card. Of yours the others give their parts, and you keep your own. The vira is opened by all. A covered card is never opened.

5. Record. Everything is signed and stays in the record of the match. Anybody can check it later: lantruco verify.

What no proof prevents: two people who tell each other their cards behind the others' backs.""",
    # Questions
    "screen.ask.play": "Your turn: play a card.",
    "screen.ask.blind": "Your turn, blind: choose the first, the second or the third card.",
    "screen.ask.blind.rest": "Your turn, blind: choose a card by its place.",
    "screen.ask.raise": "{name}: {word} Accept (worth {asked}) or run (gives them {now})?",
    "screen.ask.raise.more": "{name}: {word} Accept (worth {asked}), run (gives {now}) or ask {more}?",
    "screen.ask.onze": "Mão de onze: play (worth 3) or run (gives them 1)? Mão: {mao}. Pé: {pe}.",
    "screen.ask.familia": "Família Real! Accept the exchange, or see the cards? Whoever is wrong loses 3 tentos.",
    "screen.then": "The card goes on the table as soon as the raise is accepted.",
    "screen.wait.turn": "{names} to play.",
    "screen.wait.answer": "{names} to decide…",
    "screen.wait.deal": "The cards are being opened; waiting for {names}.",
    "screen.closing": "End of the match: everybody signs the result…",
    "screen.half.cover": "Covered: which card? 1, 2 or 3 (Esc takes it back).",
    "screen.half.truco": "Raise and card together: which card? 1, 2 or 3 (Esc takes it back).",
    "screen.half.run": "Really run? {key} again runs; any other key takes it back.",
    "screen.half.covered": "Really cover? {key} again plays it covered; any other key takes it back.",
    "screen.why.rule": "{why} (rule {clause})",
    "screen.why.turn": "It is not your turn yet.",
    "screen.why.answer": "First answer what was asked.",
    "screen.why.nothing": "There is nothing to answer now: play a card.",
    "screen.why.cards": "The cards have not been dealt yet.",
    # Keys
    "screen.key.again": "again: yes",
    "screen.key.card": "this one",
    "screen.key.undo": "take back",
    "screen.key.deal": "deck",
    "screen.key.help": "help",
    "screen.key.leave": "leave",
    "screen.key.accept": "accept",
    "screen.key.show": "see the cards",
    "screen.key.play": "play",
    "screen.key.cover": "cover",
    "screen.key.truco_card": "{word} and card",
    "screen.key.familia": "família",
    "screen.key.scroll": "scroll",
    "screen.key.back": "back",
    "screen.key.lobby": "lobby",
    "screen.key.again_table": "new table",
    "screen.key.verdict": "checks",
    "screen.key.account": "account",
    "screen.key.choose": "choose",
    "screen.key.change": "change",
    "screen.key.go_on": "go on",
    "screen.key.open_now": "open",
    "screen.key.open": "table",
    "screen.key.level": "level",
    "screen.key.bots": "bots",
    "screen.key.address": "address",
    "screen.key.records": "records",
    "screen.key.taste": "settings",
    "screen.key.quit": "quit",
    "screen.key.verify": "check",
    "screen.chat": "To all:",
    "screen.key.chat": "talk",
    "screen.key.sinal": "sinal",
    "screen.key.send": "say",
    "screen.key.consult": "consult",
    "screen.consult.title": "Your partner",
    "screen.consult.ask": "Only your side hears it. The key says it; any other takes it back.",
    "screen.sinal.glimpsed": "Your side sees it; each opponent sees one signal in four, by chance. A number shows it; any other key takes it back.",
    "screen.sinal.title": "Sinal",
    "screen.sinal.ask": "Only your side sees it. A number shows it; any other key takes it back.",
    # Leaving
    "screen.leave.going": "Leaving in order: the others are told, and the record is closed…",
    "screen.leave.title": "Leave?",
    "screen.leave.match": "The match stays unfinished for everybody. The record of what was played stays whole, and an unfinished match does not count as a loss.",
    "screen.leave.room": "You get up from the table; the match has not begun.",
    "screen.leave.keys": "Enter or y: leave    any other key: stay",
    # Lobby
    "screen.lobby.next": """\
n  open a table: whoever is on the same network sees it here and joins by one key
b  play at once, with bots
e  type the address of a table that the list does not show (some networks hide machines from each other)

Open tables appear here by themselves.""",
    "screen.row.host": "of {host}",
    "screen.row.seats": "{taken} of {seats}",
    "screen.busy.join": "On the way to {name}…",
    "screen.busy.open": "Opening {name}…",
    "screen.busy.cancel": "(Esc gives up)",
    "screen.busy.given_up": "You gave up.",
    # Forms
    "screen.name.ask": "What is your name?",
    "screen.name.more": "The others see it at the table. Enter accepts; nothing else is asked.",
    "screen.address.ask": "Address of the table",
    "screen.address.more": "HOST:PORT, as it stands on the screen of whoever opened the table; for example 192.168.0.7:47110.",
    "screen.bots.title": "Play with bots",
    "screen.bots.ask": "How many seats?",
    "screen.bots.level": "Level: {level}",
    "screen.bots.two": "you against a bot",
    "screen.bots.four": "you and a bot against two",
    "screen.bots.six": "you and two bots against three",
    "screen.seats": "{count} seats",
    "screen.open.title": "New table",
    "screen.open.name": "Name of the table",
    "screen.open.seats": "Seats",
    "screen.open.bots": "Bots of yours",
    "screen.rule.coberta": "Covered cards",
    "screen.rule.familia_real": "Família Real",
    "screen.rule.fr_descarte": "Cards exchanged at Família Real",
    "screen.rule.torna_empate": "After a tie leads",
    "screen.rule.empate_escopo": "A tie after a raise decides",
    "screen.rule.limite": "Limit of tentos when raising",
    "screen.rule.onze_empate": "Three ties at a mão de onze",
    "screen.rule.onze_truco": "Raising at a mão de onze",
    "screen.rule.onze_ve_parceiro": "At eleven, see the partner",
    "screen.rule.ferro_escuro": "Mão de ferro played blind",
    "screen.rule.responde": "Who answers a raise",
    "screen.rule.sinais": "Signals to the partner",
    "screen.rule.livres": "free",
    "screen.rule.espiados": "each opponent sees one in four, by chance",
    "screen.rule.proibidos": "forbidden",
    "screen.rule.primeiro": "who first played the tied card",
    "screen.rule.ultimo": "who made the tie",
    "screen.rule.abridor": "who opened the vaza",
    "screen.rule.mao": "the hand",
    "screen.rule.vaza": "the vaza",
    "screen.rule.empate": "only while the hand is tied",
    "screen.rule.resultado": "only in the result of three ties",
    "screen.rule.sempre": "always",
    "screen.rule.nunca": "never",
    "screen.rule.ninguem": "nobody scores",
    "screen.rule.adversario": "the other side scores 3",
    "screen.rule.recusa": "cannot be done",
    "screen.rule.penaliza": "loses the hand",
    "screen.rule.qualquer": "anybody of the side",
    "screen.rule.porta_voz": "only the first to speak",
    "screen.rule.fundo": "go under the monte",
    "screen.rule.fora": "leave the game",
    "screen.room.entering": "Sitting down at the table…",
    "screen.room.open": "The table is open. Waiting for somebody to sit down…",
    "screen.room.waiting": "Waiting for players: {taken} of {seats}. The match begins when the table is full.",
    "screen.room.terms": "At this table: {terms}",
    "line.hosting": "Until the table is full: b seats a bot on an empty place (b1 easy, b2 medium, b3 strong), x takes one away.",
    "screen.room.coming": "(a bot is on its way…)",
    "screen.key.bot_here": "seat a bot",
    "screen.key.bot_away": "bot away",
    "screen.key.bot_level": "bot {level}",
    "screen.open.level": "Their level",
    "screen.room.address": "Whoever does not see the table in the list joins by its address: {where}",
    # Settings
    "screen.taste.title": "Settings",
    "screen.taste.lang": "Language",
    "screen.taste.cards": "Cards",
    "screen.taste.four_colours": "A colour for every suit",
    "screen.taste.theme": "Background of the terminal",
    "screen.taste.colours": "Colours",
    "screen.taste.ascii": "Only unaccented letters and P C E O",
    "screen.taste.speed": "Pace",
    "screen.taste.bots": "Level of bots",
    "screen.taste.facil": "easy",
    "screen.taste.medio": "medium",
    "screen.taste.forte": "strong",
    "screen.taste.bots.more": "For the bots that you bring from now on, also by the key b of the lobby.",
    "screen.taste.talk": "Bots talk",
    "screen.taste.talk.more": "Yours say little; with “no” they are silent, and those of others are not heard here.",
    "screen.taste.careful": "Running and covering want their key twice",
    "screen.taste.mouse": "Mouse",
    "screen.taste.yes": "yes",
    "screen.taste.no": "no",
    "screen.taste.pt": "português",
    "screen.taste.en": "English",
    "screen.taste.auto": "automatic",
    "screen.taste.big": "big",
    "screen.taste.compact": "small",
    "screen.taste.dark": "dark",
    "screen.taste.light": "light",
    "screen.taste.none": "none",
    "screen.taste.16": "16",
    "screen.taste.256": "256",
    "screen.taste.true": "all",
    "screen.taste.normal": "normal",
    "screen.taste.slow": "slow",
    "screen.taste.fast": "fast",
    "screen.taste.careful.more": "Protects from a slip of the finger: the first time asks, the second counts.",
    "screen.taste.mouse.more": "Click on cards and keys. While it is on, the terminal does not select text.",
    "screen.taste.speed.more": "How long each play stays on the screen before the next. A key hurries.",
    "screen.taste.cards.more": "Size of the cards; “automatic” takes the largest that fits.",
    "screen.taste.colours.more": "“Automatic” obeys the terminal and NO_COLOR. Suits never depend on colour.",
    # Records and verdicts
    "screen.records.title": "Records of matches",
    "screen.records.where": "In {path}",
    "screen.verdict.title": "What the record proves",
    "screen.verifying": "Checking the record: {percent} %",
    "screen.verified": "Record checked: all that happened at the table is signed and holds.",
    # After
    "screen.no_match": "The match never began.",
    "screen.unfinished": "Unfinished match: we {us}, they {them}.",
    "screen.again.mine": "For another match: n opens another such table, and the others join from the list.",
    "screen.again.theirs": "For another match somebody opens another table, and it appears in the lobby.",
    "screen.numbers.hands": "hands won, of {total}",
    "screen.numbers.vazas": "vazas won",
    "screen.numbers.raises": "raises",
    "screen.numbers.accepted": "raises of the others accepted",
    "screen.numbers.ran": "times it ran",
    "screen.numbers.best": "largest hand, in tentos",
    "screen.too_fast": "Keys faster than fingers, like a pasted text: only the first counted.",
    "screen.small": "The window is {width} × {height}; the game needs {columns} × {rows}. Enlarge it, or leave by Ctrl-C. (lantruco --plain fits into any.)",
    # Help
    "screen.help.title": "Help",
    "screen.help": """\
AT THE TABLE
1 2 3      plays the card
c          covers: then the number of the card (second and third vaza only). Shift and the number is the same
t          asks for the next step: truco, seis, nove, doze
g          raise and card in one gesture: then the number; the card goes when they accept
a          accepts; at the mão de onze, plays it
f or r     runs (folds)
k          shouts Família Real;  m  sees the cards
/          talks to all: what is typed there never plays a card
s          shows a sinal that only your side sees;  o  agrees with the partner on an answer
d          how the deck stands, and why it can be trusted
l          what has happened until now
p          settings;  Esc  takes back half a gesture, closes a panel, leaves

The bar at the bottom shows only what counts now. A key that does not says why, and the rule.
A key while cards still move only hurries them: nobody answers what he has not seen.

THE GAME
Twelve tentos win. Everybody gets three cards, and one is turned: the vira. The four cards of the next rank are the manilhas: Zap (clubs), Escopeta (hearts), Espadilha (spades), Pica-fumo (diamonds), in this order.
After them: 3 2 A K J Q 7 6 5 4. Suits count for the manilhas only.
Two of the three vazas win the hand. When the first is tied, the next one that is won wins it.
A hand is worth 1; truco 3, seis 6, nove 9, doze 12. Whoever raised last may not make the next raise. Running gives the other side what the hand was worth before the raise.
A raise with an opponent's card in view in the vaza loses if all three are tied; without one (no escuro) it wins.
With 11 on one side it is a mão de onze: that side sees its partners' cards and decides to play, worth 3, or to run and give 1. With 11 on both it is a mão de ferro, played blind. Nobody raises in either.
Família Real: with three cards among Q, J and K, in the first vaza, at the start of the turn, one may ask for three others. It may be a bluff; seeing the cards is worth 3 to whoever is right.""",
}
