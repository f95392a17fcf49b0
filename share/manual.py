"""The manual page in English and in Portuguese: the words of the help, and the few of a manual alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lantruco import __version__
from lantruco.cli.main import table_options
from lantruco.tui.texts import CATALOGUES
from share.surface import Option, commands, common

STATUS: Final = (0, 1, 2, 3, 4, 130)
SECTIONS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "name": "NAME",
        "summary": "Truco Paulista on one local network, with no server and nobody to trust",
        "synopsis": "SYNOPSIS",
        "call": "[COMMAND] [OPTIONS]",
        "description": "DESCRIPTION",
        "about": "Two, four or six people play Truco Paulista, each at a machine of their own. All of them "
        "shuffle together, nobody sees a card that is not theirs, every machine checks every word, and "
        "a match leaves a signed record that anybody can verify later. Without a command the lobby "
        "opens. Where standard input and output are a terminal, it fills the screen; --plain asks for "
        "the line mode.",
        "commands": "COMMANDS",
        "common": "OPTIONS OF ALL COMMANDS",
        "rules": "RULE OPTIONS",
        "rules.about": "For --option NAME=VALUE of open; the first value is the usual one.",
        "status": "EXIT STATUS",
        "0": "All well.",
        "1": "Checked and found false: a record, a scenario, a demo.",
        "2": "Wrong usage, a config.toml that cannot be understood, or a file that would be written over.",
        "3": "A match without its end, or nobody found.",
        "4": "The environment: network, disk, no home folder, a missing library.",
        "130": "Interrupted.",
        "environment": "ENVIRONMENT",
        "LANTRUCO_HOME": "The home folder, where --home does not say otherwise.",
        "LC_ALL, LC_MESSAGES, LANG": "The language, where neither --lang nor config.toml gives one: "
        "Portuguese for pt*, C, POSIX and none, English for all others.",
        "LANTRUCO_SERVICE": "The mDNS service that tables are announced and looked for under, "
        "where it is not to be lantruco: who sets it meets only who sets the same.",
        "NO_COLOR": "When set and not empty, the full screen uses no colours.",
        "COLORTERM": "truecolor or 24bit: the full screen uses all colours.",
        "files": "FILES",
        "home": "All of them are in the home folder: the system's place for user data (on Linux "
        "~/.local/share/lantruco), or LANTRUCO_HOME, or --home.",
        "identity.key": "Your key. Whoever has it can sign as you.",
        "config.toml": 'name, lang ("pt" or "en"), port, interface, ascii; all of them optional.',
        "screen.json": "The settings of the full screen.",
        "records/*.jsonl": "The signed record of each match.",
        "journal/": "What was signed in a match that is still open.",
        "log/lantruco.log": "The technical log.",
        "bots/N/, guests/N/": "Homes of your bots, and of further programs on the same home.",
        "examples": "EXAMPLES",
    },
    "pt": {
        "name": "NOME",
        "summary": "Truco Paulista em rede local, sem servidor e sem ninguém em quem confiar",
        "synopsis": "SINOPSE",
        "call": "[COMANDO] [OPÇÕES]",
        "description": "DESCRIÇÃO",
        "about": "Duas, quatro ou seis pessoas jogam Truco Paulista, cada uma na sua máquina. Todos "
        "embaralham juntos, ninguém vê carta que não é sua, cada máquina confere cada palavra, "
        "e a partida deixa um registro assinado que qualquer um pode conferir depois. Sem comando "
        "abre-se a sala. Se a entrada e a saída padrão são um terminal, ela ocupa a tela toda; "
        "--plain pede o modo de linha.",
        "commands": "COMANDOS",
        "common": "OPÇÕES DE TODOS OS COMANDOS",
        "rules": "OPÇÕES DE REGRA",
        "rules.about": "Para --option NOME=VALOR de open; o primeiro valor é o de costume.",
        "status": "CÓDIGOS DE SAÍDA",
        "0": "Tudo certo.",
        "1": "Conferido e falso: um registro, um caso, uma demonstração.",
        "2": "Uso errado, um config.toml que não dá para entender, ou um arquivo que se perderia.",
        "3": "Uma partida sem fim, ou ninguém encontrado.",
        "4": "O ambiente: rede, disco, nenhuma pasta de casa, uma biblioteca que falta.",
        "130": "Interrompido.",
        "environment": "AMBIENTE",
        "LANTRUCO_HOME": "A pasta do jogador, se --home não disser outra.",
        "LC_ALL, LC_MESSAGES, LANG": "A língua, se nem --lang nem config.toml a derem: "
        "português para pt*, C, POSIX e nenhuma, inglês para todas as outras.",
        "LANTRUCO_SERVICE": "O serviço mDNS em que as mesas se anunciam e se procuram, se não for lantruco: "
        "quem a define só encontra quem define a mesma.",
        "NO_COLOR": "Definida e não vazia, a tela cheia não usa cores.",
        "COLORTERM": "truecolor ou 24bit: a tela cheia usa todas as cores.",
        "files": "ARQUIVOS",
        "home": "Todos ficam na pasta do jogador: o lugar do sistema para dados do usuário (no Linux "
        "~/.local/share/lantruco), ou LANTRUCO_HOME, ou --home.",
        "identity.key": "A sua chave. Quem a tem pode assinar por você.",
        "config.toml": 'name, lang ("pt" ou "en"), port, interface, ascii; tudo opcional.',
        "screen.json": "Os ajustes da tela cheia.",
        "records/*.jsonl": "O registro assinado de cada partida.",
        "journal/": "O que foi assinado numa partida ainda aberta.",
        "log/lantruco.log": "O diário técnico.",
        "bots/N/, guests/N/": "Pastas dos seus bots, e de outros programas abertos na mesma pasta.",
        "examples": "EXEMPLOS",
    },
}
ENVIRONMENT: Final = (
    *("LANTRUCO_HOME", "LC_ALL, LC_MESSAGES, LANG", "LANTRUCO_SERVICE"),
    *("NO_COLOR", "COLORTERM"),
)
FILES: Final = (
    *("identity.key", "config.toml", "screen.json", "records/*.jsonl", "journal/", "log/lantruco.log"),
    "bots/N/, guests/N/",
)


def manual(lang: str) -> str:
    """The page in the macros of man(7), UTF-8."""
    words = SECTIONS[lang]
    lines = [
        "'\\\" -*- coding: UTF-8 -*-",
        '.\\" Made by `make share` from the command line of lantruco.',
        f'.TH LANTRUCO 1 "" "lantruco {__version__}"',
        f".SH {words['name']}",
        f"lantruco \\- {_plain(words['summary'])}",
        f".SH {words['synopsis']}",
        f".B lantruco\n{_plain(words['call'])}",
        f".SH {words['description']}",
        _plain(words["about"]),
        f".SH {words['commands']}",
    ]
    for command in commands(lang):
        lines += [f".SS {_plain(command.usage)}", _plain(command.about), *_options(command.own)]
        lines += _examples(lang, f"examples.{command.name}")
    lines += [f".SH {words['common']}", *_options(common(lang))]
    lines += [f".SH {words['rules']}", _plain(words["rules.about"])]
    for name, values in table_options().items():
        lines += [".TP", f".B {_plain(name)}", _plain(", ".join(values))]
    lines += [f".SH {words['status']}"]
    for status in STATUS:
        lines += [".TP", f".B {status}", _plain(words[str(status)])]
    lines += [f".SH {words['environment']}"]
    for name in ENVIRONMENT:
        lines += [".TP", f".B {_plain(name)}", _plain(words[name])]
    lines += [f".SH {words['files']}", _plain(words["home"])]
    for name in FILES:
        lines += [".TP", f".I {_plain(name)}", _plain(words[name])]
    lines += [f".SH {words['examples']}", *_examples(lang, "examples.start")]
    return "\n".join([*lines, ""])


def _options(options: Iterable[Option]) -> list[str]:
    lines = []
    for option in options:
        flags = ", ".join(f"\\fB{_plain(flag)}\\fR" for flag in option.flags)
        value = "" if option.metavar is None else f" \\fI{_plain(option.metavar)}\\fR"
        lines += [".TP", flags + value, _plain(option.text)]
    return lines


def _examples(lang: str, key: str) -> list[str]:
    return [".PP", ".nf", *(_plain(line) for line in CATALOGUES[lang][key].split("\n")), ".fi"]


def _plain(text: str) -> str:
    """Text in which troff sees nothing of its own; a hyphen that can be copied to a shell."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("'", "\\(aq")
    return "\\&" + safe if safe.startswith(".") else safe
