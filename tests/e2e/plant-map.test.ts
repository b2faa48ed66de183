import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Impianti visibili' });
const rows = (page: Page) => list(page).locator('[data-map-plant]');
const drawn = (page: Page) => page.locator('[data-drawn]').waitFor();

/** A file of tiles that holds one, for the whole world. // PMTiles version 3 */
function onePngTile(png: Buffer): Buffer {
  const directory = Buffer.from([1, 0, 1, ...varint(png.length), 1]);
  const metadata = Buffer.from('{}');
  const head = Buffer.alloc(127);
  head.write('PMTiles');
  head[7] = 3;
  const places = [
    127,
    directory.length,
    127 + directory.length,
    2,
    0,
    0,
    129 + directory.length,
    png.length,
    1,
    1,
    1,
  ];
  for (const [i, place] of places.entries()) head.writeBigUInt64LE(BigInt(place), 8 + 8 * i);
  // In order; nothing is compressed; PNG; from zoom 0 to 0; the world in units of a ten-millionth of a degree.
  head.set([1, 1, 1, 2, 0, 0], 96);
  for (const [i, edge] of [-180e7, -85e7, 180e7, 85e7].entries()) head.writeInt32LE(edge, 102 + 4 * i);
  return Buffer.concat([head, directory, metadata, png]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** A map of the installation's own, which is one colour. */
const PLAIN = { version: 8, sources: {}, layers: [{ id: 'all', type: 'background' }] };

// spec §2: the map
describe('the map of plants', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'LOM-001', name: 'Lambrate', latitude: 45.48, longitude: 9.24, power_kw: 10 },
      { code: 'LOM-002', name: 'Bovisa', latitude: 45.5, longitude: 9.16, warning: true },
      { code: 'LOM-003', name: 'Assago', latitude: 45.4, longitude: 9.13, power_kw: 5 },
      { code: 'PUG-001', name: 'Salento', comune: 'Lecce', latitude: 40.35, longitude: 18.17, error: true },
      { code: 'ZZZ-001', name: 'Senza luogo' },
    ]);
  });
  after(() => stage?.close());

  it('shows what needs attention first, parts what stands together, and its list follows the view', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/maps');
    await drawn(page);
    await comesTo(() => rows(page).count(), 4);
    const said = (await rows(page).allTextContents()).map((text) => text.slice(0, 7));
    assert.deepEqual(said, ['Salento', 'BovisaA', 'AssagoI', 'Lambrat']);
    await list(page).getByText('4 di 4 visibili').waitFor();
    await list(page).getByText('1 impianto senza posizione').click();
    await list(page).getByRole('link', { name: 'Senza luogo' }).waitFor();
    await page.getByRole('button', { name: /^3 impianti \(1 Avviso/ }).click();
    await list(page).getByText('3 di 4 visibili').waitFor();
    await page.getByRole('button', { name: 'Mostra tutti', exact: true }).click();
    await list(page).getByText('4 di 4 visibili').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is narrowed like the dashboard, keeps the chosen plant in the address, and leads to it', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/maps');
    await drawn(page);
    await page.getByRole('button', { name: /^Allarme/ }).click();
    await comesTo(() => rows(page).count(), 1);
    assert.equal(new URL(page.url()).searchParams.get('status'), 'alarm');
    await rows(page).first().click();
    await comesTo(async () => new URL(page.url()).searchParams.get('plant'), 'PUG-001');
    await page.reload();
    await drawn(page);
    await list(page).getByRole('link', { name: "Apri l'impianto" }).click();
    await page.waitForURL('**/apps/asset/plants/PUG-001');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('goes to a place that is looked for, and says when there is none', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/maps');
    await drawn(page);
    const place = page
      .getByRole('combobox', { name: 'Vai a un luogo' })
      .or(page.getByLabel('Vai a un luogo'));
    await place.first().fill('lecce');
    await page.getByRole('option', { name: 'Lecce (LE)', exact: true }).click();
    await list(page).getByText('1 di 4 visibili').waitFor();
    await place.first().fill('Atlantide');
    await page.keyboard.press('Enter');
    await page.getByText('Ricerca fallita. Prova un altro indirizzo').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('lists plants of one place, which no zoom parts, and every plant without a place', async () => {
    const crowded = await makeCompany(stage.pool, 'Borea Energia');
    const boss = await makeUser(stage, { company: crowded, roles: ['COMPANY_OWNER', 'APP_0'] });
    const at = { latitude: 45.07, longitude: 7.69 };
    const nowhere = Array.from({ length: 130 }, (_, i) => ({ code: `NIL-${i}`, name: `Ignoto ${i}` }));
    await makeLivePlants(stage.pool, crowded, [
      { code: 'TOR-001', name: 'Tetto nord', ...at, power_kw: 1 },
      { code: 'TOR-002', name: 'Tetto sud', ...at, error: true },
      { code: 'TOR-003', name: 'Pensilina', ...at, power_kw: 2 },
      ...nowhere,
    ]);
    const { page, faults } = await stage.open({}, boss);
    await page.goto('/apps/asset/maps');
    await drawn(page);
    const together = list(page).getByRole('heading', { name: '3 impianti nello stesso punto' });
    const apart = list(page).getByRole('button', { name: 'Torna agli impianti visibili' });
    await page.getByRole('button', { name: /^3 impianti \(1 Allarme, / }).click();
    await comesTo(() => page.locator(':focus').allTextContents(), ['3 impianti nello stesso punto']);
    await comesTo(() => rows(page).count(), 3);
    await list(page)
      .getByRole('button', { name: /^Pensilina/ })
      .click();
    await list(page).getByRole('link', { name: "Apri l'impianto" }).waitFor();
    await apart.click();
    await list(page).getByText('3 di 3 visibili').waitFor();
    // As near as the map goes they are dots, one over the other.
    const canvas = page.getByRole('region', { name: 'Mappa degli impianti' });
    await canvas.focus();
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('+');
      await page.waitForTimeout(600);
    }
    await page.getByRole('button', { name: /^3 impianti \(1 Allarme, / }).waitFor({ state: 'detached' });
    await comesTo(async () => {
      await canvas.click();
      return together.count();
    }, 1);

    await list(page).getByText('130 impianti senza posizione').click();
    const links = list(page).getByRole('link', { name: /^Ignoto/ });
    await comesTo(() => links.count(), 100);
    await list(page).getByRole('button', { name: 'Mostra altri 30 (restanti: 30)' }).click();
    await comesTo(() => links.count(), 130);
    // What finds nothing leaves the map where it is.
    await page.getByRole('textbox', { name: 'Cerca codice o descrizione' }).fill('nessuno così');
    await page.getByText('Nessun impianto trovato').first().waitFor();
    assert.equal(await page.locator('[data-drawn]').count(), 1);
    await page.getByRole('button', { name: 'Mostra tutti gli impianti' }).click();
    await comesTo(() => rows(page).count(), 3);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it("shows the installation's own map, and the offline one where that cannot be reached", async () => {
    const { page } = await stage.open({}, user);
    let asked = 0;
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), map_style_url: '/style.json' } });
    });
    await page.route('**/style.json', (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ json: PLAIN }) : route.abort();
    });
    await page.goto('/apps/asset/maps');
    await drawn(page);
    assert.equal(asked, 1);
    assert.equal(await page.getByText('Natural Earth').count(), 0);
    await page.reload();
    await drawn(page);
    await page.getByText('è mostrata la mappa offline').waitFor();
    await comesTo(() => rows(page).count(), 4);
  });

  it('draws tiles out of one file, and shows the offline map where tiles do not come', async () => {
    const { page } = await stage.open({}, user);
    const file = onePngTile(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
        .png()
        .toBuffer(),
    );
    let away = false;
    const ranges: string[] = [];
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), map_style_url: '/style.json' } });
    });
    await page.route('**/style.json', (route) => {
      const { origin } = new URL(route.request().url());
      const ofFile = { type: 'raster', url: `pmtiles://${origin}/italy.pmtiles`, tileSize: 256 };
      const ofServer = { type: 'raster', tiles: [`${origin}/tiles/{z}/{x}/{y}.png`], tileSize: 256 };
      const layers = [{ id: 'all', type: 'raster', source: 'all' }];
      return route.fulfill({ json: { version: 8, sources: { all: away ? ofServer : ofFile }, layers } });
    });
    await page.route('**/tiles/**', (route) => route.fulfill({ status: 503 }));
    await page.route('**/italy.pmtiles', (route) => {
      const range = route.request().headers().range ?? '';
      ranges.push(range);
      const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
      const body = file.subarray(Number(from), Number(to) + 1);
      const said = { 'content-range': `bytes ${from}-${Number(from) + body.length - 1}/${file.length}` };
      return route.fulfill({
        status: 206,
        body,
        headers: { ...said, 'content-length': String(body.length) },
      });
    });
    await page.goto('/apps/asset/maps');
    await drawn(page);
    assert.ok(ranges.length > 0);
    assert.equal(await page.getByText('è mostrata la mappa offline').count(), 0);
    away = true;
    await page.reload();
    await page.getByText('è mostrata la mappa offline').waitFor();
    await drawn(page);
    await comesTo(() => rows(page).count(), 4);
  });
});
