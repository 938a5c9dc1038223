"""Compiles the stages for Java and their test against the jars of a Spark, and packs them as their users get them."""

import pathlib
import subprocess
import zipfile


def pack(jar, *folders):
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for folder in folders:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(folder).as_posix())
    return jar


def compiled(sources, classpath, to):
    to.mkdir(parents=True, exist_ok=True)
    files = [str(path) for folder in sources for path in sorted(folder.rglob("*.java"))
             if path.name != "module-info.java"]
    command = ["javac", "--release", "17", "-Xlint:all,-processing,-classfile,-path", "-Werror", "-d", str(to), "-cp",
               classpath, *files]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout)
    return to


def jars(source, project, spark, folder):
    """The base package, the stages and the test, as three jars. `project` is the assembled Maven project of the base
    package, `spark` the folder of Spark's own jars."""
    base = compiled([project / "src" / "main" / "java"], "", folder / "base")
    wald = pack(folder / "wald.jar", base, project / "src" / "main" / "resources", project / "natives")
    stages = source / "bindings" / "java" / "spark" / "src" / "main"
    classes = compiled([stages / "java"], f"{spark}/*:{wald}", folder / "stages")
    made = pack(folder / "wald-spark.jar", classes, stages / "resources")
    tested = compiled([source / "tests" / "spark" / "java"], f"{spark}/*:{wald}:{made}", folder / "test")
    return [wald, made, pack(folder / "test.jar", tested)]


if __name__ == "__main__":
    import sys

    print(*jars(*(pathlib.Path(each) for each in sys.argv[1:5])))
