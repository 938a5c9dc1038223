"""Limits the width of the C interface: the number of functions, the parameters of each, and the words of the headers.

  check_header.py ROOT         checks the headers in capi below ROOT
  check_header.py --self-check checks made-up headers, each with one fault, and one without

The functions are those of capi/symbols.txt; the words are those of capi/wald.h and capi/wald/*.h, as `wc -w` counts them,
except for capi/wald/facts.h: the generated list of facts is looked up in, and not read.
"""

import pathlib
import re

import checking

# An interface that a new user can read in one sitting.
FUNCTIONS = 120
PARAMETERS = 7
WORDS = 11000

DECLARATION = re.compile(r"\bWALD_API\s+[\w \*]+?\s*(wald_\w+)\s*\(([^;]*?)\)\s*WALD_NOEXCEPT;", re.S)


def faults(root):
    """What is wider than it may be."""
    symbols = (root / "capi" / "symbols.txt").read_text().split()
    headers = [root / "capi" / "wald.h", *sorted((root / "capi" / "wald").glob("*.h"))]
    texts = [path.read_text() for path in headers]
    declared = {name: parameters for text in texts for name, parameters in DECLARATION.findall(text)}
    for name in sorted(set(symbols) ^ set(declared)):
        yield f"{name} is in {'capi/symbols.txt' if name in symbols else 'the headers'} alone"
    if len(symbols) > FUNCTIONS:
        yield f"capi/symbols.txt has {len(symbols)} functions: may have {FUNCTIONS}"
    for name, parameters in sorted(declared.items()):
        count = 0 if parameters.strip() == "void" else parameters.count(",") + 1
        if count > PARAMETERS:
            yield f"{name} has {count} parameters: may have {PARAMETERS}; rows and shapes go into a structure"
    words = sum(len(text.split()) for path, text in zip(headers, texts) if path.name != "facts.h")
    if words > WORDS:
        yield f"the headers have {words} words: may have {WORDS}; wald.h says once what holds for all functions"


def self_check():
    """A header within all limits has no fault; each made-up fault is found alone."""
    def declaration(name, parameters):
        return f"WALD_API wald_status {name}({', '.join(f'int32_t x{i}' for i in range(parameters)) or 'void'}) WALD_NOEXCEPT;\n"

    good = {f"wald_f{i}": declaration(f"wald_f{i}", i % 2 * PARAMETERS) for i in range(FUNCTIONS)}
    cases = {
        "": (list(good), good, ""),
        "functions: may have": ([*good, "wald_more"], {**good, "wald_more": declaration("wald_more", 1)}, ""),
        "parameters: may have": (list(good), {**good, "wald_f0": declaration("wald_f0", PARAMETERS + 1)}, ""),
        "words: may have": (list(good), good, "/* " + "word " * WORDS + "*/\n"),
        "in the headers alone": (list(good)[1:], good, ""),
    }
    wrong = []
    for expected, (symbols, declared, more) in cases.items():
        files = {"capi/symbols.txt": "".join(f"{name}\n" for name in symbols), "capi/wald.h": more,
                 "capi/wald/core.h": "".join(declared.values())}
        found = checking.faults_of_files(files, faults)
        if len(found) != bool(expected) or found and expected not in found[0]:
            wrong.append(f"{expected or 'a header without a fault'}: {found}")
    return wrong


if __name__ == "__main__":
    checking.main(faults, self_check)
