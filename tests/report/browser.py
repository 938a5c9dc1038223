"""A report in a browser: it draws without an error and without the network, by mouse and by keyboard, light and dark,
on a phone and on paper.

    browser.py WALD_COMMAND SOURCES [FOLDER]

With a FOLDER the pictures of what was seen are left there. Exit status 77 where there is no Chromium.
"""

from __future__ import annotations

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element in WebDriver


class Browser:
    """A session of WebDriver, by HTTP alone."""

    def __init__(self, driver, chromium, profile):
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
        line = ""
        while "successfully on port" not in line:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the driver of the browser did not start")
        self.base = f"http://127.0.0.1:{line.rstrip('. ' + chr(10)).rsplit(' ', 1)[1]}"
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
                 "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                 "--disable-dev-shm-usage", f"--user-data-dir={profile}", "--window-size=1100,900"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"binary": chromium, "args": flags},
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        self.session = ""
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + self.session + path, data, {"Content-Type": "application/json"},
                                         method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def run(self, script):
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    def log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait(30)
            self.process.stdout.close()


def settle(browser):
    """Waits for pictures to be drawn to a new width."""
    browser.ask("POST", "/execute/async", {"script": "const done = arguments[0]; requestAnimationFrame(() => "
                                           "requestAnimationFrame(() => setTimeout(done, 50)))", "args": []})


def check(true, what):
    if not true:
        sys.exit(f"{what}")


def looked_at(browser, name, folder, width, dark):
    browser.devtools("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    settle(browser)
    seen = browser.run("""
        const pictures = [...document.querySelectorAll('[data-picture]')];
        return {
          svgs: pictures.filter((p) => p.querySelector('svg path, svg rect')).length, pictures: pictures.length,
          named: pictures.every((p) => {
            const svg = p.querySelector('svg');
            const ids = svg.getAttribute('aria-labelledby').split(' ');
            return ids.every((id) => document.getElementById(id)?.textContent.trim());
          }),
          ids: [...document.querySelectorAll('[id]')].map((e) => e.id),
          wide: document.documentElement.scrollWidth - innerWidth,
          paper: getComputedStyle(document.body).backgroundColor,
          odd: document.body.innerText.match(/undefined|NaN|null|\\[object/)?.[0] ?? '',
          height: document.documentElement.scrollHeight,
        };""")
    check(seen["pictures"] >= 8 and seen["svgs"] == seen["pictures"],
          f"{name}: {seen['svgs']} of {seen['pictures']} drawn")
    check(seen["named"], f"{name}: a picture has no text for those who do not see it")
    check(len(seen["ids"]) == len(set(seen["ids"])), f"{name}: an id is there twice")
    check(seen["wide"] <= 0, f"{name}: the page is {seen['wide']} pixels wider than {width}")
    check(not seen["odd"], f"{name}: the page says {seen['odd']}")
    check(seen["paper"] == ("rgb(21, 24, 28)" if dark else "rgb(255, 255, 255)"), f"{name}: on {seen['paper']}")
    if folder:
        browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=min(seen["height"], 6000),
                         deviceScaleFactor=1, mobile=False)
        (folder / f"{name}.png").write_bytes(base64.b64decode(browser.ask("GET", "/screenshot")))


def by_keyboard(browser):
    """The theme's button and the choice of a label, without a mouse."""
    button = browser.ask("POST", "/element", {"using": "css selector", "value": "#theme"})[ELEMENT]
    before = browser.run("return getComputedStyle(document.body).backgroundColor")
    browser.ask("POST", f"/element/{button}/value", {"text": "\ue007"})
    check(browser.run("return getComputedStyle(document.body).backgroundColor") != before, "the button changes nothing")
    browser.ask("POST", f"/element/{button}/value", {"text": "\ue007"})
    check(browser.run("return getComputedStyle(document.body).backgroundColor") == before,
          "the button does not go back")
    if not browser.run("return !!document.getElementById('label')"):
        return
    select = browser.ask("POST", "/element", {"using": "css selector", "value": "#label"})[ELEMENT]
    said = browser.run("return document.getElementById('curves').innerText")
    browser.ask("POST", f"/element/{select}/value", {"text": "\ue015"})
    settle(browser)
    check(browser.run("return document.getElementById('curves').innerText") != said, "another label shows the same")


def printed(browser, name, folder):
    pdf = base64.b64decode(browser.ask("POST", "/print", {"background": True}))
    check(pdf.startswith(b"%PDF"), f"{name}: not printed")
    pages = pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page /") + pdf.count(b"/Type /Page>>")
    check(len(pdf) > 10000, f"{name}: the print of {pages} pages has {len(pdf)} bytes")
    if folder:
        (folder / f"{name}.pdf").write_bytes(pdf)


def reports(wald, sources, folder):
    """Files to look at: exclusive classes, one label, two systems with names that could end the page, rare labels."""
    examples = sources / "docs/examples"

    def made(name, *arguments):
        subprocess.run([wald, "report", "--metric", "f1", "-o", folder / f"{name}.html", *arguments], check=True)
        return name

    yield made("classes", "--kind", "categorical", examples / "digits_truth.csv", examples / "digits.csv")
    yield made("one", examples / "breast_cancer_truth.csv", examples / "breast_cancer.csv")
    evil = "</script><img src=x onerror=alert(1)>"
    head = f'"{evil}","b ""quoted"" & größe",never'
    rows = [(i * 37 % 101 / 101, i * 53 % 97 / 97, i * 11 % 89 / 300) for i in range(60)]
    truth = [(int(i * 29 % 100 / 100 < p), int(i * 71 % 100 / 100 < q), 0) for i, (p, q, _) in enumerate(rows)]
    for name, table in (("t", truth), ("p", rows), ("q", [(q, p, r) for p, q, r in rows])):
        (folder / f"{name}.csv").write_text("\n".join([head, *(",".join(map(str, row)) for row in table)]) + "\n")
    yield made("two", "--average", "macro", "--title", evil, *(folder / f"{name}.csv" for name in "tpq"))


def main():
    wald, sources = sys.argv[1], pathlib.Path(sys.argv[2])
    kept = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        print("SKIPPED: chromium and chromium-driver are missing")
        sys.exit(1 if os.environ.get("WALD_REQUIRE_ALL") == "1" else 77)
    with tempfile.TemporaryDirectory(prefix="wald-report-") as name:
        folder = pathlib.Path(name)
        (folder / "profile").mkdir()
        names = list(reports(wald, sources, folder))
        began = time.monotonic()
        browser = Browser(driver, chromium, folder / "profile")
        try:
            browser.ask("POST", "/url", {"url": "about:blank"})
            browser.log("performance")  # of the browser's own first page
            for name in names:
                browser.ask("POST", "/url", {"url": (folder / f"{name}.html").as_uri()})
                looked_at(browser, f"{name}-desktop", kept, 1100, False)
                looked_at(browser, f"{name}-phone", kept, 360, False)
                looked_at(browser, f"{name}-dark", kept, 1100, True)
                by_keyboard(browser)
                printed(browser, name, kept)
                said = [line for line in browser.log("browser")]
                check(not said, f"{name}: the console says {said}")
                events = [json.loads(line["message"])["message"] for line in browser.log("performance")]
                asked = {e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"}
                own = {url for url in asked if url.startswith("file:") and url.endswith(f"/{name}.html")}
                check(asked == own and own, f"{name}: the page asks for {sorted(asked - own)}")
                dialogs = [e for e in events if e["method"] == "Page.javascriptDialogOpening"]
                check(not dialogs, f"{name}: a name ran as code")
        finally:
            browser.close()
        print(f"{len(names)} reports in {time.monotonic() - began:.1f} seconds")


if __name__ == "__main__":
    main()
