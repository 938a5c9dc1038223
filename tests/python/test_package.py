"""The package as a whole: types, imports, the loader's messages."""

import ast
import importlib
import os
import pathlib
import subprocess
import sys

import pytest
import wald
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "tests" / "package"))
from foreign import foreign  # noqa: E402

PYTHON = SOURCE / "bindings" / "python"


def run(code, **environment):
    env = {**os.environ, "PYTHONPATH": str(PYTHON / "src"), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    env = {k: v for k, v in env.items() if v is not None}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_mypy_strict(mypy):
    done = mypy("-p", "wald")
    assert done.returncode == 0, done.stdout + done.stderr


def test_imports_numpy_alone():
    code = ("import sys, wald; wald.decide([[0.5]], 'f1')\n"
            "print(sorted({m.split('.')[0] for m in sys.modules} & "
            "{'pandas', 'polars', 'scipy', 'sklearn', 'matplotlib', 'numpy'}))")
    assert run(code) == (0, "['numpy']\n", "")


def test_parts_are_imported_when_asked_for():
    """Importing the package took 48 ms beyond NumPy with every part, and takes 9 ms without: less than NumPy itself."""
    code = ("import sys, wald; print(sorted(m for m in sys.modules if m.startswith('wald.')))\n"
            "print(sorted({'inspect', 'pathlib', 'dataclasses', 'tempfile', 'json'} & set(sys.modules) - before))\n"
            "import pickle; found = wald.choose_threshold([1, 0], [2.0, 1.0])\n"
            "print(type(found).__module__, pickle.loads(pickle.dumps(found)) == found, hasattr(wald, 'nothing'))")
    parts = ["wald._core", *(f"wald._core.{part}" for part in ("errors", "library", "rows", "table"))]
    expected = f"{parts}\n[]\nwald True False\n"
    assert run("import sys; before = set(sys.modules)\n" + code) == (0, expected, "")
    code = ("from wald.sklearn import ThresholdClassifier\nfrom wald._thresholds.thresholds import Thresholds\n"
            "print(Thresholds.__module__)")
    assert run(code) == (0, "wald\n", "")
    times = [run("import time; begin = time.process_time(); import numpy; middle = time.process_time(); import wald\n"
                 "print((time.process_time() - middle) / (middle - begin))")[1] for _ in range(5)]
    assert min(map(float, times)) < 0.5, times


def test_nothing_private_is_listed():
    shown = set(dir(wald))
    assert shown - set(wald.__all__) == {"__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"}
    assert shown >= set(wald.__all__) and "OptionError" in shown
    assert sorted(wald._PLACES) == sorted(set(wald.__all__) - {n for n in wald.__all__ if n.endswith("Error")}
                                          - {"Cancelled", "DecisionWarning", "LIBRARY_PATH", "datasets", "detections"})


def test_says_what_is_missing():
    code = ("import sys; sys.modules['sklearn'] = None\nimport wald\n"
            "try: wald.DecisionClassifier\nexcept ImportError as e: print(e)")
    hint = "which is not installed: pip install 'wald[sklearn]'"
    assert run(code)[1] == f"wald.DecisionClassifier needs scikit-learn, {hint}\n"
    code = ("import sys; sys.modules['pyarrow'] = None\n"
            "try: import wald.arrow\nexcept ImportError as e: print(e)")
    assert run(code)[1] == "wald.arrow needs pyarrow, which is not installed: pip install 'wald[arrow]'\n"
    code = ("import sys; sys.modules['pyspark'] = None\n"
            "try: import wald.spark\nexcept ImportError as e: print(e)")
    assert run(code)[1] == "wald.spark needs pyspark, which is not installed: pip install 'wald[spark]'\n"


def test_loader_by_environment(tmp_path):
    library = pathlib.Path(wald.LIBRARY_PATH).resolve()
    code = "import wald; print(wald.LIBRARY_PATH)"
    assert run(code, WALD_LIBRARY=str(library)) == (0, f"{library}\n", "")
    (tmp_path / "libwald.so").symlink_to(library)
    assert run(code, WALD_LIBRARY=str(tmp_path)) == (0, f"{tmp_path / 'libwald.so'}\n", "")


@pytest.mark.parametrize("what", ["absent", "text", "other"])
def test_loader_says_why(tmp_path, what):
    path = tmp_path / "libwald.so"
    if what == "text":
        path.write_text("no library")
    elif what == "other":
        import _ctypes

        path = pathlib.Path(_ctypes.__file__)
    code, _, err = run("import wald", WALD_LIBRARY=str(path))
    assert code == 1 and f"{path} (from the environment variable WALD_LIBRARY): " in err
    reason = {"absent": "there is no such file", "text": "file too short", "other": "it has no wald_abi_version"}[what]
    assert reason in err or what == "text" and "invalid ELF header" in err


def test_loader_names_the_platform_of_a_file(tmp_path):
    made = foreign(pathlib.Path(wald.LIBRARY_PATH).read_bytes())
    assert len(made) == 4
    for name, content in made.items():
        path = tmp_path / "a library"
        path.write_bytes(content)
        code, _, err = run("import wald", WALD_LIBRARY=str(path))
        assert code == 1 and f"{path} (from the environment variable WALD_LIBRARY): " in err
        assert f"; it is for {name}\n" in err, err
        assert "ImportError: wald cannot load its library on linux-" in err and "Install the wheel for linux-" in err


def test_loader_lists_every_path():
    code, _, err = run("import wald", WALD_LIBRARY=None, LD_LIBRARY_PATH=None)
    inside = PYTHON / "src" / "wald" / "lib"
    if code == 0:
        pytest.skip("libwald is installed in the system")
    for name in ("libwald.so.1", "libwald.so"):
        assert f"  {inside / name}: there is no such file" in err
        assert f"  {name} (where the system's loader looks): " in err
    assert "set WALD_LIBRARY to the file" in err


def test_everything_public_is_documented():
    for name in wald.__all__:
        thing = getattr(wald, name)
        if not isinstance(thing, (str, int)):
            assert (thing.__doc__ or "").strip(), name
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                        assert (getattr(value, "__doc__", None) or "").strip(), f"{name}.{member}"


def test_doctests():
    import doctest

    modules = [path.relative_to(PYTHON / "src").with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
               for path in (PYTHON / "src" / "wald").rglob("*.py")]
    for name in modules:
        if name.startswith(("wald.spark", "wald._spark")):
            continue  # needs pyspark: tests/spark
        module = importlib.import_module(name)
        assert doctest.testmod(module).failed == 0, module


def imported(path, root):
    """The files of the package that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1]
            base = base.joinpath(*(node.module or "").split(".")) if node.module else base
            for name in [None, *(alias.name for alias in node.names)]:
                found = base if name is None else base / name
                for file in (found.with_suffix(".py"), found / "__init__.py"):
                    if file.exists() and file != path and root in file.parents:
                        yield file


def test_imports_have_no_circle():
    root = PYTHON / "src" / "wald"
    graph = {path: set(imported(path, root)) for path in root.rglob("*.py") if path != root / "__init__.py"}
    done, path = set(), []

    def visit(file):
        assert file not in path, [str(each.relative_to(root)) for each in path]
        if file not in done and file in graph:
            path.append(file)
            for other in graph[file]:
                visit(other)
            done.add(path.pop())

    for file in graph:
        visit(file)
    assert len(done) > 40


def test_folders_are_small():
    root = PYTHON / "src" / "wald"
    for folder in {path.parent for path in root.rglob("*.py")}:
        own = [path for path in folder.glob("*.py") if not path.read_text().startswith("# Written by")]
        assert len(own) <= 25, folder
