"""English texts."""

from __future__ import annotations

from typing import Final

from lantruco.tui.texts.en_errors import EN_ERRORS
from lantruco.tui.texts.en_examples import EN_EXAMPLES
from lantruco.tui.texts.en_files import EN_FILES
from lantruco.tui.texts.en_rematch import EN_REMATCH
from lantruco.tui.texts.en_replay import EN_REPLAY
from lantruco.tui.texts.en_report import EN_REPORT
from lantruco.tui.texts.en_rules import EN_RULES
from lantruco.tui.texts.en_screens import EN_SCREENS
from lantruco.tui.texts.en_special import EN_SPECIAL
from lantruco.tui.texts.en_talk import EN_TALK

EN: Final[dict[str, str]] = {
    **EN_ERRORS,
    **EN_EXAMPLES,
    **EN_FILES,
    **EN_REMATCH,
    **EN_REPLAY,
    **EN_REPORT,
    **EN_SCREENS,
    **EN_SPECIAL,
    **EN_TALK,
    **EN_RULES,
    # Help
    "help": """\
lantruco – Truco Paulista on one local network, with no server and nobody to trust

Usage: lantruco [COMMAND] [OPTIONS]

  play                the lobby: see tables, open one, join, play with bots (the same as no command)
  open NAME           open a table
  tables              list the tables open on the network
  join NAME           sit down at a table, by its name or by HOST:PORT
  bot NAME            seat a bot at a table
  demo                a whole match of bots on this machine, verified at the end
  verify FILE…        check the record of a match
  replay FILE         step through a match, from its record or its notation
  rules check FILE…   run scenario files against the rules
  engine              the rules for other programs, JSON lines on standard input and output
  id                  show your identity

lantruco COMMAND --help shows the options of a command; --version, the version.

Exit status: 0 right; 1 checked and false; 2 usage; 3 unfinished match or nobody found;
4 environment (network, disk, library); 130 interrupted.""",
    "help.common": """\
Options of all commands:
  --home FOLDER       where identity, settings and records are (or LANTRUCO_HOME)
  --as NAME           your name at the table
  --lang pt|en        language
  --plain             line mode
  --ascii             unaccented letters and suits P C E O only
  --interface NAME    only this network interface, by name or address (may be repeated)
  --port PORT         port at which the others reach you; 0 for any free one
  --log FILE          where to write the technical log: a new name, or an earlier log
  -h, --help          this help
  --                  what comes after are names, also with a - in front""",
    "help.play": """\
Usage: lantruco [play] [OPTIONS]

The lobby: open tables, opening one, joining, typing an address, playing with bots.""",
    "help.open": """\
Usage: lantruco open NAME [OPTIONS]

Opens a table and plays at it.

  --seats 2|4|6       seats (2)
  --bots K            how many bots of yours sit down with you (0)
  --option NAME=VALUE a rule option of the table (may be repeated; paulista: all as usual; docs/rules.md)
  --auto              the machine plays your seat
  --pace S            seconds before each word of a bot (0.8)
  --level LEVEL       how well bots play: facil, medio, forte (easy, medium, strong; forte)
  --talk on|off       whether bots talk (on)
  --of NAME           the name of whoever seats the bot""",
    "help.options": "Rule options, for --option NAME=VALUE; the first value is the usual one:",
    "help.tables": """\
Usage: lantruco tables [OPTIONS]

Lists the open tables that can be heard on the network.

  --wait S            seconds to listen (2)
  --json              one JSON object""",
    "help.join": """\
Usage: lantruco join NAME|HOST:PORT [OPTIONS]

Sits down at a table and plays at it.

  --seat N            the seat you want, from 0
  --wait S            seconds to look for the table (5)
  --auto              the machine plays your seat
  --pace S            seconds before each word of a bot (0.8)
  --level LEVEL       how well bots play: facil, medio, forte (easy, medium, strong; forte)
  --talk on|off       whether bots talk (on)
  --of NAME           the name of whoever seats the bot""",
    "help.bot": """\
Usage: lantruco bot NAME|HOST:PORT [OPTIONS]

Seats a bot at a table. It has an identity of its own, and everybody sees whose it is.

  --seat N            the bot's seat, from 0
  --wait S            seconds to look for the table (5)
  --pace S            seconds before each word of a bot (0.8)
  --level LEVEL       how well bots play: facil, medio, forte (easy, medium, strong; forte)
  --talk on|off       whether bots talk (on)
  --of NAME           the name of whoever seats the bot
  --engine CMD        a program decides for the bot, over JSON lines (docs/engine.md)
  --engine-time S     seconds for each of its answers (5)
  --until-eof         leave when standard input closes""",
    "help.demo": """\
Usage: lantruco demo [OPTIONS]

A whole match of bots, each in a process with a folder and an identity of its own. They lead it through every
special hand there is. At the end every record is verified by yet another process, and tells where each was.

  --seats 2|4|6       seats (4)
  --level LEVEL       instead, a match that bots play as well as they can: facil, medio, forte
  --keep FOLDER       keep the players' folders in FOLDER/seat-N""",
    "help.verify": """\
Usage: lantruco verify FILE… [OPTIONS]

Checks the record of a match from the file alone: signatures, shuffles, cards, moves, score.

  --html PAGE         also write the first record that holds as a page to look at, with its cards drawn
  --json              one JSON object""",
    "help.id": """\
Usage: lantruco id [OPTIONS]

Shows your name, your key and the words that stand for it.

  --json              one JSON object""",
    # Errors of the command line and of the machine
    "error.unknown": "Something went wrong ({code}).",
    "error.E_INTERNAL": "Lantruco stumbled over a mistake of its own. The details are in {log}; send that file to whoever maintains the program.",
    "error.E_INTERNAL.bare": "Lantruco stumbled over a mistake of its own. The details are in the technical log (log/lantruco.log in the home folder); send that file to whoever maintains the program.",
    "error.E_USAGE": "I do not understand the command line ({detail}). See lantruco --help.",
    "error.E_COMMAND": "There is no command “{given}”. Did you mean {nearest}?",
    "error.E_COMMAND.bare": "There is no command “{given}”. See lantruco --help.",
    "error.E_ARGUMENT": "“{given}” does not belong here. Did you mean {nearest}?",
    "error.E_ARGUMENT.bare": "“{given}” does not belong here. See lantruco {command} --help.",
    "error.E_NEEDS_VALUE": "Option {option} needs a value.",
    "error.E_NO_VALUE": "Option {option} takes no value.",
    "error.E_NEEDS_TABLE": "The name of the table is missing: lantruco {command} NAME. See lantruco {command} --help.",
    "error.E_NEEDS_FILE": "The file is missing: lantruco {command} FILE. See lantruco {command} --help.",
    "error.E_NEEDS_CHECK": "The word check is missing: lantruco {command} check FILE. See lantruco {command} --help.",
    "error.E_CHOICE": "{option} cannot be “{given}”: choose one of {choices}.",
    "error.E_NUMBER": "{option} cannot be “{given}”: give a number from {low} to {high}.",
    "error.E_PAIR": "“{given}” will not do: write --option NAME=VALUE.",
    "error.E_NAME": "The name will not do: give 1 to 24 visible characters, not wider than 24 columns, with at most two accents on each.",
    "error.E_CONFIG": "I do not understand {path}, line {line}: {reason}.",
    "error.E_CONFIG_READ": "I cannot read {path} ({reason}).",
    "error.E_CONFIG_NAME": "{path}, line {line}: name must be a text of 1 to 24 characters, not wider than 24 columns.",
    "error.E_CONFIG_LANG": '{path}, line {line}: lang must be "pt" or "en".',
    "error.E_CONFIG_PORT": "{path}, line {line}: port must be a number from 1 to 65535.",
    "error.E_CONFIG_INTERFACE": "{path}, line {line}: interface must be a text or a list of texts.",
    "error.E_CONFIG_ASCII": "{path}, line {line}: ascii must be true or false.",
    "error.E_NO_TABLE": "There is no table “{name}”. Tables I hear: {tables}.",
    "error.E_NOBODY": "I hear no table at all. Make sure you are on the same network, or use lantruco join HOST:PORT.",
    "error.E_TWO_TABLES": "There is more than one table “{name}”: {tables}. Join by the address.",
    "error.E_FULL": "The table “{name}” is full. Choose another, or open one.",
    "error.E_FULL.bare": "The table is full. Choose another, or open one.",
    "error.E_SEAT": "That seat is not there or not free at that table. Join without --seat to get a free one.",
    "error.E_BOTS": "At a table of {seats} seats, yours among them, --bots goes up to {limit}.",
    "error.E_UNFINISHED": "The match did not end. The record keeps what was played.",
    "error.E_DEMO": "The demo's {count} records do not all prove the same match.",
    "error.E_DEMO_SEAT": "The demo failed: the program of seat {seat} ({name}) stopped with status {status} ({reason}). See {log}.",
    "error.E_DEMO_STUCK": "The demo failed: the program of seat {seat} ({name}) shows no sign of life. See {log}.",
    "demo.start": "Demo: {seats} programs on this machine, each with a key of its own, look for the table “{table}” on the network. The match is told from the seat of {name}, who is “you” here.",
    "demo.loopback": "Nobody hears anybody on this network: the demo stays inside this machine (127.0.0.1).",
    "demo.found": "{name} has found the table “{table}” and sits down.",
    "demo.true": "The record of {name} holds: {signatures} signatures, {shuffles} shuffles and {shares} openings checked by a fresh program.",
    "demo.false": "The record of {name} does not hold: {path}",
    "demo.same": "All {count} records are the same match: {digest}",
    "demo.kept": "The players' folders: {path}",
    # Home, name, config
    "home.left": "Left over from a match that was cut short, and I cannot erase it: {path}. Check the permissions and erase it yourself; it holds secrets of your cards.",
    "home.guest": "Another Lantruco is using {path}. This one plays as a guest, with an identity of its own, in {guest}.",
    "name.ask": "What is your name? [{default}]",
    "config.unknown": "Warning: {path}, line {line}: “{key}” is nothing I know.",
    "config.unknown.near": "Warning: {path}, line {line}: “{key}” is nothing I know. Did you mean “{nearest}”?",
    # Identity
    "id.name": "Name: {name}",
    "id.words": "Words: {words}",
    "id.key": "Key: {key} ({fingerprint})",
    "id.home": "Folder: {path}",
    # Cards
    "card.hidden": "face down",
    "card.down": "covered",
    "card.place": "card {number} (face down)",
    "card.covered": "({card}) covered",
    "manilha.P": "Zap",
    "manilha.C": "Escopeta",
    "manilha.E": "Espadilha",
    "manilha.O": "Pica-fumo",
    # Table
    "who.bot": "{name} [bot of {owner}]",
    "who.you": "you",
    "who.partner": "your side",
    "who.free": "(free)",
    "tentos.one": "{count} tento",
    "tentos.many": "{count} tentos",
    "score": "We {us} × {them} They",
    "score.names": "{one} {us} × {them} {two}",
    "table.seats": "At the table: {people}",
    "table.vazas": "Vazas: {results}",
    "table.played": "In this vaza: {cards}",
    "table.value": "The hand is worth {tentos}.",
    "table.waiting": "Waiting for {names}.",
    "vaza.us": "ours",
    "vaza.them": "theirs",
    "vaza.side": "of {side}",
    "vaza.nobody": "tied",
    "hand.head": "— Hand {number} · {score} · pé (dealer): {pe} · mão (leads): {mao} —",
    "hand.vira": "Vira: {vira}. Manilhas: {manilhas}",
    "hand.cards": "Your cards: {cards}",
    "hand.no_cards": "You have no cards in hand.",
    "hand.blind": "Your {count} cards are face down, even to you.",
    "hand.partner": "Cards of {name}, which only your side sees: {cards}",
    "hand.onze.us": "Mão de onze: we have 11. It is worth 3, and nobody may call truco.",
    "hand.onze.them": "Mão de onze: they have 11. It is worth 3, and nobody may call truco.",
    "hand.onze.side": "Mão de onze: {side} at 11. It is worth 3, and nobody may call truco.",
    "hand.ferro": "Mão de ferro: both sides have 11. Nobody may call truco.",
    # Events
    "event.opened": "Table “{name}” is open at port {port}. Waiting for players.",
    "event.opened.addresses": "Whoever does not see it in the list joins with: lantruco join {addresses}",
    "event.gathered": "{taken} of {seats} seats: {people}",
    "event.begun": "Everybody has signed: the match begins.",
    "event.shuffling": "All shuffle together, and each one checks…",
    "event.played": "{name} plays {card}",
    "event.played.me": "You play {card}",
    "event.covered": "{name} plays a covered card",
    "event.covered.me": "You play a covered card",
    "event.vaza": "Vaza {number}: {result}.",
    "event.torna": "{name} leads.",
    "event.torna.me": "You lead.",
    "event.called": "{name} calls: {word} It asks for {tentos}.",
    "event.called.me": "You call: {word} It asks for {tentos}.",
    "event.said.aceita": "{name} accepts.",
    "event.said.aceita.me": "You accept.",
    "event.said.corre": "{name} runs.",
    "event.said.corre.me": "You run.",
    "event.said.joga": "{name} plays the mão de onze.",
    "event.said.joga.me": "You play the mão de onze.",
    "event.said.mostra": "{name} asks to see the cards.",
    "event.said.mostra.me": "You ask to see the cards.",
    "event.claimed": "{name} shouts: Família Real!",
    "event.claimed.me": "You shout: Família Real!",
    "event.swapped": "{name} changes all three cards.",
    "event.swapped.me": "You change all three cards.",
    "event.shown": "{name} shows the cards: {cards}",
    "event.shown.me": "You show the cards: {cards}",
    "event.hand.us": "The hand is ours: {tentos} ({reason}).",
    "event.hand.them": "The hand is theirs: {tentos} ({reason}).",
    "event.hand.side": "The hand goes to {side}: {tentos} ({reason}).",
    "event.hand.nobody": "The hand is nobody's ({reason}).",
    "event.match.us": "We win the match, {us} to {them}!",
    "event.match.them": "We lose the match, {us} to {them}.",
    "event.match.side": "The match goes to {side}: {us} to {them}.",
    "event.closed": "Everybody has signed the result. Digest of the record: {digest}",
    "event.gone": "Gone from the table: {names}. The match cannot go on without; “quit” leaves it in order, with the record whole.",
    "event.missing": "{names} has not answered for {seconds} s. The table waits; “quit” leaves it in order, with the record whole.",
    "event.returned": "{name} is back.",
    "event.left": "{name} has left the table.",
    "event.dropped": "The program of {name} sent too much that will not do ({code}) and is not heard any more.",
    "event.no_discovery": "The others do not see the table in their lists ({reason}). They join by the address.",
    "event.fault": "{name} broke the rules ({code}), and the signed proof is in the record. The side of {name} loses.",
    "event.fault.me": "This program signed an illegal message ({code}). Your side loses.",
    "event.unfinished": "The table broke up before the end. The record keeps what was played.",
    "event.unfinished.waits": "The table broke up before the end. The record waits for {names}.",
    "event.unfinished.left": "The table broke up before the end. {left} left before you, and signed it. The record waits for {names}.",
    "event.record": "Record: {path}",
    "event.bot_failed": "The bot stopped: {words}",
    "event.record.cut": "Record, without its end, which the disk did not take: {path}",
    "event.disk": "Your disk takes nothing in {folder} ({reason}): what you play waits here, and so does the table, while I try again until it does; only leaving ends the match.",
    "event.disk.took": "The disk takes it again: the match goes on.",
    "event.held": "{name}'s disk takes nothing: the table waits until it does.",
    "event.held.bot": "Your bot {name} cannot write to its disk: make room on its machine; the table waits.",
    "event.held.over": "{name}'s disk takes it again.",
    "reason.vazas": "by vazas",
    "reason.correu": "the other side ran",
    "reason.onze_correu": "the side at 11 ran",
    "reason.empate": "three ties and no raise",
    "reason.empate_exposta": "three ties, raised with a card exposed: the caller loses",
    "reason.empate_escuro": "three ties, raised in the dark: the caller wins",
    "reason.empate_onze": "three ties in the mão de onze",
    "reason.fr_real": "the Família Real was true",
    "reason.fr_blefe": "the Família Real was a bluff",
    "reason.penalidade": "raised in the mão de onze",
    # Questions and choices
    "shout.truco": "Truco!",
    "shout.seis": "Seis!",
    "shout.nove": "Nove!",
    "shout.doze": "Doze!",
    "ask.raise": "{word} It is worth {tentos} if you accept; running gives them {now}.",
    "ask.onze": "Mão de onze: play or run? Playing is worth 3 tentos, running gives them 1. Pé: {pe}, mão: {mao}.",
    "ask.familia": "Família Real: accept, or ask to see? A mistake costs 3 tentos.",
    "ask.play": "Your turn (worth {tentos}):",
    "choice.aceita": "accept",
    "choice.corre": "run",
    "choice.joga": "play",
    "choice.mostra": "show",
    "choice.familia": "família real",
    "choice.familia.bluff": "família real (a bluff)",
    "choice.raise": "{word} (worth {tentos})",
    "line.help": """\
Type the number of a choice, or its word:
  truco, six, nine, twelve (seis, nove, doze): call, or raise the call
  accept, run: answer a call
  play, run: at a mão de onze
  royal: claim the família real, three cards out of Q, J and K, or bluff that you hold them
  accept, show: answer such a claim; show puts it to the test
  QP or #2: the queen of clubs (P clubs, C hearts, E spades, O diamonds), or your second card
  (2) or cover 2: your second card face down, from the second vaza on
  table: the table again; quit: leave the table in order; ?: this help""",
    "line.too_fast": "Several lines came at once, as of a pasted text: only the first counted.",
    "line.closed": "The input closed: you left the table.",
    "line.unclear": "I do not understand “{text}”. Type a number from the list, a word, or ? for help.",
    "line.not_now": "“{text}” will not do now: it is not your turn yet. ? shows the help.",
    # Verdicts
    "verify.true": "{path}: the record holds.",
    "verify.false": "{path}: the record does not hold: {reason}.",
    "verify.false.line": "{path}, line {line}: the record does not hold: {reason}.",
    "verify.table": "Table “{name}”: {one} × {two}",
    "verify.hand": "Hand {number} · vira {vira} · pé {pe}",
    "verify.kind.onze": "mão de onze",
    "verify.kind.ferro": "mão de ferro",
    "verify.vaza": "Vaza {number}: {moves} → {side}",
    "verify.vaza.open": "Then: {moves}",
    "verify.hand.open": "This hand did not end.",
    "verify.hand.end": "{side}: {tentos} ({reason}); score {one} × {two}",
    "verify.no_side": "Nobody",
    "verify.finished": "Match finished, {one} × {two}: {side} wins.",
    "verify.unfinished": "Match without its end, {one} × {two}. The record waits for: {names}.",
    "verify.fault": "{name} broke the rules ({code}), and that side loses the match; score {one} × {two}.",
    "verify.waits": "The record waits for: {names}.",
    "verify.left": "{name} left after step {step}, in hand {hand}: a fact, signed by who left, and no verdict.",
    "verify.left.start": "{name} left before the first step: a fact, signed by who left, and no verdict.",
    "verify.left.after": "By that time {names} had left.",
    "verify.left.went_on": "After that {name} went on signing.",
    "verify.signed.close": "{name} has signed everything, to the end.",
    "verify.signed": "{name} has signed up to line {line} and acknowledged {hands} of {ended} hands.",
    "verify.signed.none": "{name} has signed the beginning of the match only.",
    "verify.checked": "Checked: {signatures} signatures, {commits} commitments, {reveals} reveals, {shuffles} shuffles, {shares} proofs of cards.",
    "verify.digest": "Digest: {digest}",
    "verify.unprovable": "What no record can prove: that different keys are different people, the time, and a game in which all worked together.",
    "verify.relation.same": "{other}: the same, byte for byte, as {first}.",
    "verify.relation.leaves": "{other}: the same as {first} in all that was played; only the good-byes of who left differ.",
    "verify.relation.shorter": "{other}: is the beginning of {first}.",
    "verify.relation.longer": "{other}: goes on from {first}.",
    "verify.relation.pending": "{other}: the same as {first} in all complete steps; only the last, open one differs.",
    "verify.relation.bytes": "{other}: the same match as {first}, but with other bytes in line {line}: somebody signed twice.",
    "verify.relation.different": "{other}: contradicts {first} from line {line} on.",
    "verify.counts": "Both have all signatures: {file} counts, with the proof of the cheating; the other end only the cheat can have kept, unless two have cheated.",
    "verify.relation.other": "{other}: is of another match than {first}.",
    # Lobby
    "lobby.opening": "Lantruco: opening the lobby…",
    "lobby.title": "Lantruco – Truco Paulista",
    "lobby.none": "No open table nearby.",
    "lobby.tables": "Open tables:",
    "lobby.row": "{name}, of {host}: {taken} of {seats} seats",
    "lobby.row.version": "{name}, of {host}: {taken} of {seats} seats, but of another version (protocol {version})",
    "lobby.menu": "Number of a table to join; o open, b play with bots (b1 easy, b2 medium, b3 strong), d type an address, r records, enter refresh, q quit",
    "lobby.no_row": "There is no table {number} in the list.",
    "lobby.ask.name": "Name of the table? [{default}]",
    "lobby.ask.seats": "How many seats, 2, 4 or 6? [{default}]",
    "lobby.ask.address": "Address (HOST:PORT)?",
    "lobby.records": "Records, newest first; lantruco verify checks one, lantruco replay shows it:",
    "lobby.no_records": "There are no records yet.",
    "lobby.table_name": "Table of {name}",
}
