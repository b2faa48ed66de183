import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser } from '../support/app.ts';
import { makeLivePlants, noonDay } from './support/field.ts';
import { reaches, type Stage, startStage } from './support/portal.ts';

const HOUR = 3_600_000;
const STEP = 5 * 60_000;

describe('readings declared bad', () => {
  let stage: Stage;
  let company: Scope;
  let yesterday: string;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    const noon = noonDay();
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }], noon);
    const device_id = await makeDevice(
      stage.pool,
      company,
      plants.get('AUR-001') ?? 0,
      'INV1',
      ['ac_power_kw'],
      {
        category: 'inverter',
        interval_s: 300,
      },
    );
    const midnight = noon.start - 24 * HOUR;
    yesterday = new Date(Date.parse(`${noon.date}T00:00:00Z`) - 24 * HOUR).toISOString().slice(0, 10);
    const rows: ReadingRow[] = [];
    // 50 kW, and 900 between ten and eleven.
    for (let ts = midnight; ts < noon.start; ts += STEP) {
      const wrong = ts >= midnight + 10 * HOUR && ts < midnight + 11 * HOUR;
      rows.push({ device_id, ts, values: Float64Array.of(wrong ? 900 : 50), quality: null });
    }
    const writer = new ReadingWriter(stage.pool);
    await writer.write(company, rows);
    await writer.close();
    await recomputeDirty(stage.pool, company);
  });
  after(() => stage?.close());

  it('leave the chart with their reason, are listed with who said so, and come back when it is undone', async () => {
    const user = await makeUser(stage, { company, roles: ['MANAGEMENT_0', 'APP_0'] });
    const { page, faults } = await stage.open({}, user);
    await page.goto(`/apps/asset/plants/AUR-001?span=day&date=${yesterday}&step=hour`);
    const trend = page.getByRole('region', { name: 'Andamento' });
    await trend.getByRole('figure').waitFor();
    const at = (hour: string) => `${yesterday.split('-').reverse().join('/')} ${hour}`;
    await trend.getByRole('button', { name: 'Altro sul grafico' }).click();
    await page.getByRole('menuitem', { name: 'Letture errate', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Letture segnate come errate' });
    await dialog.getByText('Nessuna lettura è segnata come errata').waitFor();
    const stored = () =>
      stage.arrange<{ reason: string; hours: number; undone: boolean }>(
        `select reason, extract(epoch from end_at - start_at)::float8 / 3600 as hours, undone_at is not null as undone
         from reading_mark where company_id = $1`,
        [company.company_id],
      );
    await dialog.getByRole('button', { name: 'Segna come errate' }).click();
    await dialog.getByText('Indica il motivo').waitFor();
    assert.deepEqual(await stored(), [], 'nothing is marked without a reason');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Trasformatore in taratura');
    await dialog.getByRole('button', { name: 'Segna come errate' }).click();
    const listed = dialog.getByRole('listitem');
    await listed.getByText('Trasformatore in taratura').waitFor();
    // What the chart showed is what was offered: the whole day.
    await listed.getByText(at('00:00')).waitFor();
    assert.deepEqual(await stored(), [{ reason: 'Trasformatore in taratura', hours: 24, undone: false }]);
    await recomputeDirty(stage.pool, company);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('nessun dato trovato', { exact: false }).waitFor();

    await trend.getByRole('button', { name: 'Altro sul grafico' }).click();
    await page.getByRole('menuitem', { name: 'Letture errate (1)', exact: true }).click();
    await listed.getByRole('button', { name: 'Annulla' }).click();
    await dialog.getByText('Nessuna lettura è segnata come errata').waitFor();
    assert.ok(await reaches(async () => (await stored())[0]?.undone === true));
    await recomputeDirty(stage.pool, company);
    await page.keyboard.press('Escape');
    await trend.getByRole('figure').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });
});
