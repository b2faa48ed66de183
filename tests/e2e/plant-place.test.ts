import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makePlant, makeUser, type TestUser } from '../support/app.ts';
import { stillGeocoder } from '../support/still-geocoder.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const PLACES = '**/api/v1/places/**';
const NONE_FOUND = 'Ricerca fallita. Prova un altro indirizzo';

const search = (page: Page) => page.getByRole('combobox', { name: 'Cerca il luogo' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const mark = (page: Page) => page.getByRole('button', { name: 'Posizione', exact: true });
const spot = async (page: Page) => [
  await field(page, 'Latitudine').inputValue(),
  await field(page, 'Longitudine').inputValue(),
];
const degrees = async (page: Page) => (await spot(page)).map((text) => Number(text.replace(',', '.')));
const choose = async (page: Page, text: string, option: string) => {
  await search(page).fill(text);
  await page.getByRole('option', { name: option, exact: true }).click();
};
const asked = (route: Route) => new URL(route.request().url()).searchParams.get('q');

describe('the place of a plant', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage({ geocoder: await stillGeocoder() });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makePlant(stage.pool, company, 'AUR-001', { latitude: 45.48, longitude: 9.24 });
  });
  after(() => stage?.close());

  async function openForm(page: Page): Promise<void> {
    await page.goto('/apps/asset');
    await page.getByRole('button', { name: 'Nuovo impianto' }).click();
    await field(page, 'Nome')
      .or(page.getByRole('textbox', { name: /^Nome/ }))
      .first()
      .fill('Tetto sud');
    await page.getByRole('button', { name: 'Posizione e orientamento' }).click();
  }

  it('is found by its municipality, which is proposed until somebody writes another, and nothing jumps', async () => {
    const { page, faults } = await stage.open({}, user);
    await openForm(page);
    // Installers count from the south as well: which way is meant is said.
    await page.getByText('Da nord verso est: 180° è sud').waitFor();
    const before = await field(page, 'Azimut').boundingBox();
    await page.locator('[data-drawn]').waitFor();
    assert.deepEqual(await field(page, 'Azimut').boundingBox(), before);
    assert.equal(await mark(page).count(), 0);

    await choose(page, 'lecce', 'Lecce (LE)');
    await comesTo(() => spot(page), ['40,355', '18,172']);
    await mark(page).waitFor();
    const comune = page.getByRole('textbox', { name: 'Comune', exact: true });
    assert.equal(await comune.inputValue(), 'Lecce');
    await choose(page, 'foggia', 'Foggia (FG)');
    await comesTo(() => comune.inputValue(), 'Foggia');
    await comune.fill('Contrada Serra');
    await choose(page, 'lecce', 'Lecce (LE)');
    await comesTo(() => spot(page), ['40,355', '18,172']);
    assert.equal(await comune.inputValue(), 'Contrada Serra');

    await page.getByRole('button', { name: 'Aggiungi impianto' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tetto sud' }).waitFor();
    const [stored] = await stage.arrange<{ latitude: number; longitude: number }>(
      "select latitude, longitude from plant where company_id = $1 and proj_code = 'TETTO-SUD'",
      [company.company_id],
    );
    assert.deepEqual([stored?.latitude, stored?.longitude].map(Number), [40.355, 18.172]);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is set by a click on the map, moved by its mark with pointer and keys, and by the numbers', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/AUR-001/edit');
    await page.getByRole('button', { name: 'Posizione e orientamento' }).click();
    await page.locator('[data-drawn]').waitFor();
    await mark(page).waitFor();
    const map = page.getByRole('region', { name: 'Mappa della posizione' });
    const { x, y, width, height } = (await map.boundingBox()) ?? assert.fail('there is no map');

    await page.mouse.click(x + width / 4, y + height / 4);
    await comesTo(async () => (await degrees(page)).every((one, i) => one !== [45.48, 9.24][i]), true);
    const [clicked = 0, east = 0] = await degrees(page);
    assert.ok(clicked > 45.48 && clicked < 46 && east < 9.24 && east > 8.5, `${clicked} ${east}`);

    const at = (await mark(page).boundingBox()) ?? assert.fail('there is no mark');
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await comesTo(async () => (await degrees(page)).every((one, i) => one !== [clicked, east][i]), true);
    const [dragged = 0] = await degrees(page);
    assert.ok(dragged < clicked);

    await mark(page).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await comesTo(async () => ((await degrees(page))[0] ?? 90) < dragged, true);
    const hasFocus = () => mark(page).evaluate((element) => element.matches(':focus'));
    await comesTo(hasFocus, true, 'the mark keeps the focus');

    await field(page, 'Latitudine').fill('41,46');
    await field(page, 'Longitudine').fill('15,54');
    await comesTo(async () => {
      const moved = await mark(page).boundingBox();
      return moved !== null && moved.x > x && moved.x < x + width && moved.y > y && moved.y < y + height;
    }, true);
    await field(page, 'Longitudine').fill('');
    await mark(page).waitFor({ state: 'detached' });
    await field(page, 'Longitudine').fill('15,54');
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('Elemento salvato').first().waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  // spec §8: 'Search fail. Try another address'
  it('is found by an address, asked for once somebody pauses, and given up when they type on', async () => {
    const { page, faults } = await stage.open({}, user);
    const questions: (string | null)[] = [];
    const held: Route[] = [];
    await page.route(PLACES, (route) => {
      questions.push(asked(route));
      if (asked(route) === 'Via Gari') held.push(route);
      else return route.continue();
    });
    await openForm(page);
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/places/'));
    await search(page).fill('Via Gari');
    await comesTo(async () => held.length, 1);
    await search(page).fill('Via Garibaldi 10');
    await givenUp;
    await page.getByRole('option', { name: /^Via Garibaldi 10/ }).click();
    await comesTo(() => spot(page), ['40,3528', '18,1724']);
    assert.equal(await search(page).inputValue(), 'Via Garibaldi 10, 73100 Lecce, Lecce, Puglia, Italia');
    assert.equal(await page.getByRole('textbox', { name: 'Comune', exact: true }).inputValue(), '');
    assert.deepEqual(questions, ['Via Gari', 'Via Garibaldi 10']);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is looked for at once by Enter, which sends no form; nothing found and a failure are said alike', async () => {
    const { page } = await stage.open({}, user);
    // The public Nominatim is never asked while somebody types.
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      const geocoder = { asks: 'enter', credit: '© OpenStreetMap contributors' };
      await route.fulfill({ json: { ...(await answer.json()), geocoder } });
    });
    const questions: (string | null)[] = [];
    await page.route(PLACES, (route) => {
      questions.push(asked(route));
      if (asked(route) === 'Atlantide 1') return route.fulfill({ json: [] });
      if (asked(route) === 'Atlantide 2')
        return route.fulfill({ status: 503, json: { status: 503, code: 'unavailable' } });
      return route.continue();
    });
    await openForm(page);
    await search(page).fill('Via Garibaldi');
    await search(page).fill('Via Garibaldi 10');
    await search(page).press('Enter');
    await comesTo(() => spot(page), ['40,3528', '18,1724']);
    assert.deepEqual(questions, ['Via Garibaldi 10']);
    for (const unknown of ['Atlantide 1', 'Atlantide 2']) {
      await search(page).fill(unknown);
      await page.getByText(NONE_FOUND).waitFor({ state: 'detached' });
      await search(page).press('Enter');
      await page.getByText(NONE_FOUND, { exact: true }).waitFor();
    }
    await search(page).fill('lecce');
    await search(page).press('Enter');
    await comesTo(() => spot(page), ['40,355', '18,172']);
    assert.equal(questions.length, 3);
    await page.getByRole('dialog', { name: 'Nuovo impianto' }).waitFor();
  });
});
