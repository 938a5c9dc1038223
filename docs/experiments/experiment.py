"""What the experiments share: an environment with an experiment's packages, in which its compare.py runs beside the
library that was built; and its results, which go into its README.md where that is asked for."""

import argparse
import importlib.util
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- results: written by run.py -->\n", "<!-- end of results -->\n"


def environments():
    """The module that makes the environments of the tests."""
    spec = importlib.util.spec_from_file_location("environments", SOURCE / "tests" / "python" / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parser(description):
    out = argparse.ArgumentParser(description=description.split("\n")[0])
    out.add_argument("--build", type=pathlib.Path, default=SOURCE / "build")
    out.add_argument("--write", action="store_true", help="put the results into README.md and the pictures here")
    return out


def run(here, arguments, further, cache=None):
    """Runs here/compare.py with the folders of its results and its cache, and `further` arguments."""
    name = here.name
    if not os.environ.get("WALD_DATA"):
        print(f"SKIPPED: {name} (WALD_DATA does not name the folder of the data sets)")
        return 77
    library = next(iter(sorted(arguments.build.resolve().glob("capi/libwald.so*"))), None)
    if library is None:
        print(f"There is no capi/libwald.so in {arguments.build}: build it, or name the folder with --build")
        return 2
    made = environments()
    folder = arguments.build.resolve() / "experiments"
    lines = (here / "requirements.txt").read_text().splitlines()
    python = made.environment(name, folder / f"{name}-venv", [x for x in lines if x and not x.startswith("#")])
    output = folder / name
    output.mkdir(parents=True, exist_ok=True)
    env = {**made.clean_environment(), "WALD_LIBRARY": str(library), "PYTHONDONTWRITEBYTECODE": "1",
           "PYTHONPATH": str(SOURCE / "bindings" / "python" / "src"), "MPLCONFIGDIR": str(folder / "matplotlib")}
    # Processes may share the cores; libraries within them take one thread each.
    env.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    command = [python, here / "compare.py", output, (cache or folder / f"{name}-cache").resolve(), *further]
    status = subprocess.run([str(x) for x in command], env=env, check=False).returncode
    if status == 0 and arguments.write:
        readme = here / "README.md"
        before, _, rest = readme.read_text().partition(BEGIN)
        _, _, after = rest.partition(END)
        readme.write_text(before + BEGIN + "\n" + (output / "results.md").read_text() + "\n" + END + after)
        for picture in output.glob("*.svg"):
            (here / picture.name).write_bytes(picture.read_bytes())
    return status
