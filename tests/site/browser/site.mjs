// The site in a browser, opened from a folder without a server: search over all pages, the versions, light and dark,
// the widths of a desk and of a phone, nothing asked of a network.
//
//   node site.mjs MODULES SITE OUT        MODULES: the folder with node_modules; SITE: a version's folder
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, site, out] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, 'package.json'))('playwright-core');
mkdirSync(out, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'wald-site-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.WALD_CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  viewport: { width: 1400, height: 900 },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const asked = [];
context.on('request', (request) => /^(file|data|blob):/.test(request.url()) || asked.push(request.url()));
const tab = await context.newPage();
tab.on('pageerror', (error) => asked.push(`error in the page: ${error.message}`));
const open = (page) => tab.goto(pathToFileURL(join(site, page)).href);

try {
  await open('index.html');
  const search = tab.locator('.md-search__input');
  // One name of each kind of page: a function of C, a theorem, an experiment.
  for (const [words, page] of [
    ['wald_decide', 'reference/c/'],
    ['bisection', 'developers/algorithms-labels.html'],
    ['Playground', 'playground/index.html'],
  ]) {
    await search.click();
    await search.fill('');
    await search.pressSequentially(words, { timeout: 120_000 }); // the index is read on this thread
    await tab.waitForFunction(
      (wanted) => [...document.querySelectorAll('.md-search-result__link')].some((link) => link.href.includes(wanted)),
      page,
      { timeout: 120_000 },
    );
  }
  await tab.screenshot({ path: join(out, 'search.png') });
  assert.deepEqual(await tab.locator('.wald-version option').allInnerTexts(), [site.split('/').pop(), '0.0.1']);
  for (const [name, width, colorScheme] of [
    ['desktop', 1400, 'dark'],
    ['phone', 390, 'light'],
  ]) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.emulateMedia({ colorScheme });
    for (const page of [
      'guides/thresholds.html',
      'developers/algorithms-labels.html',
      'reference/r/index.html',
      'experiments/learners/index.html',
    ]) {
      await open(page);
      const [over, scheme] = await tab.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        document.body.dataset.mdColorScheme,
      ]);
      assert.ok(over <= 0, `${page} is ${over} pixels wider than a ${name}`);
      assert.equal(scheme, colorScheme === 'dark' ? 'slate' : 'default', `${page}, ${name}`);
    }
    // Whole pages of Doxygen, where tables of members and long names are widest.
    for (const page of ['c/facts_8h', 'c/globals', 'cpp/classwald_1_1Decision', 'cpp/classwald_1_1Decision-members']) {
      await open(`reference/${page}.html`);
      const over = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${page} is ${over} pixels wider than a ${name}`);
    }
    await tab.screenshot({ path: join(out, `${name}.png`) });
  }
  assert.deepEqual(asked, []);
  console.log('ok: search, versions, light and dark, desk and phone, no network');
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
