"""Finds tests of the core that start threads without the tag [threads], by which the thread sanitizer chooses its tests.

  check_tags.py ROOT          checks tests/core below ROOT
  check_tags.py --self-check  checks made-up files

A test starts threads if its text has the word "threads".
"""

import re

from checking import faults_of_files, main

TEST = re.compile(r'^TEST_CASE\("([^"]*)"(?:,\s+"([^"]*)")?\) \{$.*?^\}$', re.M | re.S)


def faults(root):
    for path in sorted((root / "tests/core").glob("test_*.cpp")):
        for test in TEST.finditer(path.read_text(encoding="utf-8")):
            name, tags = test.groups()
            if re.search(r"\bthreads\b", test.group()) and "[threads]" not in (tags or ""):
                yield f"{path.relative_to(root)}: the test \"{name}\" starts threads and needs the tag [threads]"


def self_check():
    path = "tests/core/test_x.cpp"
    for text, wanted in (('TEST_CASE("a") {\n  options.threads = 2;\n}\n', 1),
                         ('TEST_CASE("a", "[levels]") {\n  options.threads = 2;\n}\n', 1),
                         ('TEST_CASE("a",\n          "[levels]") {\n  options.threads = 2;\n}\n', 1),
                         ('TEST_CASE("a", "[levels][threads]") {\n  options.threads = 2;\n}\n', 0),
                         ('TEST_CASE("a") {\n}\nvoid f(int threads) {\n}\nTEST_CASE("b") {\n}\n', 0)):
        if len(faults_of_files({path: text}, faults)) != wanted:
            yield f"not {wanted} faults in {text!r}"


if __name__ == "__main__":
    main(faults, self_check)
