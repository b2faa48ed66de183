import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { poaUnder, skyAt } from '../../src/energy/sky.ts';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { localDay } from '../../src/shared/units/zones.ts';
import { makeCompany, makeDevice, makePlant, makeUser, type TestUser } from '../support/app.ts';
import { madePvgisYear } from '../support/made-year.ts';
import { reads, type Stage, startStage } from './support/portal.ts';
import { scrutinise } from './support/scrutiny.ts';

const PLACE = { latitude: 44.5, longitude: 11.3 };
const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };
const STEP = 600_000;

// spec §1, §7: expected energy
describe('the expected energy of a plant', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  let inverter: number;
  before(async () => {
    stage = await startStage({ energy: { co2KgPerKwh: 0.25, co2Source: 'ISPRA 2024' } });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plant = await makePlant(stage.pool, company, 'BO-01', { potenza_nominale: 100 });
    await makePlant(stage.pool, company, 'NO-01');
    await stage.arrange(
      `update plant set latitude = $2, longitude = $3, tilt_deg = 30, azimuth_deg = 180 where company_id = $1 and proj_code = 'BO-01'`,
      [company.company_id, PLACE.latitude, PLACE.longitude],
    );
    inverter = await makeDevice(stage.pool, company, plant, 'INV', ['ac_power_kw', 'energy_total_kwh'], {
      nominal_power: 100,
      interval_s: 600,
    });
    const sensor = await makeDevice(stage.pool, company, plant, 'SUN', ['irradiance_poa_wm2'], {
      category: 'weather_station',
      interval_s: 600,
    });
    await measure(inverter, sensor);
  });
  after(() => stage?.close());

  /** Yesterday and today so far: four fifths of what the sun gave. */
  async function measure(inverter: number, sensor: number): Promise<void> {
    const writer = new ReadingWriter(stage.pool, { announce: async () => undefined });
    const now = Date.now();
    const from = localDay('Europe/Rome', localDay('Europe/Rome', now).start - 1).start;
    let made = 5000;
    const rows = [];
    for (let ts = from; ts <= now; ts += STEP) {
      const sky = skyAt(PLACE.latitude, PLACE.longitude, ts);
      const poa = 0.9 * poaUnder(sky, sky.clear, SOUTH);
      made += (poa * 0.08 * STEP) / 3_600_000;
      rows.push({ device_id: sensor, ts, values: Float64Array.of(poa), quality: null });
      rows.push({ device_id: inverter, ts, values: Float64Array.of(poa * 0.08, made), quality: null });
    }
    await writer.write(company, rows);
    await writer.close();
    await recomputeDirty(stage.pool, company, { today: true });
  }

  it('stands beside what was made, with its inputs, and opens where the rest was lost', async () => {
    const portal = await stage.open({}, user);
    const { page, faults } = portal;
    await page.goto('/apps/asset/plants/BO-01');
    const section = page.getByRole('region', { name: 'Energia', exact: true });
    await section.getByText('Mese', { exact: true }).click();
    if (localDay('Europe/Rome', Date.now()).day.endsWith('-01'))
      await section.getByRole('button', { name: 'Energia: indietro' }).click();
    await section.getByText("sensore dell'impianto").waitFor();
    await section.getByRole('figure').waitFor();
    // The balance: what is measured as a figure, what nobody measures as none.
    await reads(section, /Prodotta [\d.,]*[1-9][\d.,]* [kMG]Wh .*Immessa – .*non misurata/);
    // What it avoided, with its factor and who says so.
    await reads(section, /CO₂ evitata [\d.,]*[1-9][\d.,]* (kg|t) .*0,250 kg\/kWh: ISPRA 2024/);
    const fall = section.getByRole('region', { name: 'Dove si è persa energia' });
    await fall.getByText('non registrato').nth(1).waitFor();
    await fall.getByText('non registrato').nth(2).waitFor({ state: 'hidden' });
    await fall.getByRole('button', { name: 'Temperatura, sporco e conversione' }).click();
    await fall.getByText("Conversione nell'inverter").waitFor();
    assert.deepEqual(await scrutinise(portal, 'plant with expected energy'), []);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is told of every plant in the list, and of an inverter on its page', async () => {
    const { page, faults } = await stage.open({}, user);
    // A column that is usually hidden: by it an under-producer without an alarm is found.
    await page.goto('/apps/asset/plant-search?order=expected');
    await page.getByRole('button', { name: 'Colonne e viste' }).click();
    await page.getByRole('checkbox', { name: "Dell'atteso, ieri" }).check();
    await page.keyboard.press('Escape');
    const row = page.getByRole('table').getByRole('row').filter({ hasText: 'BO-01' });
    await reads(row, /\b\d{2,3} %/);
    await page.goto(`/apps/asset/plants/BO-01/devices/${inverter}`);
    const section = page.getByRole('region', { name: 'Rispetto a quanto era atteso' });
    await reads(section, /Attesa, ieri [\d.,]+ [kM]Wh .*Prodotto dell'atteso, ultimi 30 giorni \d+ %/);
    await section.getByText("sensore dell'impianto", { exact: false }).waitFor();
    // A sum that lacks hours says so.
    await page.route('**/expected-energy-inverter/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), unknown_share: 0.12 } });
    });
    await page.reload();
    await reads(section, /ore di sole di cui non si sa nulla, escluse: 12 %/);
    // To its configuration goes whoever may change it.
    await page.getByRole('link', { name: 'Configurazione' }).waitFor();
    const reader = await makeUser(stage, { company, roles: ['VIEWER', 'APP_0'] });
    await stage.arrange(
      'insert into company_user_plant (company_id, user_id, plant_id) select company_id, $2, id from plant where company_id = $1',
      [company.company_id, reader.id],
    );
    const { page: read } = await stage.open({}, reader);
    await read.goto(`/apps/asset/plants/BO-01/devices/${inverter}`);
    await reads(read.getByRole('region', { name: 'Rispetto a quanto era atteso' }), /Attesa, ieri/);
    await read.getByRole('link', { name: 'Configurazione' }).waitFor({ state: 'detached' });
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is a fault of the data where a plant seems to make more than its sun allows', async () => {
    const power = (kw: number) =>
      stage.arrange(`update plant set potenza_nominale = $2 where company_id = $1 and proj_code = 'BO-01'`, [
        company.company_id,
        kw,
      ]);
    await power(60);
    const { page, faults } = await stage.open({}, user);
    const yesterday = localDay('Europe/Rome', localDay('Europe/Rome', Date.now()).start - 1).day;
    await page.goto(`/apps/asset/plants/BO-01?energy=day&on=${yesterday}`);
    const section = page.getByRole('region', { name: 'Energia', exact: true });
    await section
      .getByText(/^Un performance ratio del [\d,]+ % non può essere: questi dati sono sbagliati\./)
      .waitFor();
    // What a figure counts is told beside its first words, and a long month takes one line.
    const below = await section
      .locator('dt > button')
      .evaluateAll(
        (hints) =>
          hints.filter(
            (hint) =>
              hint.getBoundingClientRect().top - (hint.parentElement?.getBoundingClientRect().top ?? 0) > 8,
          ).length,
      );
    assert.equal(below, 0);
    await page.goto('/apps/asset/plants/BO-01?energy=month&on=2025-09-15');
    const month = section.getByRole('button', { name: /: settembre 2025$/ });
    await month.waitFor();
    assert.ok(
      await month.evaluate((field) => field.clientHeight <= 36 && field.scrollWidth <= field.clientWidth),
    );
    await power(100);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('takes a typical year, and says what is wrong with another file', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/BO-01');
    const section = page.getByRole('region', { name: 'Energia', exact: true });
    const choose = async (name: string, text: string) => {
      await section.getByRole('button', { name: 'Importa un anno tipo' }).waitFor();
      await section
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    await choose('wrong.csv', 'a,b\n1,2');
    await section.getByText('Riga 1: non è né un anno tipo di PVGIS', { exact: false }).waitFor();
    await choose('tmy.csv', madePvgisYear());
    const known = section.getByText('Anno tipo: tmy.csv', { exact: false });
    await known.waitFor();
    // What cannot be refreshed stays, and says so.
    await page.route('**/typical-year/', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await section.getByRole('button', { name: 'Rimuovilo' }).click();
    const asked = page.getByRole('dialog', { name: "Rimuovere l'anno tipo?" });
    await asked.getByRole('button', { name: 'Rimuovilo' }).click();
    await asked.waitFor({ state: 'hidden' });
    await section.getByText('Aggiornamento non riuscito', { exact: false }).waitFor();
    await known.waitFor();
    await page.unroute('**/typical-year/');
    await page.reload();
    await section.getByText('Nessun anno tipo del sito', { exact: false }).waitFor();
    assert.deepEqual(faults.csp, []);
  });

  it('names the weather provider whose irradiance it rests on', async () => {
    await makePlant(stage.pool, company, 'ME-01', { potenza_nominale: 100, latitude: 38.2, longitude: 15.5 });
    await stage.arrange(
      `insert into place_irradiance (lat_tenths, lon_tenths, day, provider, ghi_wm2, dni_wm2, dhi_wm2, said_at)
       select 382, 155, current_date - back, 'open-meteo', h, h, h, now()
       from generate_series(0, 62) back, array_fill(200::real, '{24}') h`,
    );
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/ME-01');
    const section = page.getByRole('region', { name: 'Energia', exact: true });
    await section.getByText('Mese', { exact: true }).click();
    // Of a month that has just begun no hour of sun may be over yet.
    await section.getByRole('button', { name: 'Energia: indietro' }).click();
    await reads(
      section,
      /Irraggiamento: irraggiamento del servizio meteo \(\d+ giorn[io]\)\. Servizio meteo: Open-Meteo\./,
    );
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('says what a plant lacks', async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/NO-01');
    await page.getByText('Per questo impianto non si può ancora calcolare nulla').waitFor();
  });
});
