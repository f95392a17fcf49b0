"""Completions for bash, zsh and fish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lantruco.cli.main import table_options
from share.surface import Command, Option, commands, common

LANG: Final = "en"  # a shell's completions have one language for all who use the machine
HEAD: Final = "# Made by `make share` from the command line of lantruco."
FILE_PLACES: Final = ("file", "files")


def _takes_value(options: Iterable[Option]) -> list[str]:
    return [flag for option in options if option.metavar is not None for flag in option.flags]


def _all_options() -> list[Option]:
    """Every option of every command, each once."""
    found = {option.flags: option for command in commands(LANG) for option in command.own}
    return [*common(LANG), *found.values()]


def bash() -> str:
    """For bash 3.2 and later."""
    options = _all_options()
    lines = [
        HEAD,
        "",
        "_lantruco() {",
        "    local cur prev name command= place=1 checked=",
        "    local IFS=$'\\n'",
        "    cur=${COMP_WORDS[COMP_CWORD]}",
        "    prev=${COMP_WORDS[COMP_CWORD-1]}",
        "    name=$prev",
        "    # bash parts words at an equals sign, NAME = VALUE, which is kept in the name here.",
        '    if [[ $cur == "=" ]]; then',
        "        cur=",
        "        name=$prev=",
        '    elif [[ $prev == "=" ]]; then',
        "        name=${COMP_WORDS[COMP_CWORD-2]}=",
        "    fi",
        "    while (( place < COMP_CWORD )); do",
        "        case ${COMP_WORDS[place]} in",
        f"            {'|'.join(_takes_value(options))})",
        '                [[ ${COMP_WORDS[place+1]} == "=" ]] || (( place += 1 )) ;;',
        "            =) (( place += 1 )) ;;",
        "            -*) ;;",
        "            *)",
        "                if [[ -z $command ]]; then command=${COMP_WORDS[place]}; else checked=yes; fi ;;",
        "        esac",
        "        (( place += 1 ))",
        "    done",
        "    COMPREPLY=()",
        "    case $name in",
    ]
    for option in options:
        if option.choices:
            lines.append(f"        {_either(option.flags)}) {_bash_words(option.choices)}; return ;;")
    for takes, kind in (("folder", "-d"), ("file", "-f")):
        flags = [flag for option in options if option.takes == takes for flag in option.flags]
        lines.append(
            f'        {_either(flags)}) COMPREPLY=($(compgen {kind} -- "$cur")); _lantruco_path; return ;;'
        )
    rules = table_options()
    lines.append(f"        --option) {_bash_words([*(f'{name}=' for name in rules), 'paulista'])}")
    lines.append("            [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null; return ;;")
    lines += [f"        {name}=) {_bash_words(values)}; return ;;" for name, values in rules.items()]
    rest = [
        flag
        for option in options
        if option.metavar is not None and not option.choices and not option.takes
        for flag in option.flags
        if flag != "--option"
    ]
    lines += [f"        {_either(rest)}) return ;;", "    esac", "    case $command in"]
    shared = [flag for option in common(LANG) for flag in option.flags]
    lines += [
        '        "")',
        "            if [[ $cur == -* ]]; then",
        f"                {_bash_words(shared)}",
        "            else",
        f"                {_bash_words([command.name for command in commands(LANG)])}",
        "            fi ;;",
    ]
    for command in commands(LANG):
        own = [flag for option in command.own for flag in option.flags]
        lines += [
            f"        {command.name})",
            "            if [[ $cur == -* ]]; then",
            f"                {_bash_words([*own, *shared])}",
        ]
        if "action" in command.places:
            lines += ["            elif [[ -z $checked ]]; then", f"                {_bash_words(['check'])}"]
        if any(place in FILE_PLACES for place in command.places):
            lines += [
                "            else",
                '                COMPREPLY=($(compgen -f -- "$cur")); _lantruco_path',
            ]
        lines.append("            fi ;;")
    return "\n".join(
        [
            *lines,
            "    esac",
            "}",
            "",
            "_lantruco_path() {",
            "    compopt -o filenames 2>/dev/null",
            "    return 0",
            "}",
            "",
            "complete -F _lantruco lantruco",
            "",
        ]
    )


def _either(flags: Iterable[str]) -> str:
    return "|".join(f"{flag}|{flag}=" for flag in flags)


def _bash_words(words: Sequence[str]) -> str:
    listed = "\\n".join(words)
    return f"COMPREPLY=($(compgen -W $'{listed}' -- \"$cur\"))"


def zsh() -> str:
    """For zsh's own system of completions."""
    lines = ["#compdef lantruco", HEAD, "", "_lantruco() {", "    local curcontext=$curcontext state line"]
    lines += ["    typeset -A opt_args", "    local -a shared names", "    shared=("]
    lines += [f"        {_zsh_option(option)}" for option in common(LANG)]
    lines += ["    )", "    names=("]
    lines += [f"        {_quoted(f'{command.name}:{command.summary}')}" for command in commands(LANG)]
    lines += [
        "    )",
        "    _arguments -C $shared '1: :->command' '*:: :->rest' && return 0",
        "    case $state in",
        "        command) _describe -t commands command names ;;",
        "        rest)",
        "            case $words[1] in",
    ]
    for command in commands(LANG):
        parts = [_zsh_option(option) for option in command.own] + _zsh_places(command)
        lines.append(f"                {command.name})")
        lines.append(
            " \\\n".join(["                    _arguments $shared", *(" " * 24 + part for part in parts)])
            + " ;;"
        )
    return "\n".join([*lines, "            esac ;;", "    esac", "}", "", '_lantruco "$@"', ""])


def _zsh_option(option: Option) -> str:
    text = option.text.replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    several = "*" if "--option" in option.flags or "--interface" in option.flags else ""
    if option.metavar is None:
        value = ""
    elif "--option" in option.flags:
        pairs = [f"{name}={value}" for name, values in table_options().items() for value in values]
        value = f":{option.metavar.lower()}:(paulista {' '.join(pairs)})"
    elif option.takes:
        value = f":{option.takes}:_files" + (" -/" if option.takes == "folder" else "")
    elif option.choices:
        value = f":{option.flags[-1].lstrip('-')}:({' '.join(option.choices)})"
    else:
        value = f":{option.metavar.lower()}:"
    alone = f"({' '.join(option.flags)})" if not several else ""
    return " ".join(_quoted(f"{alone}{several}{flag}[{text}]{value}") for flag in option.flags)


def _zsh_places(command: Command) -> list[str]:
    parts = []
    for number, place in enumerate(command.places, 1):
        if place == "action":
            parts.append(f"'{number}:action:(check)'")
        elif place in FILE_PLACES:
            parts.append(f"'{'*' if place == 'files' else number}:file:_files'")
        else:
            parts.append(f"'{number}:{place}:'")
    return parts


def fish() -> str:
    """For fish 3 and later."""
    lines = [HEAD, "", "complete -c lantruco -f"]
    lines += [_fish_option(option, "") for option in common(LANG)]
    for command in commands(LANG):
        lines.append(
            f"complete -c lantruco -n __fish_use_subcommand -a {command.name} -d {_quoted(command.summary)}"
        )
    for command in commands(LANG):
        there = f" -n '__fish_seen_subcommand_from {command.name}'"
        lines += [_fish_option(option, there) for option in command.own]
        if "action" in command.places:
            first = f"{there[:-1]}; and not __fish_seen_subcommand_from check'"
            lines.append(f"complete -c lantruco{first} -a check")
            there = " -n '__fish_seen_subcommand_from check'"
        if any(place in FILE_PLACES for place in command.places):
            lines.append(f"complete -c lantruco{there} -F")
    return "\n".join([*lines, ""])


def _fish_option(option: Option, there: str) -> str:
    flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
    if option.metavar is None:
        value = ""
    elif "--option" in option.flags:
        pairs = [f"{name}={value}" for name, values in table_options().items() for value in values]
        value = f" -x -a '{' '.join(['paulista', *pairs])}'"
    elif option.takes == "folder":
        value = " -x -a '(__fish_complete_directories)'"
    elif option.takes:
        value = " -r -F"
    elif option.choices:
        value = f" -x -a '{' '.join(option.choices)}'"
    else:
        value = " -x"
    return f"complete -c lantruco{there} {flags}{value} -d {_quoted(option.text)}"


def _quoted(text: str) -> str:
    """For zsh inside single quotes, and for fish as well where no backslash is in the text."""
    return "'" + text.replace("'", "'\\''") + "'"
