#!/usr/bin/env python3
"""Runs the tests of the Java package in the Maven project that the build assembled.

    run.py suite SOURCE PROJECT RUNNER      the JUnit suite
    run.py jars SOURCE PROJECT RUNNER       builds the jar, its sources and its Javadoc
    run.py jar SOURCE PROJECT RUNNER        the jar as users get it, from an empty folder
    run.py noexec SOURCE PROJECT RUNNER     the jar where files may not be mapped as code

RUNNER is the C++ runner of the conformance cases, whose numbers those of Java must equal, bit for bit. Where Maven can
have neither its local repository's nor Maven Central's plugins the suite is skipped by name, with code 77; where the
environment variable CI is set that is an error. Where nothing may be mounted, and nothing is mounted noexec, the last is
skipped by name. Python 3 alone.
"""

import hashlib
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "package"))
from foreign import foreign  # noqa: E402

SKIPPED = 77
MISSING = "Maven's plugins and JUnit can be had neither from the local repository nor from Maven Central"
MAX_JAR = 4_300_000, 20_000_000  # with one native, and with those of several platforms


def skip(test, why):
    if os.environ.get("CI"):
        print(f"ERROR: {test}: {why}")
        sys.exit(1)
    print(f"SKIPPED: {test} ({why})")
    sys.exit(SKIPPED)


def maven(project, *arguments):
    """Offline where the local repository has everything, else online."""
    quick = {"MAVEN_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}  # it lives too short to compile itself well
    for offline in (["-o"], []):
        done = subprocess.run(["mvn", "-B", "-q", *offline, "-f", str(project / "pom.xml"), *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              env={**quick, **os.environ})
        unresolved = "could not be resolved" in done.stdout or "Could not resolve" in done.stdout \
            or "Cannot access" in done.stdout
        if not unresolved:
            return done
    return None


def suite(source, project, runner):
    bits = project / "bits"
    shutil.rmtree(bits, ignore_errors=True)
    bits.mkdir()
    for cases in sorted((source / "tests" / "conformance" / "cases").glob("*.jsonl")):
        with open(bits / (cases.name + ".bits"), "w") as out:
            subprocess.run([runner, "--bits", cases], stdout=out, stderr=subprocess.DEVNULL, check=True)
    shutil.rmtree(project / "target", ignore_errors=True)
    done = maven(project, "test")
    if done is None:
        skip("java", MISSING)
    print(done.stdout)
    for dump in (project / "target" / "surefire-reports").glob("*.dump*"):
        broken = sorted({line for line in dump.read_text(errors="replace").splitlines() if "in native method" in line})
        if broken:
            print("a rule of JNI is broken:", *broken, sep="\n")
            return 1
    reports = list((project / "target" / "surefire-reports").glob("*.txt"))
    lines = [line for report in reports for line in report.read_text().splitlines()]
    print(*(line for line in lines if line.startswith("Tests run")), sep="\n")
    return done.returncode or (not reports)


def jars(_, project, __):
    for old in (project / "target").glob("*.jar"):
        old.unlink()
    done = maven(project, "package", "-DskipTests")
    if done is None:
        skip("java-jars", MISSING)
    print(done.stdout)
    return done.returncode


# ---- The jar -------------------------------------------------------------------------------------

CHECK = """
import org.libwald.*;

public class Check {
  public static void main(String[] arguments) {
    try (Metric f1 = Metric.of("f1")) {
      System.out.println(f1.decide(new double[] {0.9, 0.45, 0.4, 0.1}));
      System.out.println(Wald.libraryPath());
    } catch (UnsatisfiedLinkError wrong) {
      System.out.println(wrong.getMessage());
    }
  }
}
"""
ANSWER = "Decision(k=3, indices=[0, 1, 2], expected=0.6903057142857144, algorithm="


class Jar:
    def __init__(self, jar, folder):
        shutil.rmtree(folder, ignore_errors=True)
        self.jar, self.folder = jar, folder
        self.empty, self.home, self.classes, self.temporary = (folder / n for n in ("empty", "home", "classes", "tmp"))
        for made in (self.empty, self.home, self.classes, self.temporary):
            made.mkdir(parents=True)
        (folder / "Check.java").write_text(CHECK)
        subprocess.run(["javac", "-cp", jar, "-d", self.classes, folder / "Check.java"], check=True)

    def run(self, *properties, jar=None, environment=(), prefix=()):
        env = {k: v for k, v in os.environ.items() if k not in ("LIBWALD_TMPDIR", "XDG_CACHE_HOME", "LD_LIBRARY_PATH")}
        env.update(environment)
        given = {"user.home": self.home, "java.io.tmpdir": self.temporary, "java.library.path": self.empty}
        command = [*prefix, "java", *(f"-D{k}={v}" for k, v in given.items()), *properties, "-cp",
                   f"{jar or self.jar}{os.pathsep}{self.classes}", "Check"]
        done = subprocess.run(list(map(str, command)), cwd=self.empty, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        # The JVM itself may have a word on a file that is no library.
        said = [line for line in done.stderr.splitlines() if "stack guard" not in line and "execstack" not in line]
        assert done.returncode == 0 and not said, (done.stdout, done.stderr)
        return done.stdout

    def loads(self, *properties, **more):
        """The path of the library that was loaded."""
        lines = self.run(*properties, **more).splitlines()
        assert lines[0].startswith(ANSWER), lines
        return pathlib.Path(lines[1])

    def refuses(self, words, *properties, **more):
        text = self.run(*properties, **more)
        assert text.startswith("org.libwald cannot load its native library. Tried:\n"), text
        for word in words:
            assert str(word) in text, (word, text)
        return text


def natives_of(jar):
    with zipfile.ZipFile(jar) as opened:
        return sorted(n for n in opened.namelist() if "/natives/" in n and not n.endswith("/"))


def contents(jar, listed):
    """What the jars hold; the native for this machine."""
    natives = natives_of(jar)
    places = {place: name for name, place in listed}
    folder = "org/libwald/natives/"
    here = {n.removeprefix(folder).rpartition("/")[0]: n for n in natives}
    known = [place for place in here if place in places]
    beside = {path.stem.removeprefix(jar.stem + "-"): path for path in jar.parent.glob(jar.stem + "-*.jar")}
    assert set(beside) == {"sources", "javadoc", "nolib"} | {places[place] for place in known}, beside
    for name, path in {"": jar, **beside}.items():
        if name in ("sources", "javadoc"):
            continue
        with zipfile.ZipFile(path) as opened:
            names = set(opened.namelist())
            manifest = opened.read("META-INF/MANIFEST.MF").decode()
        for wanted in ("META-INF/LICENSE", "META-INF/NOTICE", "org/libwald/VERSION", "org/libwald/platforms",
                       "org/libwald/data/yeast.csv", "org/libwald/Metric.class", "module-info.class"):
            assert wanted in names, (name, wanted)
        foreigners = [n for n in names if not n.startswith(("META-INF/", "org/libwald/", "org/")) and n != "module-info.class"]
        assert not foreigners and not [n for n in names if "Test" in n or "/examples/" in n or n.endswith(".java")]
        assert "Automatic-Module-Name" not in manifest and "Enable-Native-Access: ALL-UNNAMED" in manifest
    with zipfile.ZipFile(jar) as opened:
        digests = [f"{hashlib.sha256(opened.read(n)).hexdigest()}  {n.removeprefix(folder)}" for n in natives]
        assert sorted(opened.read("org/libwald/digests").decode().splitlines()) == sorted(digests)
    assert natives_of(beside["nolib"]) == []
    for place in known:
        assert natives_of(beside[places[place]]) == [here[place]], place
        with zipfile.ZipFile(jar) as small, zipfile.ZipFile(beside[places[place]]) as quick:
            forms = [opened.getinfo(here[place]).compress_type for opened in (small, quick)]
        assert forms == [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED], (place, forms)
    for suffix, wanted in (("sources", "org/libwald/Metric.java"),
                           ("javadoc", "org.libwald/org/libwald/Metric.html")):
        with zipfile.ZipFile(beside[suffix]) as opened:
            assert wanted in opened.namelist(), suffix
            assert not natives_of(beside[suffix])
            assert not [n for n in opened.namelist() if suffix == "javadoc" and "/Native" in n]
    return here


def central(project):
    """What Maven Central asks of a pom and is known."""
    root = ElementTree.parse(project / "pom.xml").getroot()
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    for path in ("groupId", "artifactId", "version", "name", "description", "licenses/license/name",
                 "licenses/license/url", "developers/developer/name"):
        found = root.find("/".join("m:" + step for step in path.split("/")), space)
        assert found is not None and found.text.strip(), path
    assert all(one.find("m:scope", space).text == "test" for one in root.iterfind("m:dependencies/m:dependency", space))


def same_again(jar, project):
    """Made again elsewhere, every jar has the same bytes."""
    again = project.parent / "again"
    shutil.rmtree(again, ignore_errors=True)
    shutil.copytree(project, again, ignore=shutil.ignore_patterns("target", "bits"))
    done = maven(again, "package", "-DskipTests")
    assert done is not None and done.returncode == 0, done and done.stdout
    made = sorted((again / "target").glob("*.jar"))
    assert len(made) >= 5
    for one in made:
        assert one.read_bytes() == (jar.parent / one.name).read_bytes(), f"{one.name} differs"
    shutil.rmtree(again)


def as_module(jar):
    """The jar is a module, and a module that requires it runs."""
    said = subprocess.run(["java", "-p", jar.jar, "--describe-module", "org.libwald"], capture_output=True, text=True,
                          check=True)
    lines = said.stdout.split("\n")
    version = jar.jar.stem.removeprefix("wald-")
    assert lines[0].startswith(f"org.libwald@{version} file:"), lines
    said = [line for line in lines[1:] if line and not line.startswith(("contains org.libwald.natives",
                                                                                  "contains org.libwald.data"))]
    assert sorted(said) == ["exports org.libwald", "requires java.base mandated"], lines
    sources, classes = jar.folder / "module", jar.folder / "module-classes"
    (sources / "check").mkdir(parents=True)
    (sources / "module-info.java").write_text("module check { requires org.libwald; }")
    (sources / "check" / "Check.java").write_text("package check;" + CHECK)
    subprocess.run(["javac", "-p", jar.jar, "-d", classes, *sources.rglob("*.java")], check=True)
    done = subprocess.run(["java", f"-Duser.home={jar.home}", "-p", f"{jar.jar}{os.pathsep}{classes}", "-m",
                           "check/check.Check"], cwd=jar.empty, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith(ANSWER), (done.stdout, done.stderr)


def extraction(jar):
    first = jar.loads()
    assert first.parent.parent == jar.home / ".cache" / "libwald", first
    for folder in (first.parent, first.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700, folder
    made = first.stat().st_mtime_ns
    assert jar.loads() == first and first.stat().st_mtime_ns == made  # extracted once
    whole = first.read_bytes()
    first.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))
    assert jar.loads() == first and first.read_bytes() == whole  # what is there must be whole
    assert sorted(p.name for p in first.parent.iterdir()) == [first.name]
    assert not list(jar.empty.iterdir()) and not list(jar.temporary.iterdir())

    chosen = jar.folder / "chosen"
    for where in ({"properties": [f"-Dorg.libwald.tmpdir={chosen}"]}, {"environment": {"LIBWALD_TMPDIR": str(chosen)}}):
        path = jar.loads(*where.get("properties", []), environment=where.get("environment", {}))
        assert path.parents[2] == chosen and path.parents[1].name.startswith("libwald-"), path
        shutil.rmtree(chosen)
    path.parents[1].mkdir(parents=True)
    path.parents[1].chmod(0o777)
    jar.refuses([path, "can be written to by other users", "-Dorg.libwald.tmpdir=FOLDER"],
                f"-Dorg.libwald.tmpdir={chosen}")
    # Where one folder will not do, the next is tried.
    cache = jar.folder / "cache"
    cache.write_text("a file")
    log, settings = jar.folder / "log", jar.folder / "logging.properties"
    handler = "java.util.logging.FileHandler"
    settings.write_text(f"handlers={handler}\n{handler}.pattern={log}\n{handler}.level=ALL\norg.libwald.level=FINE\n")
    path = jar.loads(f"-Djava.util.logging.config.file={settings}", environment={"XDG_CACHE_HOME": str(cache)})
    assert path.parents[2] == jar.temporary, path
    said = log.read_text()
    assert f"the native library is {path}, after these would not do:" in said and str(cache / "libwald") in said, said
    # A jar that others have put together has no digests, or wrong ones: what is extracted is of its own native all the same.
    for digests in (None, b"", b"0" * 64 + b"  linux/x86_64/gnu/libwald_java.so\n"):
        other = jar.folder / "digests.jar"
        with zipfile.ZipFile(jar.jar) as old, zipfile.ZipFile(other, "w") as new:
            for item in old.infolist():
                if item.filename != "org/libwald/digests":
                    new.writestr(item, old.read(item))
                elif digests is not None:
                    new.writestr(item, digests)
        path = jar.loads(jar=other)
        assert path.read_bytes() == whole and (digests or path == first), path
    return whole


def order(jar, whole):
    elsewhere = jar.folder / "elsewhere"
    elsewhere.mkdir()
    name = "libwald_java.so" if sys.platform.startswith("linux") else "libwald_java.dylib"
    library = elsewhere / name
    library.write_bytes(whole)
    assert jar.loads(f"-Dorg.libwald.library={library}") == library
    assert jar.loads(f"-Dorg.libwald.library={elsewhere}") == library
    assert jar.loads(f"-Djava.library.path={jar.empty}{os.pathsep}{elsewhere}") == library
    absent = elsewhere / "absent.so"
    text = jar.refuses([f"{absent} (system property org.libwald.library): there is no such file"],
                       f"-Dorg.libwald.library={absent}")
    assert "the jar:" not in text and "java.library.path" not in text, text
    absent.write_text("no library")
    jar.refuses([f"{absent} (system property org.libwald.library): ", "file too short"],
                f"-Dorg.libwald.library={absent}")
    # The JVM's message has the path behind a link.
    link = jar.folder / "link"
    link.symlink_to(elsewhere)
    text = jar.refuses([f"{link / 'absent.so'} (system property org.libwald.library): ", "file too short"],
                       f"-Dorg.libwald.library={link / 'absent.so'}")
    assert str(absent) not in text, text
    # A library of other functions, as that for C is.
    loaded = pathlib.Path("/proc/self/maps")
    if loaded.exists():
        other = next(line.split()[-1] for line in loaded.read_text().splitlines() if "libc.so" in line or "libc-" in line)
        jar.refuses([f"{other} (system property org.libwald.library): it is not the native library of these classes, "
                     f"which is called {name}"], f"-Dorg.libwald.library={other}")


def relocated(jar):
    """Classes that a tool has moved to another package, as maven-shade does, with the texts that hold the name."""
    classes, moved = jar.folder / "moved-classes", jar.folder / "moved.jar"

    def renamed(text):
        return text.replace(b"org/libwald", b"own/libwald").replace(b"org.libwald", b"own.libwald")

    with zipfile.ZipFile(jar.jar) as whole, zipfile.ZipFile(moved, "w") as out:
        for name in whole.namelist():
            if name != "module-info.class" and not name.endswith("/"):
                content = whole.read(name)
                out.writestr(name.replace("org/libwald", "own/libwald"),
                             renamed(content) if name.endswith(".class") else content)
    classes.mkdir()
    source = classes / "Check.java"
    source.write_bytes(renamed(CHECK.encode()))
    subprocess.run(["javac", "-cp", moved, "-d", classes, source], check=True)
    done = subprocess.run(["java", "-cp", f"{moved}{os.pathsep}{classes}", "Check"], capture_output=True, text=True,
                          check=False)
    assert done.stdout.startswith("the classes of org.libwald were moved to own.libwald") \
        and "exclude org.libwald from relocation" in done.stdout, (done.stdout, done.stderr)


def other_machines(jar, whole, listed):
    jar.refuses([f"{jar.empty / 'libwald_java.so'} (java.library.path): there is no such file",
                 "the jar: it has no org/libwald/natives/linux/riscv64/", "build bindings/java on a machine like this one",
                 "-Dorg.libwald.library=FILE"], "-Dos.arch=riscv64")
    held = [name for name, place in listed if any(f"/{place}/" in n for n in natives_of(jar.jar))]
    without = jar.jar.with_name(jar.jar.stem + "-nolib.jar")
    version = jar.jar.stem
    for jar_file, has in ((jar.jar, ", ".join(held)), (without, "no platform")):
        for name, place in listed:
            if jar_file == without or name not in held:
                system, processor, libc = place.split("/")
                if libc == "musl":
                    continue  # a JVM tells that by what it has loaded
                system = {"macos": "Mac OS X", "windows": "Windows 10", "linux": "Linux"}[system]
                jar.refuses([f"the jar: it has no org/libwald/natives/{place}/", f"it has natives for {has}",
                             f"{version}-{name}.jar (that classifier in Maven)"],
                            f"-Dos.name={system}", f"-Dos.arch={processor}", jar=jar_file)
    library = jar.folder / "elsewhere" / "libwald_java.so"
    assert jar.loads(f"-Dorg.libwald.library={library}", jar=without) == library
    # Files for other platforms.
    for name, content in foreign(whole).items():
        file = jar.folder / f"{name}.so"
        file.write_bytes(content)
        jar.refuses([f"{file} (system property org.libwald.library): ", f"the file is for {name}: this JVM runs on linux-"],
                    f"-Dorg.libwald.library={file}")
    # The classes of another release refuse the library.
    other = jar.folder / "other.jar"
    with zipfile.ZipFile(jar.jar) as old, zipfile.ZipFile(other, "w") as new:
        for item in old.infolist():
            new.writestr(item, b"9.9.9\n" if item.filename == "org/libwald/VERSION" else old.read(item))
    jar.refuses(["it is of release ", ": these classes are of 9.9.9"], jar=other)


LOADERS = """
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public class Loaders {
  public static void main(String[] arguments) throws Exception {
    URL[] jar = {Path.of(arguments[0]).toUri().toURL()};
    ExecutorService pool = Executors.newFixedThreadPool(8);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 16; ++i) {
      ClassLoader own = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader());
      answers.add(pool.submit(() -> {
        Class<?> metric = own.loadClass("org.libwald.Metric");
        Object f1 = metric.getMethod("of", String.class).invoke(null, "f1");
        return metric.getMethod("decide", double[].class).invoke(f1, new double[] {0.9, 0.45, 0.4, 0.1}).toString()
            + " " + own.loadClass("org.libwald.Wald").getMethod("libraryPath").invoke(null);
      }));
    }
    for (Future<String> answer : answers) {
      System.out.println(answer.get());
    }
    pool.shutdown();
  }
}
"""


def class_loaders(jar, library):
    """Sixteen class loaders of one JVM, each with the jar: each has the library to itself, from the jar or a file."""
    program = jar.folder / "Loaders.java"
    program.write_text(LOADERS)
    cache = jar.home / ".cache" / "libwald"
    for more in ([], [f"-Dorg.libwald.library={library}"]):
        done = subprocess.run(["java", f"-Duser.home={jar.home}", *more, program, jar.jar], cwd=jar.empty, text=True,
                              capture_output=True, check=False)
        lines = done.stdout.splitlines()
        assert done.returncode == 0 and len(lines) == 16 and not done.stderr, (done.stdout, done.stderr)
        assert all(line.startswith(ANSWER) for line in lines) and len({line.split()[-1] for line in lines}) == 1, lines
    left = [path.name for path in cache.iterdir() if path.name.startswith("copy")]
    assert not left, left


# Servers load an application anew in a class loader of its own; one that is closed must not stay. The library's threads
# live on for some seconds, and with them what a callback has left there.
CLOSED_LOADERS = """
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

class ClosedLoaders {
  static void decideOnThreads(ClassLoader own, Class<?> metric) throws Exception {
    Class<?> function = own.loadClass("org.libwald.UtilityFunction");
    Class<?> property = own.loadClass("org.libwald.Property");
    Class<?> table = own.loadClass("org.libwald.Table");
    Class<?> options = own.loadClass("org.libwald.DecisionOptions");
    ThreadLocal<Object> left = new ThreadLocal<>();
    AtomicBoolean others = new AtomicBoolean();
    Thread caller = Thread.currentThread();
    Object mine = Proxy.newProxyInstance(own, new Class<?>[] {function}, (proxy, method, given) -> {
      if (Thread.currentThread() != caller) {
        left.set(own);
        others.set(true);
      }
      return (double) (long) (Long) given[0];
    });
    Object declared = Array.newInstance(property, 2);
    Array.set(declared, 0, property.getField("RISES_IN_TP").get(null));
    Array.set(declared, 1, property.getField("THREAD_SAFE").get(null));
    Object custom = metric.getMethod("custom", String.class, function, declared.getClass())
        .invoke(null, "mine", mine, declared);
    Object builder = options.getMethod("builder").invoke(null);
    Object eight = builder.getClass().getMethod("build")
        .invoke(builder.getClass().getMethod("threads", long.class).invoke(builder, 8L));
    double[] halves = new double[6000 * 6];
    Arrays.fill(halves, 0.5);
    Object cells = table.getMethod("of", double[].class, long.class, long.class).invoke(null, halves, 6000, 6);
    metric.getMethod("decide", table, options).invoke(custom, cells, eight);
    ((AutoCloseable) custom).close();
    if (!others.get()) {
      throw new AssertionError("no other thread has helped");
    }
  }

  static WeakReference<ClassLoader> used(URL[] jar, boolean callbacks) throws Exception {
    try (URLClassLoader own = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
      own.loadClass("org.libwald.Wald").getMethod("version").invoke(null);
      Class<?> metric = own.loadClass("org.libwald.Metric");
      try {
        metric.getMethod("of", String.class).invoke(null, "nonsense");
        throw new AssertionError("no exception");
      } catch (InvocationTargetException refused) {
        if (!refused.getCause().getClass().getName().startsWith("org.libwald.")) {
          throw refused;
        }
      }
      if (callbacks) {
        Object f1 = metric.getMethod("of", String.class).invoke(null, "f1");
        metric.getMethod("decide", double[].class).invoke(f1, new double[] {0.9, 0.45, 0.4, 0.1});
        ((AutoCloseable) f1).close();
        decideOnThreads(own, metric);
      }
      return new WeakReference<>(own);
    }
  }

  public static void main(String[] arguments) throws Exception {
    URL[] jar = {Path.of(arguments[0]).toUri().toURL()};
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < 10; ++i) {
      loaders.add(used(jar, i % 2 == 1));
    }
    long alive = loaders.size();
    for (int i = 0; i < 300 && alive > 0; ++i) {
      System.gc();
      Thread.sleep(100);
      alive = loaders.stream().filter(loader -> loader.get() != null).count();
    }
    System.out.println(alive + " of " + loaders.size() + " are alive");
  }
}
"""


def closed_class_loaders(jar):
    program = jar.folder / "ClosedLoaders.java"
    program.write_text(CLOSED_LOADERS)
    done = subprocess.run(["java", f"-Duser.home={jar.home}", program, jar.jar], cwd=jar.empty, text=True,
                          capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 of 10 are alive\n", ""), (done.stdout, done.stderr)


def noexec(jar):
    """A folder on a file system mounted noexec: one of our own where that is allowed, else one that is there."""
    mounted = jar.folder / "noexec"
    mounted.mkdir()
    words = ["failed to map segment", "seems to be on a file system that is mounted noexec",
             "-Dorg.libwald.tmpdir=FOLDER"]
    for unshare in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        script = 'mount -t tmpfs -o noexec,size=64m tmpfs "$0" && exec "$@"'
        prefix = [*unshare, "sh", "-c", script, mounted]
        if not shutil.which("unshare") or subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
            continue
        jar.refuses([mounted, *words], f"-Dorg.libwald.tmpdir={mounted}", prefix=prefix)
        # Of the folders that were not asked for, the next will do.
        path = jar.loads(environment={"XDG_CACHE_HOME": str(mounted)}, prefix=prefix)
        assert path.parents[2] == jar.temporary, path
        return "a file system mounted for it"
    for line in pathlib.Path("/proc/mounts").read_text().splitlines():
        _, folder, _, options, *_ = line.split()
        usable = os.access(folder, os.W_OK) and folder.startswith(("/dev/shm", "/run", "/tmp"))
        if usable and "noexec" in options.split(","):
            jar.refuses([folder, *words], f"-Dorg.libwald.tmpdir={folder}")
            return folder
    return None


def service(jar, example, arguments, body, wanted):
    """An example of the guides, started as they do."""
    command = ["java", f"-Duser.home={jar.home}", "-cp", jar.jar, example, *arguments, "0"]
    running = subprocess.Popen(list(map(str, command)), cwd=jar.empty, stdout=subprocess.PIPE, text=True)
    try:
        url = running.stdout.readline().strip()
        with urllib.request.urlopen(url, body, timeout=60) as answer:
            found = json.load(answer)
        assert {name: found[name] for name in wanted} == wanted, found
    finally:
        running.terminate()
        running.wait()


def exported(library):
    """Only what the JVM calls leaves the library."""
    done = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True, check=True)
    names = [line.split()[-1] for line in done.stdout.splitlines()]
    assert "JNI_OnLoad" in names and len(names) > 70, names
    others = [n for n in names if n not in ("JNI_OnLoad", "JNI_OnUnload") and not n.startswith("Java_org_libwald_NativeJNI_")]
    assert not others, others


def built(test, project):
    jars = [j for j in (project / "target").glob("wald-*.jar") if j.stem.count("-") == 1]
    if not jars:
        skip(test, "java-jars has built no jar")
    return jars[0]


def artefact(source, project, _):
    found = built("java-jar", project)
    platforms = json.loads((source / "packaging" / "platforms.json").read_text())
    listed = [(name, f"{one['system']}/{one['processor']}/{one['libc']}") for name, one in platforms.items()]
    places = contents(found, listed)
    central(project)
    if sys.platform.startswith("linux"):
        subprocess.run([sys.executable, "-B", source / "tests" / "package" / "binary_facts.py", found, "--max-size",
                        str(MAX_JAR[len(places) > 1]), "--max-glibc", "2.34", "--needed-only",
                        "libc,libm,libpthread,libdl,libgcc_s"], check=True)
    jar = Jar(found, project / "target" / "jar-check")
    as_module(jar)
    whole = extraction(jar)
    order(jar, whole)
    library = jar.folder / "elsewhere" / "libwald_java.so"
    if sys.platform.startswith("linux"):
        if shutil.which("nm"):
            exported(library)
        other_machines(jar, whole, listed)
        relocated(jar)
        class_loaders(jar, library)
        closed_class_loaders(jar)
    same_again(found, project)
    examples = source / "bindings" / "java" / "examples" / "org" / "libwald" / "examples"
    service(jar, examples / "DecisionService.java", [], b"[0.9, 0.45, 0.4, 0.1]",
            {"indices": [0, 1, 2], "expected": 0.6903057142857144})
    saved = [source / "tests" / "java" / "income" / f"income.{what}.json" for what in ("cascade", "trees")]
    service(jar, examples / "CascadeService.java", saved, b"[39, 6, 77516, 9, 13, 4, 0, 1, 4, 1, 2174, 0, 40, null]",
            {"decisions": [0]})
    with open(source / "tests" / "java" / "income" / "income.named.jsonl", "rb") as rows:
        learner = source / "tests" / "java" / "income" / "income.learner.json"
        service(jar, examples / "LearnerService.java", [learner], rows.readline(), {"labels": []})
    print("the jar is as it should be")
    return 0


def not_executable(_, project, __):
    jar = Jar(built("java-noexec", project), project / "target" / "jar-noexec")
    where = noexec(jar) if sys.platform.startswith("linux") else None
    if where is None:
        print("SKIPPED: java-noexec (nothing may be mounted here, and no folder that can be written to is noexec)")
        return SKIPPED
    print(f"the jar says what is wrong with {where}")
    return 0


def main():
    what, *paths = sys.argv[1:5]
    return {"suite": suite, "jars": jars, "jar": artefact, "noexec": not_executable}[what](*(pathlib.Path(p).resolve() for p in paths))


if __name__ == "__main__":
    sys.exit(main())
