"""The command: its table of options, completions for bash, zsh and fish, the options in its manual page.

The commands and their own options are those of bindings/cli/options/command.json; the others are the options of the
library, by their rows. What is written of both, options/command_table.json, is what the command itself reads.

A command of command.json with a `family` has the options that its rows give it:

`calls`  the calls of the library that it makes: the first one always, the others where the user asks for what they do.
         "tables" is among them where tables are handed over whole.
`rows`   what its rows may be, among the words of `concerns`: two-classes, calibration.
`also`   options that the command reads itself.
`sets`   options that it sets itself, trying their values.
"""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from blocks import HEAD, replaced
from described import FAMILIES

CLI = "bindings/cli"
METRICS = "wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p'"
WIDTH = 120
WIDEST_VALUE = 24  # a longer list of words stands in the explanation
PROPERTIES = ("tables", "two-classes", "calibration")  # of rows, among the words of `concerns`


@dataclass
class Option:
    """An option of a command, its own or the library's."""

    name: str
    help: str
    letter: str = ""
    value: str = ""
    words: list[str] = field(default_factory=list)
    complete: str = ""
    repeat: bool = False
    group: str = ""
    concerns: str = ""  # of the command's own: learners and measures that read it
    row: str = ""  # the library's name of it
    calls: list[str] = field(default_factory=list)  # of the library's: those that read it; none: all
    number: bool = False  # of the library, too
    sets: str = ""  # what a switch of the library is set to

    def names(self):
        return ([f"-{self.letter}"] if self.letter else []) + [f"--{self.name}"]

    def brief(self):
        """What completions say of it: the sentence up to its first pause."""
        text = re.split(r"[:;(]|, (?:which|where|from|in|by)\b", self.help)[0].strip().rstrip(".,")
        return text if len(text) <= 70 else textwrap.shorten(text, 70, placeholder=" ...")

    def table(self):
        """What the command reads of it. Of the library's options the library itself says which words they take."""
        words = [] if self.row or self.complete == "learners" else self.words
        entry = {"name": self.name, "short": self.letter, "value": self.value, "words": words,
                 "file": self.complete == "file", "repeat": self.repeat, "group": self.group, "concerns": self.concerns,
                 "row": self.row, "calls": self.calls, "number": self.number, "sets": self.sets, "help": self.help}
        return {key: value for key, value in entry.items() if value}


def own_option(entry, shared, rows):
    key = entry if isinstance(entry, str) else entry["name"]
    entry = shared[entry] if isinstance(entry, str) else entry
    words = entry.get("words", [])
    value = entry.get("value", "|".join(words))
    if entry.get("complete") == "learners":
        words = [row["name"] for row in rows["names"]["learner"]]
    return Option(entry.get("name", key), entry["help"], entry.get("short", ""), value, words, entry.get("complete", ""),
                  entry.get("repeat", False), entry["group"], entry.get("concerns", ""))


def listed(words):
    *before, last = words
    return ", ".join(before) + " or " + last if before else last


def goes_with(row, calls):
    """What an option goes with: some of a command's calls, where the first of them does not read it, or what else must be
    at work."""
    out = [call for call in calls if call in row["calls"]]
    if out and calls[0] not in row["calls"]:
        return out
    if any(word in calls for word in row["concerns"]):
        return []
    return [word for word in row["concerns"] if word not in row["calls"]]


def library_option(row, family, goes, default):
    kind = row["type"]
    name = row["name"].replace("_", "-")
    lists = kind in ("numbers", "integers")
    more = []
    joined = "|".join(row["choices"])
    wide = len(joined) > WIDEST_VALUE
    if goes:
        more.append("with " + listed(goes))
    if wide:
        more.append(listed(row["choices"]))
    if row["bounds"]:
        more.append(row["bounds"])
    if default and kind != "switch":
        more.append(f"default {default}")
    if kind == "switch" and default == "on":
        more.append("it is, unless this option is given")
    help = row["sentence"]
    if more:
        help = help.rstrip(".") + " (" + "; ".join(more) + ")."
    option = Option(name, help, row=row["name"], calls=row["calls"], group=FAMILIES[family]["group"], number=kind in ("number", "integer"))
    if goes:
        option.group += ", for " + listed(goes)
    if kind == "switch":
        option.name = ("no-" if default == "on" else "") + name
        option.sets = "off" if default == "on" else "on"
        return option
    value = "X" if kind == "number" else "N" if kind in ("integer", "seed") else "LIST" if lists else "TEXT"
    option.value, option.words, option.repeat = "WORD" if wide else joined or value, row["choices"], lists
    return option


def rows_of(command, rows):
    """The options of the library that a command has. Metrics and progress can only be handed over in a program, and names
    come from the tables. `omits` are rows that a call of the command reads, and that its input rules out."""
    family = rows["options"][command["family"]]
    calls, also, sets = command.get("calls", []), command.get("also", []), command.get("sets", [])
    all_calls = {call for row in family for call in row["calls"]}
    by_name = {row["name"]: row for row in family}

    def is_read(row):
        return not row["calls"] or any(call in row["calls"] for call in calls)

    def holds(word):
        """Of a call or a property of rows; anything else may be at work."""
        return word in (*calls, *command.get("rows", [])) or word not in (*PROPERTIES, *all_calls)

    def may_be_at_work(word):
        if word not in by_name:
            return holds(word)
        return word in sets or (is_read(by_name[word]) and (not by_name[word]["concerns"] or any(map(holds, by_name[word]["concerns"]))))

    def has(row):
        if row["type"] in ("metric", "progress", "texts") or row["name"] in (*sets, *command.get("omits", [])):
            return False
        return row["name"] in also or (is_read(row) and (not row["concerns"] or any(map(may_be_at_work, row["concerns"]))))

    return [(row, [] if row["name"] in also else goes_with(row, calls)) for row in family if has(row)]


def options_of(command, table, rows):
    options = [own_option(entry, table["options"], rows) for entry in command["options"]]
    if "family" not in command:
        return options
    known = {option.name for option in options}
    defaults = {**table["defaults"], **command.get("defaults", {})}
    for row, goes in rows_of(command, rows):
        option = library_option(row, command["family"], goes, defaults.get(row["name"], row["initial"]))
        if option.name not in known:
            options.append(option)
    return options


HELP = Option("help", "Show help.", "h")


class Command:
    def __init__(self, entry, table, rows):
        self.name, self.help = entry["name"], entry["help"]
        self.group = entry.get("group", False)
        self.file = "file" in entry and "argument" not in entry
        self.options = options_of(entry, table, rows)
        self.entry = {**entry, "defaults": {**table["defaults"], **entry.get("defaults", {})}} if "family" in entry else entry

    def words(self):
        return self.name.split()

    def brief(self):
        return re.split(r"[:,]", self.help)[0].rstrip(".")


def command_table(commands):
    """The commands as the command reads them, one option per line."""
    out = []
    for command in commands:
        kept = {key: value for key, value in command.entry.items() if key not in ("options", "calls", "rows", "also", "sets", "omits")}
        options = ",\n    ".join(json.dumps(option.table(), ensure_ascii=False) for option in command.options)
        head = json.dumps(kept, ensure_ascii=False)[:-1]
        out.append(f'  {head}, "options": [' + (f"\n    {options}\n  " if options else "") + "]}")
    return f'{{"about": {json.dumps(HEAD)}, "commands": [\n' + ",\n".join(out) + "\n]}\n"


def subcommands(commands, command):
    return [other for other in commands if other.words()[:-1] == command.words()]


# ---- bash ----------------------------------------------------------------------------------------------------------


def wrapped(words, first, rest):
    return "\n".join(textwrap.wrap(words, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False,
                                   break_long_words=False)).lstrip()


def bash(commands):
    tops = [command for command in commands if len(command.words()) == 1]
    out = [f"# bash completion for wald\n# {HEAD}\n", """
_wald() {
  local cur prev words cword split
  if declare -F _init_completion >/dev/null; then
    _init_completion -n : || return
  else
    COMPREPLY=()
    words=("${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=${words[cword]}
    prev=${words[cword - 1]}
  fi

  local command=${words[1]}
"""]
    for top in tops:
        subs = [command.words()[-1] for command in subcommands(commands, top)]
        if subs:
            found = "|".join(subs)
            out.append(f"  [[ $command == {top.name} && $cword -gt 2 && ${{words[2]}} =~ ^({found})$ ]] && "
                       f"command=\"{top.name} ${{words[2]}}\"\n")
    names = " ".join(command.name for command in tops)
    out.append(f"""  if ((cword == 1)); then
    COMPREPLY=($(compgen -W "{names} help --help --version" -- "$cur"))
    return
  fi

  # "file" where a file is to be named, "none" where there is nothing to say, "-" where no option waits for its value.
  local value=- options=--help
  case $command in
""")
    for command in commands:
        out.append(f"    \"{command.name}\")\n      case $prev in\n")
        for option in command.options:
            if not option.value and not option.words:
                continue
            if option.complete == "metrics":
                value = f'"$({METRICS})"'
            elif option.complete == "file":
                value = "file"
            else:
                value = f'"{" ".join(option.words)}"' if option.words else "none"
            out.append(f"        {' | '.join(option.names())}) value={value} ;;\n")
        words = " ".join([f"--{option.name}" for option in command.options] + ["--help"])
        out.append("      esac\n      " + wrapped(f'options="{words}"', "      ", "        ") + "\n      ;;\n")
    out.append("""  esac
  if [[ $value != - && $value != file && $value != none ]]; then
    COMPREPLY=($(compgen -W "$value" -- "$cur"))
    return
  fi
  COMPREPLY=()
  [[ $value == none ]] && return
  if [[ $value == - && $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
  compopt -o default 2>/dev/null
  [[ $value == file ]] && return
""")
    for top in tops:
        subs = " ".join(command.words()[-1] for command in subcommands(commands, top))
        if subs:
            out.append(f'  ((cword == 2)) && [[ $command == {top.name} ]] && COMPREPLY=($(compgen -W "{subs}" -- "$cur"))\n')
    out.append("  return 0\n}\n\ncomplete -F _wald wald\n")
    return "".join(out)


# ---- zsh -----------------------------------------------------------------------------------------------------------


def quoted(text):
    return text.replace("'", "'\\''")


def in_brackets(text):
    return quoted(re.sub(r"([\[\]\\:])", r"\\\1", text))


def zsh_spec(option):
    explained = f"[{in_brackets(option.brief())}]"
    action = ""
    if option.value or option.words:
        what = ("_wald_metrics" if option.complete == "metrics" else "_files" if option.complete == "file"
                else "(" + " ".join(option.words) + ")" if option.words else "")
        action = ":" + in_brackets((option.value if not option.words else "word").lower()) + ":" + what
    star = "*" if option.repeat else ""
    if not option.letter:
        return f"'{star}--{option.name}{explained}{action}'"
    names = f"{{-{option.letter},--{option.name}}}"
    front = f"'{star}'" if option.repeat else f"'(-{option.letter} --{option.name})'"
    return f"{front}{names}'{explained}{action}'"


def zsh_arguments(command, indent):
    specs = [zsh_spec(option) for option in command.options + [HELP]]
    if command.file:
        specs.append("'*:file:_files'")
    return f"{indent}_arguments \\\n" + " \\\n".join(f"{indent}  {spec}" for spec in specs) + "\n"


def zsh_commands(name, commands, indent="  "):
    out = [f"{indent}{name}=(\n"]
    for command in commands:
        out.append(f"{indent}  '{command.words()[-1]}:{quoted(command.brief())}'\n")
    return "".join(out) + f"{indent})\n"


def zsh(commands):
    tops = [command for command in commands if len(command.words()) == 1]
    out = [f"#compdef wald\n# {HEAD}\n", f"""
_wald_metrics() {{
  local -a names
  names=(${{(f)"$({METRICS})"}})
  compadd -a names
}}

_wald() {{
  local -a commands
""", zsh_commands("commands", tops), """  if ((CURRENT == 2)); then
    _describe -t commands command commands
    _arguments '(-h --help)'{-h,--help}'[Show help]' '(-V --version)'{-V,--version}'[Show the version]'
    return
  fi
  local command=${words[2]}
  shift words
  ((CURRENT--))
  case $command in
"""]
    for top in tops:
        subs = subcommands(commands, top)
        out.append(f"    {top.name})\n")
        if not subs:
            out.append(zsh_arguments(top, "      ") + "      ;;\n")
            continue
        out.append("      if ((CURRENT == 2)); then\n" + zsh_commands("commands", subs, "        ") +
                   "        _describe -t commands command commands\n      fi\n      case ${words[2]} in\n")
        for sub in subs:
            out.append(f"        {sub.words()[-1]})\n          shift words\n          ((CURRENT--))\n" +
                       zsh_arguments(sub, "          ") + "          ;;\n")
        if not top.group:
            out.append("        *)\n" + zsh_arguments(top, "          ") + "          ;;\n")
        out.append("      esac\n      ;;\n")
    out.append("  esac\n}\n\n_wald \"$@\"\n")
    return "".join(out)


# ---- fish ----------------------------------------------------------------------------------------------------------


def fish(commands):
    tops = [command for command in commands if len(command.words()) == 1]
    out = [f"# fish completion for wald\n# {HEAD}\n\n"]

    def said(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    for top in tops:
        out.append(f"complete -c wald -n __fish_use_subcommand -f -a {top.name} -d {said(top.brief())}\n")
    out.append("complete -c wald -n __fish_use_subcommand -s V -l version -d 'Show the version'\n"
               "complete -c wald -s h -l help -d 'Show help'\n")
    for command in commands:
        *above, last = command.words()
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in command.words())
        subs = [sub.words()[-1] for sub in subcommands(commands, command)]
        if subs:
            seen += f"; and not __fish_seen_subcommand_from {' '.join(subs)}"
        out.append("\n")
        if above:
            others = [other.words()[-1] for other in commands if other.words()[:-1] == above]
            before = f"__fish_seen_subcommand_from {above[0]}; and not __fish_seen_subcommand_from {' '.join(others)}"
            out.append(f"complete -c wald -n {said(before)} -a {last} -d {said(command.brief())}\n")
        for option in command.options:
            parts = [f"complete -c wald -n {said(seen)}"]
            if option.letter:
                parts.append(f"-s {option.letter}")
            parts.append(f"-l {option.name}")
            if option.value or option.words:
                parts.append("-r" if option.complete == "file" else "-x")
            if option.complete == "metrics":
                parts.append('-a "(' + METRICS.replace("$", "\\$") + ')"')
            elif option.words:
                parts.append(f"-a {said(' '.join(option.words))}")
            parts.append(f"-d {said(option.brief())}")
            out.append(" ".join(parts) + "\n")
    return "".join(out)


# ---- The manual page -----------------------------------------------------------------------------------------------


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in ".'" else text


def manual_blocks(commands):
    listed, options = [], []
    for command in commands:
        if command.group:
            continue
        listed.append(f".TP\n.B {roff(command.name) if '-' in command.name else command.name}\n{roff(command.help)}\n")
        if not command.options:
            continue
        options.append(f".SS wald {command.name}\n")
        for option in command.options:
            names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names())
            value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
            options.append(f".TP\n{names}{value}\n{roff(option.help)}\n")
    return {"commands": "".join(listed), "options": "".join(options)}


def files(rows, root):
    table = json.loads((Path(root) / CLI / "options" / "command.json").read_text())
    commands = [Command(entry, table, rows) for entry in table["commands"]]
    manual = (Path(root) / CLI / "wald.1").read_text()
    return {
        f"{CLI}/options/command_table.json": command_table(commands),
        f"{CLI}/completions/wald.bash": bash(commands),
        f"{CLI}/completions/_wald": zsh(commands),
        f"{CLI}/completions/wald.fish": fish(commands),
        f"{CLI}/wald.1": replaced(manual, manual_blocks(commands)),
    }
