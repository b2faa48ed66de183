import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import type { Progress } from '../../src/features/measurements/measurements.contract.ts';
import { loadReadings } from '../../src/features/measurements/server/stored-readings.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant, makeUser, type TestUser } from '../support/app.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage, until } from './support/portal.ts';

const QUARTER_MS = 900_000;
const ROME_MIDNIGHT = Date.parse('2025-10-25T00:00:00+02:00');
/** Three days of Rome, the middle one of 25 hours. */
const QUARTERS = 96 + 100 + 96;

/**
 * A file as an Italian data logger writes it: semicolons, decimal commas, watts, local times without offset over the
 * night in which an hour is said twice, two hours without values, and rows that cannot be right.
 */
function loggerFile(): { text: string; kwh: number; bad: number[] } {
  const lines = ['Data e ora;Potenza AC [W]'];
  let kwh = 0;
  for (let i = 0; i < QUARTERS; i++) {
    const at = ROME_MIDNIGHT + i * QUARTER_MS;
    const summer = at < Date.parse('2025-10-26T01:00:00Z');
    const local = new Date(at + (summer ? 2 : 1) * 3_600_000).toISOString();
    const clock = local.slice(11, 16);
    const day = local.slice(0, 10).split('-').reverse().join('/');
    const gap = day === '27/10/2025' && clock >= '10:00' && clock < '12:00';
    const watts = clock >= '08:00' && clock < '16:00' ? 1500.5 : 0;
    if (!gap) kwh += watts / 1000 / 4;
    lines.push(`${day} ${clock};${gap ? '' : watts.toFixed(1).replace('.', ',')}`);
  }
  lines.splice(31, 0, '31/02/2025 10:00;1,0');
  lines.splice(41, 0, '25/10/2025 09:37;guasto');
  // Rows are counted as a spreadsheet counts them, the heading included.
  return { text: `${lines.join('\r\n')}\r\n`, kwh, bad: [32, 42] };
}

/** An import that nobody works on any more, as the call answers it. */
const CUT_OFF: Progress = {
  id: 987_654,
  kind: 'import',
  proj_code: 'AUR-001',
  state: 'failed',
  done: 10,
  total: 294,
  message: 'Interrupted; start it again, nothing is doubled',
  fault: { code: 'interrupted', params: {} },
  detail: {},
  created_at: '2026-06-01T10:00:00.000Z',
  updated_at: '2026-06-01T10:00:00.000Z',
};

/** Opens it once the page is complete: what is still on its way above the devices moves them. */
async function openImport(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Importa storico di AC' });
  await button.waitFor();
  await until(page, `!document.querySelector('main [aria-busy="true"]')`);
  await button.click();
}

describe("the import of a device's history", () => {
  let stage: Stage;
  let company: Scope;
  let device_id: number;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [] });
    const plant = await makePlant(stage.pool, company, 'AUR-001', { potenza_nominale: 5 });
    device_id = await makeDevice(stage.pool, company, plant, 'AC', ['ac_power_kw'], { interval_s: 900 });
    user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [plant] });
  });
  after(() => stage?.close());

  const { text, kwh, bad } = loggerFile();
  const countRows = () =>
    inScope(stage.pool, company, async (tx) => {
      // In the hot table or, once their days are made, packed.
      const { rows } = await tx.query<{ n: number }>(
        `select ((select count(*) from obs)
           + (select coalesce(sum(instants), 0) from obs_stretch))::int as n`,
      );
      return rows[0]?.n;
    });

  const chooseFile = async (page: Page) => {
    await page.goto(
      '/apps/asset/plants/AUR-001?span=year&date=2025-06-01&vars=plant.energy_export_kwh&step=month',
    );
    await openImport(page);
    const dialog = page.getByRole('dialog', { name: 'Importa lo storico in AC' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'logger.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, 'latin1'),
    });
    await dialog.getByText('Come è stato letto il file').waitFor();
    return dialog;
  };

  const runImport = async (page: Page) => {
    const dialog = await chooseFile(page);
    await dialog.getByRole('button', { name: /^Importa \d/ }).click();
    await dialog.getByText('Storico importato').waitFor();
    return dialog;
  };

  it('understands the file by itself, shows what it will do and names each bad row', async () => {
    const { page, faults } = await stage.open({}, user);
    const dialog = await chooseFile(page);
    const field = (label: string) => dialog.getByLabel(label, { exact: true }).first().inputValue();
    assert.equal(await field('Separatore'), 'punto e virgola ;');
    assert.equal(await field('Segno decimale'), 'virgola 1,5');
    assert.equal(await field('Formato di data e ora'), 'giorno/mese/anno');
    assert.equal(await field('Fuso orario per gli orari senza offset UTC'), 'Europe/Rome');
    assert.match(await field('Variabile della colonna Potenza AC [W]'), /^Potenza AC/);
    assert.equal(await field('Unità della colonna Potenza AC [W]'), 'W');
    const all = await seen(dialog);
    const readings = QUARTERS - 8;
    assert.match(
      all,
      new RegExp(`Righe ${QUARTERS + 2} Letture ${readings} Periodo 25/10/2025 00:00 – 27/10/2025 23:45`),
    );
    assert.match(all, /Passo 15 min Celle vuote 8 Righe errate 2/);
    const list = dialog.getByRole('list', { name: 'Righe che saranno escluse' });
    assert.deepEqual(await list.getByRole('listitem').allTextContents(), [
      `Riga ${bad[0]}: l'ora non è leggibile`,
      `Riga ${bad[1]}, colonna «Potenza AC [W]»: non è un numero`,
    ]);
    // Nothing is stored before a person says so.
    assert.equal(await countRows(), 0);

    // A correction is followed at once: without its only column the file has nothing to give.
    await dialog
      .getByLabel(/^Variabile della colonna/)
      .first()
      .click();
    await page.getByRole('option', { name: 'Esclusa' }).click();
    await dialog.getByText('Scegli almeno una colonna da salvare.').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('stores it, and a repetition doubles nothing: months and days on screen equal the file', async () => {
    const { page, faults } = await stage.open({}, user);
    const dialog = await runImport(page);
    await reads(dialog, /284 letture di AC sono salvate.*Righe escluse 2 Riga 32:/);
    await dialog.getByRole('button', { name: 'Chiudi' }).last().click();
    const stored = await countRows();
    const month = kwh.toFixed(2).replace('.', ',');
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    await page.getByRole('row', { name: `01/10/2025 ${month}` }).waitFor();

    const again = await runImport(page);
    await again.getByRole('button', { name: 'Chiudi' }).last().click();
    assert.equal(await countRows(), stored);
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    await page.getByRole('row', { name: `01/10/2025 ${month}` }).waitFor();

    await page.goto(
      '/apps/asset/plants/AUR-001?span=free&date=2025-10-25&to=2025-10-27&vars=plant.energy_export_kwh&step=day',
    );
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    // Eight hours of 1.5005 kW; two of them missing on the last day, and nothing is made up for them.
    for (const [day, energy] of [
      ['25/10/2025', '12,00'],
      ['26/10/2025', '12,00'],
      ['27/10/2025', '9,00'],
    ]) {
      await page.getByRole('row', { name: `${day} ${energy}` }).waitFor();
    }
    // How it ended is found where the next one begins.
    await openImport(page);
    const earlier = page.getByRole('region', { name: 'Importazioni precedenti in questo impianto' });
    const newest = earlier.getByRole('listitem').first();
    await newest.getByText('letture salvate').waitFor();
    await reads(newest, /^logger\.csv AC · .* 284 letture salvate\. 2 righe escluse\./);
    await newest.getByText('Mostra elenco').click();
    await newest.getByText("Riga 32: l'ora non è leggibile").waitFor();
    // The gap is seen as a gap.
    await page.goto('/apps/asset/plants/AUR-001?span=day&date=2025-10-27&vars=plant.ac_power_kw');
    await page.getByRole('list', { name: 'Serie' }).getByText('dati mancanti').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('takes a workbook, lets another sheet be chosen, and stores it by keyboard alone', async () => {
    const { page, faults } = await stage.open({ viewport: { width: 390, height: 844 } }, user);
    const rows = (month: number, watts: number) => [
      ['Ora', 'Potenza AC [W]'],
      ...Array.from({ length: 8 }, (_, i) => [new Date(Date.UTC(2025, month, 3, 10, 15 * i)), watts + 0.25]),
    ];
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Copertina', rows: [['Relazione mensile']] },
        { name: 'Luglio', rows: rows(6, 1000) },
        { name: 'Agosto', rows: [[], ...rows(7, 2000), ['guasto', 'guasto']] },
      ],
    });
    await page.goto('/apps/asset/plants/AUR-001');
    await openImport(page);
    const dialog = page.getByRole('dialog', { name: 'Importa lo storico in AC' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'ESTATE.XLSX', mimeType: '', buffer: Buffer.from(bytes) });
    const sheet = dialog.getByLabel('Foglio', { exact: true }).first();
    await sheet.waitFor();
    await comesTo(() => sheet.inputValue(), 'Luglio');
    await comesTo(() => dialog.getByLabel('Separatore', { exact: true }).count(), 0);
    await reads(dialog, /Periodo 03\/07\/2025 10:00 – 03\/07\/2025 11:45/);
    await sheet.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Agosto' }).waitFor();
    const chosen = page.locator('[role=option][data-combobox-selected]').filter({ hasText: 'Agosto' });
    // On a busy machine the list takes keys a moment after it is seen.
    assert.ok(
      await reaches(async () => {
        if ((await chosen.count()) === 0) await page.keyboard.press('ArrowDown');
        return (await chosen.count()) > 0;
      }),
      'the sheet cannot be reached by arrows',
    );
    await page.keyboard.press('Enter');
    await dialog.getByText("Riga 11: l'ora non è leggibile").waitFor();
    await comesTo(() => sheet.inputValue(), 'Agosto');
    await reads(dialog, /Righe errate 1/);
    const run = dialog.getByRole('button', { name: /^Importa 8/ });
    await run.focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('Storico importato').waitFor();
    const [stored] = await inScope(stage.pool, company, async (tx) => {
      const window = { device_id, start: Date.parse('2025-07-01'), end: Date.parse('2025-09-01') };
      return (await loadReadings(tx, { windows: [window], slots: [0] })) ?? [];
    });
    assert.deepEqual(
      [stored?.ts.length, stored?.ts[0], stored?.columns[0]?.values[0]],
      [8, Date.parse('2025-08-03T08:00:00.000Z'), 2.00025],
    );
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it("says in the reader's language why something went wrong", async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/AUR-001');
    await openImport(page);
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from([80, 75, 3, 4, 0, 0]) });
    await page
      .getByText(
        'Non è stato possibile leggere il file: la cartella di lavoro non si può leggere; salvala di nuovo come .xlsx, o come CSV.',
      )
      .waitFor();

    const dialog = await chooseFile(page);
    // The form offers only units that fit: one that does not is smuggled in.
    await page.route('**/api/v1/imports/*/', (route) =>
      route.continue({ postData: (route.request().postData() ?? '').replace('"unit":"W"', '"unit":"V"') }),
    );
    await dialog.getByLabel('Righe di intestazione', { exact: true }).fill('2');
    await dialog
      .getByText(
        /^Non è stato possibile aggiornare l'anteprima: colonna «.+»: V non si può convertire in kW\.$/,
      )
      .waitFor();
    await page.unroute('**/api/v1/imports/*/');

    const later = await chooseFile(page);
    await inScope(stage.pool, company, (tx) => tx.query('delete from import_file'));
    await later.getByRole('button', { name: /^Importa \d/ }).click();
    await later
      .getByText(
        "Non è stato possibile avviare l'importazione: il file non è più disponibile; sceglilo di nuovo.",
      )
      .waitFor();
  });

  it('tells what became of work that was cut off', async () => {
    const { page } = await stage.open({}, user);
    const dialog = await chooseFile(page);
    await page.route('**/imports/*/run/', (route) => route.fulfill({ status: 202, json: CUT_OFF }));
    await dialog.getByRole('button', { name: /^Importa \d/ }).click();
    await dialog.getByText('Il lavoro si è interrotto.').waitFor();
    await dialog.getByRole('button', { name: 'Riprova' }).waitFor();
  });

  it('is not offered to those who may not write', async () => {
    const viewer = await makeUser(stage, { company, roles: ['MANAGEMENT_0', 'APP_0'] });
    const { page } = await stage.open({}, viewer);
    await page.goto('/apps/asset/plants/AUR-001');
    await page.getByRole('button', { name: 'Importa storico di AC' }).waitFor();
    const plants = await inScope(stage.pool, company, async (tx) =>
      (await tx.query<{ id: number }>('select id from plant')).rows.map(({ id }) => id),
    );
    const reader = await makeUser(stage, { company, roles: ['VIEWER', 'APP_0'], plants });
    const { page: quiet } = await stage.open({}, reader);
    await quiet.goto('/apps/asset/plants/AUR-001');
    await quiet.getByRole('row', { name: /^AC / }).waitFor();
    await comesTo(() => quiet.getByRole('button', { name: /Importa/ }).count(), 0);
  });
});
