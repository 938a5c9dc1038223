"""What the checks of this folder share: made-up trees for their self-checks, and their two forms of call."""

import pathlib
import sys
import tempfile


def faults_of_files(files, faults):
    """What faults(root) finds in a tree of these files, given as {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return list(faults(root))


def main(faults, self_check):
    """SCRIPT ROOT prints the faults of a tree, SCRIPT --self-check what the check itself gets wrong; both fail on any."""
    found = list(self_check() if sys.argv[1] == "--self-check" else faults(pathlib.Path(sys.argv[1])))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)
