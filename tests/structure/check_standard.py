"""Finds names of the standard library that a file of C++ uses without including their header. Where files are compiled in
groups (CMake's unity build), or where another header happens to bring the name, nobody notices until the file is
compiled by itself, or by another library.

  check_standard.py ROOT         checks core, capi and bindings/cli below ROOT
  check_standard.py --self-check checks made-up trees, each with one fault, and one without

What a file includes is what it names, and what that includes of the project.
"""

import pathlib
import re

import checking

from check_includes import included, sources

# Those that come with one header alone.
NAMES = {
    "algorithm": "adjacent_find all_of any_of clamp copy_n count count_if equal_range fill_n find find_if find_if_not is_sorted "
                 "lexicographical_compare lower_bound make_heap max_element min_element minmax_element none_of nth_element "
                 "partial_sort partition partition_point pop_heap push_heap reverse rotate sort stable_partition stable_sort "
                 "transform unique upper_bound",
    "atomic": "atomic",
    "charconv": "from_chars to_chars",
    "cmath": "ceil copysign exp expm1 fabs floor fmod frexp hypot isfinite isinf isnan ldexp lgamma log log1p lround "
             "nextafter pow signbit sqrt trunc",
    "condition_variable": "condition_variable",
    "cstdlib": "getenv strtod",
    "cstring": "memcmp memcpy memmove memset strcmp strlen",
    "exception": "current_exception exception",
    "fstream": "ifstream ofstream",
    "functional": "function greater hash less reference_wrapper",
    "iterator": "back_inserter make_move_iterator",
    "limits": "numeric_limits",
    "map": "map multimap",
    "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "lock_guard mutex unique_lock",
    "new": "bad_alloc nothrow",
    "numeric": "accumulate iota",
    "optional": "nullopt optional",
    "queue": "priority_queue queue",
    "set": "multiset set",
    "sstream": "istringstream ostringstream",
    "string": "string to_string",
    "string_view": "string_view",
    "thread": "thread",
    "tuple": "make_tuple tie tuple",
    "type_traits": "conditional_t decay_t enable_if_t is_floating_point_v is_integral_v is_same_v",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "variant": "get_if holds_alternative variant visit",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}
PARTS = ("core", "capi", "bindings/cli")
ANGLED = re.compile(r"^\s*#\s*include\s+<([^>]+)>", re.MULTILINE)


def faults(root):
    root = pathlib.Path(root).resolve()
    texts = {path.resolve(): path.read_text(encoding="utf-8") for path in sources(root, PARTS) if path.suffix in (".cpp", ".hpp")}

    def headers_of(path, seen):
        """The headers of others that a file includes, by way of the project's."""
        if path in seen:
            return set()
        seen.add(path)
        others = set(ANGLED.findall(texts[path]))
        return others.union(*(headers_of(own, seen) for own in included(path, root) if own in texts))

    found = []
    for path, text in texts.items():
        code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', " ", text, flags=re.DOTALL)
        headers = headers_of(path, set())
        for name in sorted(set(re.findall(r"\bstd::(\w+)", code))):
            if name in HEADER_OF and HEADER_OF[name] not in headers:
                found.append(f"{path.relative_to(root)} uses std::{name} without <{HEADER_OF[name]}>")
    return found


def self_check():
    use = "inline std::vector<int> x;\n"
    cases = [
        ({"core/a.cpp": "#include <vector>\n" + use}, None),
        ({"core/a.cpp": "#include <string>\n" + use}, "core/a.cpp uses std::vector without <vector>"),
        ({"core/a.hpp": "#include <vector>\n", "core/b.cpp": '#include "core/a.hpp"\n' + use}, None),
        ({"core/a.hpp": '#include "core/b.hpp"\n', "core/b.hpp": '#include "core/a.hpp"\n' + use},
         "core/b.hpp uses std::vector without <vector>"),
        ({"bindings/cli/in/a.hpp": "#include <vector>\n", "bindings/cli/b.cpp": '#include "in/a.hpp"\n' + use}, None),
        ({"core/a.cpp": "// std::vector\nconst char *of = \"std::vector\";  /* std::sort\n std::map */\n"}, None),
    ]
    for files, expected in cases:
        got = checking.faults_of_files(files, faults)
        if got != ([expected] if expected else []):
            yield (f"{sorted(files)}: {got}, expected {expected or 'no fault'}")


if __name__ == "__main__":
    checking.main(faults, self_check)
