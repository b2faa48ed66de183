import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAddresses } from '../../scripts/portal-pages.ts';
import { heading } from '../../scripts/sheet/screen.ts';
import { SWEPT } from '../../scripts/sheet/screens.ts';
import { NARROW } from '../support/browser.ts';
import { LOOKS } from './support/looks.ts';
import { reaches, type Stage, startStage } from './support/portal.ts';
import { scrutinise, tabThrough } from './support/scrutiny.ts';
import { walkerOf } from './support/walk.ts';

const HERE = new URL('.', import.meta.url);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the sweeps together', () => {
  it('look at every screen that the portal has a route for', async () => {
    const routes = readAddresses(ROOT);
    const files = (await readdir(HERE)).filter((name) => name.endsWith('.test.ts'));
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, HERE), 'utf8')));
    // A sweep is whatever scrutinises the screens that it opens in a look, by turns.
    const sources = texts.filter((text) => /\b(inTodaysLook\(|of LOOKS\b)/.test(text));
    const opened = sources.flatMap((text) => [...text.matchAll(/['`](\/[^'`\s]*)['`]/g)].map((m) => m[1]));
    opened.push(...SWEPT.map(({ path }) => path));
    assert.ok(routes.length >= 30);
    const unseen = routes.filter((route) => {
      const shape = new RegExp(`^${route.replace(/\$\w+/g, '[^/?#]+')}/?([?#].*)?$`);
      return !opened.some((path) => path !== undefined && shape.test(path));
    });
    assert.deepEqual(unseen, [], 'add them to a sweep');
  });
});

describe('what a sweep finds', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  it('a page that breaks the policy of content: a script that stands in it, and a picture from elsewhere', async () => {
    const portal = await stage.open();
    await portal.page.goto('/login');
    await portal.page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(portal.faults.csp, []);
    await portal.page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'globalThis.hasRun = true';
      document.head.append(script);
      new Image().src = 'http://127.0.0.1:1/x.png';
    `);
    assert.ok(await reaches(async () => portal.faults.csp.length >= 2), 'nothing was reported');
    assert.equal(await portal.page.evaluate('globalThis.hasRun'), undefined);
    const faults = (await scrutinise(portal, 'login')).join('\n');
    assert.match(faults, /login: content policy: script-src/);
    assert.match(faults, /login: content policy: img-src http:\/\/127\.0\.0\.1:1\/x\.png/);
  });

  it('what is wrong with a staged screen: colours, width, a key without words, the console, and what Tab does not reach', async () => {
    const [look] = LOOKS;
    assert.ok(look);
    const { visit } = walkerOf(stage, look, Date.now());
    const sound = { name: 'login', path: '/login', signedIn: false, ready: heading };
    assert.deepEqual(await visit(sound, 'full'), []);
    const found = await visit(
      {
        ...sound,
        prepare: (page) =>
          page.route('**/user/v1/refused/', (route) => route.fulfill({ status: 400, json: {} })),
        act: (page) =>
          page.evaluate(`(async () => {
            const pale = document.createElement('p');
            pale.textContent = 'sweep.no_such_key';
            pale.style.cssText = 'color: #eee; background: #fff; width: 3000px';
            document.querySelector('main').append(pale);
            console.error('a fault of the screen');
            await fetch('/user/v1/refused/');
          })()`),
        keyboard: { reaches: [/^No such stop$/], stops: 2 },
      },
      'full',
    );
    const wanted = [
      /color-contrast/,
      /px too wide/,
      /a key without words/,
      /a fault of the screen/,
      /does not reach/,
    ];
    for (const one of wanted)
      assert.ok(
        found.some((fault) => one.test(fault)),
        `${one} in ${found.join('\n')}`,
      );
    assert.ok(!found.some((fault) => fault.includes('/refused/')), 'what was refused by hand is no fault');
  });

  it('what a finger misses on a phone, but no link within a sentence', async () => {
    const portal = await stage.open({ viewport: NARROW });
    await portal.page.goto('/login');
    await portal.page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await scrutinise(portal, 'login'), []);
    await portal.page.evaluate(`document.querySelector('main').insertAdjacentHTML('afterbegin',
      '<p>Words before <a class="x" href="/a">a link</a></p><p><a class="x" href="/b">Alone</a></p>')`);
    const small = (await scrutinise(portal, 'login')).filter((fault) => fault.includes('too small'));
    assert.match(small.join(), /^login: too small for a finger: \d+ x \d+: a\. Alone$/);
  });

  it('a focus that cannot be seen, and none that takes its time', async () => {
    const { page } = await stage.open();
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(`
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(\`
        .tried { all: unset; background: white }
        .slow { transition: background-color 1000s }
        .slow:focus, .late[data-on] { background: black }
        .gone { transition: opacity 1000s }
        .gone:focus { opacity: 0.9 }
      \`);
      document.adoptedStyleSheets.push(sheet);
      const made = ['unseen', 'slow', 'late', 'gone'].map((name) => {
        const one = document.createElement('button');
        one.textContent = name;
        one.className = 'tried ' + name;
        return one;
      });
      document.body.prepend(...made);
      made[2].onfocus = () => setTimeout(() => made[2].setAttribute('data-on', ''), 50);
      made[2].onblur = () => setTimeout(() => made[2].removeAttribute('data-on'), 50);
      document.querySelector('input').focus();
    `);
    assert.deepEqual(await tabThrough(page, 4), [
      { name: 'unseen', visible: false },
      { name: 'slow', visible: true },
      { name: 'late', visible: true },
      { name: 'gone', visible: false },
    ]);
  });
});
