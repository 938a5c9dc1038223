#!/usr/bin/env python3
"""How long a JVM takes to its first decision, by jar: with the native library to be extracted, and with it extracted.

    cold_start.py [NAME=]JAR... [--rounds 15]       e.g. before=old/wald-0.1.0.jar after=new/wald-0.1.0.jar

All jars take turns in each round, so that other work on the machine falls on each. Prints the medians: of the JVM alone,
which no library can make shorter; of the first decision, counted from the first line of main; of the CPU time of the
whole process beyond the JVM's; and the size of the jar. Needs a JDK of 17 or later and Python 3.
"""

import argparse
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

PROGRAM = """
import org.libwald.*;

public class First {
  public static void main(String[] arguments) {
    long begin = System.nanoTime();
    int k = arguments.length == 0 ? Metric.of("f1").decide(new double[] {0.9, 0.45, 0.4, 0.1}).k() : 3;
    long end = System.nanoTime();
    System.out.println(k);
    System.out.println(end - begin);
  }
}
"""


def run(command):
    """Milliseconds: on the wall, of CPU, and to the first decision."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    k, nanoseconds = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if k != "3":
        raise SystemExit(f"{command} decides {k} labels, and not 3")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1e3 * wall, 1e3 * cpu, 1e-6 * int(nanoseconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("jars", nargs="+", metavar="[NAME=]JAR")
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    jars = {}
    for text in given.jars:
        name, _, path = text.rpartition("=")
        jars[name or pathlib.Path(path).stem] = pathlib.Path(path).resolve(strict=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "First.java").write_text(PROGRAM)
        subprocess.run(["javac", "-cp", next(iter(jars.values())), "-d", folder, folder / "First.java"], check=True)
        found = {}
        for _ in range(given.rounds):
            for name, jar in jars.items():
                home = folder / "home"
                shutil.rmtree(home, ignore_errors=True)
                command = ["java", f"-Duser.home={home}", "-cp", f"{jar}:{folder}", "First"]
                for what, more in (("alone", ["nothing"]), ("first", []), ("later", [])):
                    found.setdefault((name, what), []).append(run(command + more))
    middle = {key: [statistics.median(column) for column in zip(*rows)] for key, rows in found.items()}
    print("| jar | size: MB | the JVM alone: ms | first decision, extracting: ms | extracted: ms | CPU, extracting: ms "
          "| extracted: ms |")
    print("|---|---|---|---|---|---|---|")
    for name, jar in jars.items():
        alone, first, later = (middle[name, what] for what in ("alone", "first", "later"))
        print(f"| {name} | {jar.stat().st_size / 1e6:.1f} | {alone[0]:.0f} | {first[2]:.0f} | {later[2]:.0f} "
              f"| {first[1] - alone[1]:.0f} | {later[1] - alone[1]:.0f} |")


if __name__ == "__main__":
    main()
