import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reaches, type Stage, startStage } from './support/portal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [RUNNING, FAULT] = [4, 7];

describe('thresholds of alarms', () => {
  let stage: Stage;
  let company: Scope;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const plant = plants.get('AUR-001') ?? 0;
    const device_id = await makeDevice(stage.pool, company, plant, 'INV1', ['ac_power_kw', 'inverter_state']);
    // Three faults on days of their own: of 5, of 12 and of 30 minutes.
    const today = Math.floor(Date.now() / DAY) * DAY;
    const rows: ReadingRow[] = [5, 12, 30].flatMap((length, i) =>
      Array.from({ length: 90 }, (_, minute) => ({
        device_id,
        ts: today - (i + 2) * DAY + minute * MINUTE,
        values: Float64Array.of(5, minute >= 20 && minute < 20 + length ? FAULT : RUNNING),
        quality: null,
      })),
    );
    const writer = new ReadingWriter(stage.pool);
    await writer.write(company, rows);
    await writer.close();
  });
  after(() => stage?.close());

  it('are tried on the past, saved for a plant, seen in force and listed', async () => {
    const user = await makeUser(stage, { company, roles: ['MANAGEMENT_0', 'APP_0'] });
    const { page, faults } = await stage.open({}, user);
    await page.goto('/it/apps/asset/alarms/rules');
    await page.getByText('Tutto è come da standard').waitFor();
    await page.getByRole('combobox', { name: 'Impianto' }).click();
    await page.getByRole('option', { name: /Capitanata/ }).click();
    await page.getByRole('button', { name: /Guasto inverter/ }).click();
    const field = page.getByRole('textbox', { name: 'Si apre dopo' });
    await field.fill('10');
    await page
      .getByText('Si apre quando un inverter segnala un guasto per 10 minuti', { exact: false })
      .waitFor();
    await page.getByRole('button', { name: 'Prova questi valori' }).click();
    await page.getByText('allarmi, invece di 3 con i valori in vigore').waitFor();
    const preview = page.getByRole('region', { name: 'Negli ultimi 30 giorni' });
    await comesTo(() => preview.locator('strong').first().textContent(), '2');
    const stored = () =>
      stage.arrange<{ params: object }>('select params from alarm_rule where company_id = $1', [
        company.company_id,
      ]);
    assert.deepEqual(await stored(), [], 'a preview keeps nothing');

    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resta qui' }).click();
    await page.getByRole('button', { name: 'Salva' }).click();
    assert.ok(await reaches(async () => (await stored()).length === 1));
    assert.deepEqual(await stored(), [{ params: { open_after_min: 10 } }]);
    const list = page.getByRole('region', { name: 'Modifiche rispetto allo standard' });
    await list.getByText('Si apre dopo: 10 minuti').waitFor();

    await page.getByRole('button', { name: /Torna a 1 minuto|torna a 1 minuto/ }).waitFor();
    await page.getByRole('button', { name: 'Ripristina tutto' }).click();
    await page.getByText('Tutto è come da standard').waitFor();
    assert.deepEqual(await stored(), []);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });
});
