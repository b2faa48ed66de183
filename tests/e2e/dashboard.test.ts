import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { notifyLive } from '../../src/shared/server/live/notice.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { type LivePlant, makeLivePlants } from './support/field.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage } from './support/portal.ts';

const HOUR_MS = 3_600_000;
const inAWeek = () => new Date(Date.now() + 7 * 24 * HOUR_MS);

/** One plant for each thing that a card can have to say. */
const FIELD: readonly LivePlant[] = [
  {
    code: 'A-01',
    name: 'Centrale Adda',
    comune: 'Lodi (LO)',
    potenza_nominale: 2000,
    power_kw: 1500.5,
    production: 12_345.678,
  },
  {
    code: 'B-02',
    name: 'Tetto Brera',
    productionType: 'photovoltaic',
    potenza_nominale: 50,
    irradianza: 812.4,
  },
  { code: 'C-03', name: 'Cascata', error: true, warning: true, potenza_nominale: 300, power_kw: 0 },
  {
    code: 'D-04',
    name: 'Distretto sud',
    string_w: true,
    power_kw: 40,
    production: 90,
    productionType: 'photovoltaic',
    irradianza: 600,
  },
  {
    code: 'E-05',
    name: 'Eremo',
    warning: true,
    snooze_date: inAWeek(),
    potenza_nominale: 10,
    power_kw: 7,
    production: 0,
  },
  {
    code: 'F-06',
    name: 'Fonte muta',
    last_reading_at: new Date(Date.now() - 2 * HOUR_MS),
    potenza_nominale: 300,
  },
];

/** The codes of the cards on screen, in their order. */
const shownCodes = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('[data-plant-card]')].map((card) => card.dataset.plantCard)");

async function untilShown(page: Page, codes: readonly string[]): Promise<void> {
  const wanted = codes.join(' ');
  const reached = await reaches(async () => (await shownCodes(page)).join(' ') === wanted);
  if (!reached) assert.deepEqual(await shownCodes(page), codes);
}

describe('the plant dashboard', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, FIELD);
  });
  after(() => stage?.close());

  const openDashboard = async (query = '') => {
    const portal = await stage.open({}, user);
    await portal.page.goto(`/apps/asset${query}`);
    await portal.page.locator('[data-plant-card]').first().waitFor();
    return portal;
  };

  it('tells each plant by state, word and figures, and never writes 0 for what is not known', async () => {
    const { page, faults } = await openDashboard();
    // spec §9: default by code, descending
    await untilShown(page, ORDERS['CI-D'] ?? []);
    const words = async (code: string) => await seen(page.locator(`[data-plant-card="${code}"]`));
    assert.match(await words('A-01'), /^Centrale Adda In produzione A-01 · Lodi \(LO\) 1,50 MW/);
    assert.match(await words('A-01'), /oggi 12,35 MWh carico 75 % nominale 2,00 MW$/);
    assert.match(await words('B-02'), /^Tetto Brera Nessun allarme B-02 – kW/);
    assert.match(await words('B-02'), /oggi – kWh irraggiamento 812 W\/m² nominale 50,00 kWp$/);
    assert.match(await words('C-03'), /^Cascata Allarme C-03 Avviso 0,00 kW/);
    assert.match(await words('D-04'), /^Distretto sud Avviso stringa/);
    assert.match(await words('D-04'), /nominale – kWp$/);
    assert.match(await words('E-05'), /^Eremo Avviso E-05 Silenziato 7,00 kW ora oggi 0,00 kWh/);
    // spec §8: No data received in the last hour
    assert.match(
      await words('F-06'),
      /^Fonte muta Nessun dato F-06 – kW ora Nessun dato ricevuto nell'ultima ora Ultima lettura \d\d\/\d\d\/\d{4} \d\d:\d\d/,
    );

    const main = await seen(page.getByRole('main'));
    assert.match(main, /Potenza attuale 1,55 MW 4 su 6 impianti/);
    assert.match(main, /Energia oggi 12,44 MWh 3 su 6 impianti/);
    assert.match(main, /Irraggiamento medio 706 W\/m² 2 su 2 impianti/);
    assert.match(
      main,
      /Impianti per stato 1 Allarme 1 Avviso 1 Avviso stringa 1 Nessun dato 1 In produzione 1 Nessun allarme/,
    );
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('filters by state with counts, and the address follows', async () => {
    const { page } = await openDashboard();
    const chips = page.getByRole('group', { name: 'Filtra per stato' }).getByRole('button');
    assert.deepEqual(
      (await chips.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      [
        'Tutti 6',
        'Allarme 1',
        'Avviso 2',
        'Avviso stringa 1',
        'Senza allarmi 3',
        'Silenziato 1',
        'Nessun dato 1',
      ],
    );
    const press = (name: RegExp) => chips.filter({ hasText: name }).click();
    await press(/^Avviso\s*2/);
    await untilShown(page, ['E-05', 'C-03']);
    assert.equal(new URL(page.url()).search, '?status=warning');
    await press(/^Silenziato/);
    await untilShown(page, ['E-05']);
    await page.goBack();
    await untilShown(page, ['E-05', 'C-03']);
    await press(/^Nessun dato/);
    await untilShown(page, ['F-06']);
    await press(/^Tutti/);
    await untilShown(page, ORDERS['CI-D'] ?? []);
    assert.equal(new URL(page.url()).search, '');
  });

  it('finds by code or description, gravest first, and says when there is nothing', async () => {
    const { page } = await openDashboard('?sort=PN-C');
    const search = page.getByRole('textbox', { name: 'Cerca codice o descrizione' });
    // spec §9: case-insensitive, ordered by error, warning, string_w descending
    await search.fill('E');
    await untilShown(page, ['E-05', 'D-04', 'B-02', 'F-06', 'A-01']);
    await page.getByText("Durante la ricerca l'ordine è per gravità, poi: Potenza nominale ↑").waitFor();
    await search.fill('-0');
    await untilShown(page, ['C-03', 'E-05', 'D-04', 'B-02', 'F-06', 'A-01']);
    await search.fill('cascaTA');
    await untilShown(page, ['C-03']);
    assert.equal(new URL(page.url()).searchParams.get('q'), 'cascaTA');
    await search.fill('nowhere');
    await page.getByText('Nessun impianto trovato').waitFor();
    await page.getByRole('button', { name: 'Mostra tutti gli impianti' }).click();
    await untilShown(page, byNominalAscending);
    await comesTo(() => search.inputValue(), '');
  });

  // spec §9: null values go last in descending order and first in ascending
  const byNominalAscending = ['D-04', 'E-05', 'B-02', 'C-03', 'F-06', 'A-01'];
  const ORDERS: Readonly<Record<string, readonly string[]>> = {
    'CI-C': ['A-01', 'B-02', 'C-03', 'D-04', 'E-05', 'F-06'],
    'CI-D': ['F-06', 'E-05', 'D-04', 'C-03', 'B-02', 'A-01'],
    'PN-C': byNominalAscending,
    'PN-D': ['A-01', 'C-03', 'F-06', 'B-02', 'E-05', 'D-04'],
    'P-C': ['B-02', 'C-03', 'F-06', 'E-05', 'D-04', 'A-01'],
    'P-D': ['A-01', 'D-04', 'E-05', 'B-02', 'C-03', 'F-06'],
    'I-C': ['A-01', 'C-03', 'E-05', 'F-06', 'D-04', 'B-02'],
    'I-D': ['B-02', 'D-04', 'A-01', 'C-03', 'E-05', 'F-06'],
    problems: ['C-03', 'E-05', 'D-04', 'F-06', 'B-02', 'A-01'],
  };

  it('sorts in nine ways, unknown values in their place, and remembers the way in the address', async () => {
    const { page } = await openDashboard();
    const sort = page.getByRole('combobox', { name: 'Ordina' });
    await comesTo(() => sort.locator('option').count(), 9);
    for (const [way, codes] of Object.entries(ORDERS)) {
      await sort.selectOption(way);
      await untilShown(page, codes);
    }
    await page.goto('/apps/asset?q=-0&status=success&sort=I-C');
    await untilShown(page, ['A-01', 'F-06', 'B-02']);
    await comesTo(() => sort.inputValue(), 'I-C');
    await comesTo(() => page.getByRole('textbox', { name: /Cerca/ }).inputValue(), '-0');

    await page.goto('/apps/asset?sort=problems');
    await page.getByRole('button', { name: 'Usa sempre questo ordine in questo browser' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.reload();
    await untilShown(page, ORDERS.problems ?? []);
    await sort.selectOption('CI-D');
    await untilShown(page, ORDERS['CI-D'] ?? []);
  });

  it('keeps its data when it cannot be refreshed, says how old it is, and offers to try again', async () => {
    const { page } = await stage.open({}, user);
    const calls = '**/api/v1/plants-card-list/**';
    await page.route(calls, (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: 'unavailable' } }),
    );
    await page.goto('/apps/asset');
    await page.getByText('Non è stato possibile caricare questi dati.').waitFor();
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.locator('[data-plant-card="A-01"]').waitFor();

    await page.route(calls, (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: 'unavailable' } }),
    );
    await stage.pool.query('select pg_notify($1, $2)', [
      'live',
      JSON.stringify({ company_id: company.company_id, kind: 'plants', codes: ['A-01'] }),
    ]);
    await page.getByText(/^Aggiornamento non riuscito; dati delle \d\d:\d\d/).waitFor();
    assert.equal((await shownCodes(page)).length, FIELD.length);
    await page.unroute(calls);
  });

  it('tells how far the history is filled in, while it is', async () => {
    const filling = async (done: number, state: 'running' | 'done') =>
      inScope(stage.pool, company, async (tx) => {
        await tx.query(
          `insert into progress (company_id, kind, state, done, total) values ($1, 'history', $2, $3, 40)`,
          [company.company_id, state, done],
        );
        await notifyLive(tx, { company_id: company.company_id, kind: 'progress' });
      });
    const { page } = await openDashboard();
    await comesTo(() => page.getByRole('progressbar').count(), 0);
    await filling(10, 'running');
    await page.getByText("Caricamento dell'ultimo anno: 25 %").waitFor();
    await inScope(stage.pool, company, (tx) => tx.query("update progress set state = 'done'"));
    await filling(40, 'done');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  it("stands without today's curves when they cannot be loaded, and says so", async () => {
    const { page } = await stage.open({}, user);
    await page.route('**/api/v1/dashboard-data/**', (route) => route.abort());
    await page.goto('/apps/asset');
    await page.getByText(/^Non è stato possibile caricare le curve di oggi/).waitFor();
    assert.notEqual(await page.locator('[data-plant-card]').count(), 0);
  });

  it('says that there are no plants where there are none', async () => {
    const empty = await makeCompany(stage.pool, 'Vuota');
    const owner = await makeUser(stage, { company: empty, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/asset');
    await page.getByText('Nessun impianto trovato').waitFor();
    await comesTo(() => page.locator('[data-plant-card]').count(), 0);
  });

  it('shows only the plants that are named for somebody below management', async () => {
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'Z-99', name: 'Sua', power_kw: 3 }]);
    const engineer = await makeUser(stage, {
      company,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [plants.get('Z-99') ?? 0],
    });
    const { page } = await stage.open({}, engineer);
    await page.goto('/apps/asset');
    await untilShown(page, ['Z-99']);
    await reads(page.getByRole('main'), /3,00\s*kW\s*1 su 1 impianto/);
  });
});
