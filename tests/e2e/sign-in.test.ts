import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, fillSignIn, reads, type Stage, seen, startStage } from './support/portal.ts';

const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('company')).sort()");

describe('signing in', () => {
  let stage: Stage;
  let user: TestUser;
  before(async () => {
    stage = await startStage({ signInPerMinute: 6 });
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', power_kw: 12 }]);
  });
  after(() => stage?.close());

  it('asks for what is missing, refuses what is wrong and leads to where one wanted to go', async () => {
    const portal = await stage.open();
    const { page } = portal;
    await page.goto('/apps/asset?status=success');
    await page.waitForURL('**/login?next=*');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.getByText("Inserisci l'indirizzo email").waitFor();
    await page.getByText('Inserisci la password').waitFor();

    await fillSignIn(page, { email: user.email, password: 'not the password' });
    const alert = page.getByRole('alert');
    await comesTo(() => seen(alert), 'Email o password errate.');

    await fillSignIn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname + search, '/apps/asset?status=success');
    assert.equal(
      await page.evaluate('document.activeElement?.id'),
      'content',
      'the keyboard is where one reads',
    );
    const filter = page.getByRole('button', { name: /^Senza allarmi/ });
    await comesTo(() => filter.getAttribute('aria-pressed'), 'true');
    // The refused attempt is the only thing the console has to tell.
    assert.deepEqual(
      portal.faults.errors.filter((text) => !text.includes('401')),
      [],
    );
  });

  it('shows its form with little: what one screen needs, and no other', async () => {
    const { page } = await stage.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/apps/asset', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Accedi' }).waitFor();
    const bytesOf = (wanted: RegExp) =>
      asked
        .filter((path) => wanted.test(path))
        .map((path) => fileURLToPath(new URL(`../../dist/web${path}`, import.meta.url)))
        .reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
    const answer = asked.join('\n');
    assert.ok(
      bytesOf(/\/(?!words-)[^/]+\.js$/) < 210_000,
      `${bytesOf(/\/(?!words-)[^/]+\.js$/)} bytes: ${answer}`,
    );
    assert.ok(bytesOf(/\/words-[^/]+\.js$/) < 10_000, answer);
    assert.ok(bytesOf(/\/words-[^/]+\.js$/) > 1_000, 'words come in files of their own');
    assert.ok(bytesOf(/\.css$/) < 40_000, answer);
    assert.equal(asked.filter((path) => /\.woff2?$/.test(path)).length, 1, answer);
  });

  it('comes with the licences of whatever is in its pages', async () => {
    const { page } = await stage.open();
    const answer = await page.request.get('/third-party-notices.txt');
    assert.match(answer.headers()['content-type'] ?? '', /^text\/plain/);
    const text = await answer.text();
    const built = readFileSync(new URL('../../dist/web/.vite/manifest.json', import.meta.url), 'utf8');
    assert.match(built, /inter-latin-wght/);
    assert.match(text, /^@fontsource-variable\/inter [\d.]+ \(OFL-1\.1\)\n\n[\s\S]*SIL OPEN FONT LICENSE/m);
    // Each package has its text below its name, not its name alone.
    for (const part of text.split(`\n\n${'-'.repeat(80)}\n\n`).slice(1)) assert.ok(part.length > 300, part);
    for (const name of ['react', 'echarts', 'zrender', '@mantine/core', 'i18next', 'zod'])
      assert.match(text, new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
  });

  it('brings the program of maps, a megabyte, with what shows one and with nothing else', () => {
    const built = readFileSync(new URL('../../dist/web/.vite/manifest.json', import.meta.url), 'utf8');
    const files: Record<string, { imports?: string[]; assets?: string[]; isDynamicEntry?: boolean }> =
      JSON.parse(built);
    const bringsMap = (name: string, on: readonly string[] = []): boolean => {
      const { imports = [], assets = [] } = files[name] ?? {};
      if (assets.some((asset) => asset.includes('maplibre'))) return true;
      return imports.some((next) => !on.includes(next) && bringsMap(next, [...on, name]));
    };
    const shown = Object.keys(files).filter((name) => files[name]?.isDynamicEntry && bringsMap(name));
    assert.deepEqual(shown.map((name) => name.split('/').at(-1)).sort(), [
      'BoxMap.tsx',
      'PlacePicker.tsx',
      'PlantMap.tsx',
      'PointsMap.tsx',
    ]);
  });

  it('lasts over a reload, and its end takes the stored company along', async () => {
    const { page, context } = await stage.open();
    await page.goto('/login');
    await fillSignIn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.deepEqual(await storedKeys(page), [
      'companyId',
      'companyName',
      'companySlug',
      'companyTagkey',
      'companyTelephone',
    ]);
    assert.equal(await page.evaluate("localStorage.getItem('companyName')"), 'Aurora Energia');
    // The token that opens calls is in no storage.
    assert.equal(
      await page.evaluate('/ey[A-Za-z0-9_-]{20}/.test(JSON.stringify({ ...localStorage }))'),
      false,
    );

    const second = await context.newPage();
    await second.goto('/');
    await second.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    await page.getByRole('button', { name: /Profilo/ }).click();
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.waitForURL('**/login');
    await comesTo(() => page.getByText('La tua sessione è terminata').count(), 0, 'it was their own wish');
    assert.deepEqual(await storedKeys(page), []);
    assert.equal(await page.evaluate("sessionStorage.getItem('companyId')"), null);
    await second.waitForURL('**/login*');
    await page.goto('/apps/asset');
    await page.waitForURL('**/login?next=*');
  });

  it('is not tried behind the back of who comes for the first time', async () => {
    const { page, faults } = await stage.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/apps/asset');
    await page.waitForURL('**/login?next=*');
    await page.getByRole('button', { name: 'Accedi' }).waitFor();
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/user/')),
      [],
    );
    assert.deepEqual(faults.errors, []);
  });

  it('ends for good also when the server hears of the sign-out only later', async () => {
    const { page, context } = await stage.open({}, user);
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const logout = '**/user/v1/logout/';
    await page.route(logout, (route) => route.abort());
    await page.getByRole('button', { name: /Profilo/ }).click();
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.waitForURL('**/login');
    // Another cookie stays: by it the browser is known as one that its owner has used.
    const cookies = async () => {
      const all = await context.cookies(`${stage.origin}/user/v1/`);
      return all.filter(({ name }) => name === 'meridiana_refresh').length;
    };
    assert.equal(await cookies(), 1, 'the server could not take its cookie back');

    // The cookie alone signs nobody in again.
    await page.goto('/apps/asset');
    await page.waitForURL('**/login?next=*');

    await page.unroute(logout);
    await page.goto('/apps/asset');
    await page.waitForURL('**/login?next=*');
    assert.equal(await cookies(), 0);
    const { rows } = await stage.pool.query<{ ended: boolean }>(
      'select ended_at is not null as ended from user_session where user_id = $1 order by created_at desc limit 1',
      [user.id],
    );
    assert.deepEqual(rows, [{ ended: true }]);
  });

  it('begins with the frame while the answers of a slow line are on their way', async () => {
    const { page, faults } = await stage.open({}, user);
    const { promise: answered, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/user/v1/**', async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('banner').getByText('Meridiana').waitFor();
    await page.locator('main[aria-busy=true]').waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.locator('main[aria-busy=true]').waitFor({ state: 'detached' });
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('speaks English where the address says so', async () => {
    const { page } = await stage.open();
    await page.goto('/en/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Insert email address').waitFor();
    await page.getByText('Insert password').waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
  });

  it('says so when there were too many attempts', async () => {
    const { page } = await stage.open();
    await page.goto('/login');
    const alert = page.getByRole('alert');
    for (let attempt = 0; attempt < 7; attempt++) {
      await fillSignIn(page, { email: user.email, password: `guess ${attempt}` });
      await alert.waitFor();
      await page.getByRole('button', { name: 'Accedi', disabled: false }).waitFor();
    }
    await reads(alert, /^Troppi tentativi\. Riprova (tra \d+ min|più tardi)\.$/);
  });
});
