#!/usr/bin/env python3
"""Runs the tests of wald.spark and of wald-spark for Java, in a virtual environment of their own that has the wheel.

    run.py BUILD SOURCE LIBRARY [PROJECT]

PROJECT is the assembled Maven project of the Java package; without it the stages for Java are left out. The environment
variable WALD_SPARK names where Spark runs: connect (the default), local[2,4], local-cluster[2,1,1024]. Where pyspark or a
JVM cannot be had the test is skipped by name, with code 77; where the environment variable CI is set that is an error.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python"), str(HERE)]
import build_jars  # noqa: E402
from run import bytecode, clean_environment, environment, skip  # noqa: E402


def requirements():
    lines = os.environ.get("WALD_SPARK_REQUIREMENTS") or (HERE / "requirements.txt").read_text()
    return [word for line in lines.splitlines() if line and not line.startswith("#") for word in line.split()]


def install_wheel(python, source, library, folder):
    """The package as its users have it: executors find the library inside."""
    shutil.rmtree(folder / "dist", ignore_errors=True)
    subprocess.run([sys.executable, source / "bindings" / "python" / "build_wheel.py", "--library", library, "--output",
                    folder / "dist"], check=True, env=clean_environment(), stdout=subprocess.DEVNULL)
    (wheel,) = (folder / "dist").glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps",
                    "--force-reinstall", wheel], check=True, env=clean_environment())


def main():
    build, source, library, *project = (pathlib.Path(each).resolve() for each in sys.argv[1:5])
    if not shutil.which("java"):
        skip("spark", "Spark needs a JVM of 17 or later: apt install default-jdk-headless")
    folder = build / "spark"
    folder.mkdir(exist_ok=True)
    python = environment("spark", folder / os.environ.get("WALD_SPARK_VENV", "venv"), requirements())
    install_wheel(python, source, library, folder)
    command = [python, "-c", "import pyspark; print(pyspark.__path__[0])"]
    home = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
    env = {**clean_environment(), "WALD_SOURCE": str(source), "SPARK_HOME": home, "PYSPARK_PYTHON": str(python),
           "PYTHONWARNINGS": "ignore::FutureWarning", **bytecode(build)}
    # JVMs that live for a minute compile quickly rather than well.
    env.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    if project and shutil.which("javac"):
        shutil.rmtree(folder / "jars", ignore_errors=True)
        jars = build_jars.jars(source, project[0], pathlib.Path(home) / "jars", folder / "jars")
        env["WALD_SPARK_JARS"] = ",".join(map(str, jars))
    tests = [str(source / "tests" / "spark"), *sys.argv[5:]]
    return subprocess.run([python, "-m", "pytest", "-q", "-rsx", "--tb=short", "-p", "no:cacheprovider", "--no-header",
                           "--durations=8", *tests], env=env, cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
