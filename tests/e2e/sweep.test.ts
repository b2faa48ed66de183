import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { join, makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants, openAlarms } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const MINUTE = 60_000;
const readings = Array.from(
  { length: 12 },
  (_, i) => `2025-06-01T${String(i + 6).padStart(2, '0')}:00:00Z,${1500 + i}`,
);

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

describe('every screen', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let worker: TestUser;
  let newcomer: TestUser;
  let inverter: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    const second = await makeCompany(stage.pool, 'Borea Solare con un nome molto lungo per un telefono');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(stage, second, owner.id, { roles: ['VIEWER', 'APP_0'] });
    worker = await makeUser(stage, { company, roles: ['WORKER'] });
    newcomer = await makeUser(stage, { company: second, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [
      {
        code: 'AUR-001',
        name: 'Capitanata',
        latitude: 41.46,
        longitude: 15.55,
        comune: 'Foggia (FG)',
        power_kw: 1234.5,
        production: 9876.5,
        irradianza: 801,
        potenza_nominale: 5990,
        productionType: 'photovoltaic',
        spark_kw: [0, 0, 5, 100, 900, 1234],
      },
      {
        code: 'AUR-002',
        name: 'Centrale con un nome lungo che non entra nella sua scheda',
        latitude: 41.461,
        longitude: 15.551,
        error: true,
        warning: true,
        string_w: true,
        power_kw: 0,
        potenza_nominale: 10,
      },
      {
        code: 'AUR-003',
        name: 'Cascata',
        warning: true,
        snooze_date: new Date(Date.now() + 864e5),
        power_kw: 5,
      },
      { code: 'AUR-004', name: 'Distretto', string_w: true },
      { code: 'AUR-005', name: 'Muta', last_reading_at: null },
    ]);
    const plant = plants.get('AUR-001') ?? 0;
    inverter = await makeDevice(
      stage.pool,
      company,
      plant,
      'INV1',
      ['ac_power_kw', 'energy_total_kwh', 'dc_voltage_v'],
      { interval_s: 300 },
    );
    await makeDevice(stage.pool, company, plant, 'METEO', ['irradiance_poa_wm2'], {
      category: 'weather_station',
      interval_s: 300,
    });
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    const rows: ReadingRow[] = Array.from({ length: 140 }, (_, i) => ({
      device_id: inverter,
      ts: now - i * 5 * MINUTE,
      values: Float64Array.of(i > 40 && i < 60 ? Number.NaN : 1000 - i, 50_000 - i, 650),
      quality: null,
    }));
    const writer = new ReadingWriter(stage.pool);
    await writer.write(company, rows);
    await writer.close();
    await openAlarms(stage.pool, company, [
      { plant_id: plants.get('AUR-002') ?? 0, code: 'no_data', date: new Date() },
      { plant_id: plant, device_id: inverter, code: 'device_silent', date: new Date() },
    ]);
  });
  after(() => stage?.close());

  inTodaysLook(14, (eyes) => {
    const { narrow, goto, look, verdict } = eyes;

    it('of those who are not signed in', async () => {
      await eyes.open(stage);
      await goto('/login');
      await look('sign-in');
      await button(eyes.page, /^(Accedi|Sign in)$/).click();
      await eyes.page.getByText(/email address|indirizzo email/).waitFor();
      await look('sign-in, refused');
      verdict();
    });

    it('of an owner', async () => {
      const page = await eyes.open(stage, owner);
      await goto('/');
      await page.getByText(/MW$/).first().waitFor();
      await look('home');
      await goto('/apps/asset');
      await page.locator('[data-plant-card]').first().waitFor();
      await page.getByRole('img').first().waitFor();
      await look('dashboard');
      await button(page, /^Notif/).click();
      await page
        .getByRole('region', { name: /^Notif/ })
        .getByRole('button')
        .first()
        .waitFor();
      await look('bell');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      await look('command palette');
      await page.getByRole('combobox', { name: /^(Cerca e vai|Search and go)$/ }).fill('a');
      await page.getByRole('group', { name: /^(Impianti|Plants)$/ }).waitFor();
      await look('command palette, found');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await button(page, /Profil/).click();
      await page.getByRole('dialog').waitFor();
      await look('profile');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (narrow) {
        await button(page, /^Menu$/).click();
        await page.getByRole('dialog').waitFor();
        await look('menu');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      if (!narrow) {
        await button(page, /^(Lingua|Language)$/).click();
        await page.getByRole('menu').waitFor();
        await look('languages');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('textbox', { name: /Cerca|Search/ }).fill('no such plant');
      await page.getByText(/Nessun impianto trovato|No plants found/).waitFor();
      await look('dashboard, nothing found');
      await goto('/apps/asset/maps?plant=AUR-002');
      await button(page, /^2 (impianti|plants)/).waitFor();
      await look('map');
      await goto('/apps/asset/plant-search?group=type');
      await page.locator('[data-row-link]').first().waitFor();
      await look('plant list');
      verdict();
    });

    it('of a plant', async () => {
      const { page } = eyes;
      await goto('/apps/asset/plants/AUR-001');
      await page.locator('canvas').first().waitFor();
      await look('plant');
      await button(page, /^INV1/).click();
      await page.getByRole('table').nth(1).waitFor();
      await look('plant, device open');
      // The forecast below has a chart of its own.
      const trend = page.getByRole('region', { name: /^(Andamento|Trend)$/ });
      await trend.getByRole('button', { name: /^(Mostra come tabella|Show as a table)$/ }).click();
      await page.getByRole('figure').getByRole('table').waitFor();
      await look('plant, chart as table');
      await button(page, /^\d+ variab/).click();
      await page.getByRole('dialog').waitFor();
      await look('plant, variables');
      await page.keyboard.press('Escape');
      await button(page, /(Importa|Import) .*INV1/).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await look('import');
      const csv = ['Time,AC power [W]', ...readings, '2025-06-01T20:15:00Z,oops'].join('\n');
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'SMALL.CSV', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await button(page, /^(Importa|Import) \d/).waitFor();
      await look('import, review');
      await button(page, /^(Importa|Import) \d/).click();
      await page.getByText(/^(Storico importato|History imported)$/).waitFor();
      await look('import, done');
      await goto(`/apps/asset/plants/AUR-001/devices/${inverter}`);
      await page.locator('canvas').first().waitFor();
      await look('device');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const { page } = eyes;
      await goto('/apps/asset');
      await page.locator('[data-plant-card]').first().waitFor();
      const stops = await tabThrough(page, 54);
      const names = stops.map((stop) => stop.name);
      const wanted = [
        /contenuto|content/,
        /^App$/,
        /^Notif/,
        /Profil/,
        /Cerca|Search/,
        /Ordina|Sort/,
        /^(Tutti|All)/,
        /AUR-005/,
        // A phone has the way home in its menu, theme and language in the profile.
        ...(narrow
          ? [/^Menu$/]
          : [/^Home$/, /^(Lingua|Language)$/, /tema|theme/i, /^(Monitoraggio|Monitoring)$/]),
      ];
      for (const one of wanted)
        assert.ok(
          names.some((stop) => one.test(stop)),
          `${one} is not reached: ${names}`,
        );
      assert.deepEqual(
        stops.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
      await goto('/apps/asset/plants/AUR-001');
      await page.locator('canvas').first().waitFor();
      const onPlant = await tabThrough(page, 130);
      for (const one of [/variab/, /Esporta|Export/, /sul grafico|for the chart/, /cursor/i, /^INV1/])
        assert.ok(
          onPlant.some((stop) => one.test(stop.name)),
          `${one} is not reached: ${onPlant.map((stop) => stop.name)}`,
        );
      assert.deepEqual(
        onPlant.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
      await eyes.enter('/');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate('document.activeElement?.id'), 'content');
    });

    it('of emptiness and refusal', async () => {
      const { page } = eyes;
      await goto('/no/such/page');
      await look('404');
      await goto('/apps/asset/plants/AUR-005');
      await look('plant without devices');
      await goto('/apps/asset/plants/AUR-005/edit');
      await page.getByRole('textbox', { name: /^(Nome|Name)/ }).waitFor();
      await look('plant, edited');
      await page.route('**/plants-card-list/**', (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      await goto('/apps/asset');
      await button(page, /^(Riprova|Retry|Try again)$/).waitFor();
      eyes.forgive();
      await look('dashboard, failed');
      await eyes.open(stage, newcomer);
      await goto('/apps/asset');
      await eyes.page.getByText(/Nessun impianto trovato|No plants found/).waitFor();
      await look('dashboard without plants');
      await eyes.open(stage, worker);
      await goto('/');
      await look('home without applications');
      await goto('/apps/asset');
      await eyes.page.getByText(/Accesso non consentito|You do not have access/).waitFor();
      await look('application that is not open');
      verdict();
    });
  });
});
