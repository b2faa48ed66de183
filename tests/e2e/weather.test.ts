import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { scrutinise } from './support/scrutiny.ts';

// spec §2, §9: the weather of plants
describe('the weather of a plant', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage({
      weather: { provider: 'open-meteo', apiKey: undefined, url: undefined, perDay: 1000 },
    });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      {
        code: 'MI-01',
        name: 'Lambrate',
        latitude: 45.48,
        longitude: 9.24,
        productionType: 'photovoltaic',
        potenza_nominale: 100,
      },
      { code: 'TO-01', name: 'Mirafiori', latitude: 45.02, longitude: 7.61, power_kw: 10 },
      { code: 'NO-01', name: 'Senza luogo' },
    ]);
    await stage.arrange(
      `insert into plant_master_data (company_id, plant_id, market_zone)
       select company_id, id, 'NORD' from plant where company_id = $1 and proj_code = 'MI-01'`,
      [company.company_id],
    );
    const hour = 3_600_000;
    const first = Math.floor(Date.now() / hour) * hour;
    const sky = {
      description: 'light rain',
      temperature_c: 12.4,
      cloud_cover_pct: 88,
      wind_ms: 3,
      humidity_pct: 70,
    };
    const hours = Array.from({ length: 72 }, (_, i) => ({
      ...sky,
      start: first + i * hour,
      description: 'fog',
      precipitation_mm: 0.5,
      ghi_wm2: 100,
      dni_wm2: 0,
      dhi_wm2: 100,
    }));
    await stage.arrange(
      `insert into weather_place (provider, lat_tenths, lon_tenths, wanted_at, next_at, fetched_at, answer)
       values ('open-meteo', 455, 92, now(), now(), now() - interval '10 minutes', $1)`,
      [JSON.stringify({ now: sky, hours })],
    );
    await stage.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at)
       select zone, to_timestamp($1::float8 / 1000) + h * interval '1 hour', h - 3, now()
       from unnest('{NORD,PUN}'::text[]) zone, generate_series(0, 23) h`,
      [first],
    );
  });
  after(() => stage?.close());

  it('is said on its page with source and age, now and in the next days, without an icon where it has none', async () => {
    const portal = await stage.open({}, user);
    const { page, faults } = portal;
    await page.goto('/apps/asset/plants/MI-01');
    const section = page.getByRole('region', { name: 'Meteo' });
    await section.getByText('Pioggia debole').waitFor();
    await section.getByText(/^12,4 °C · vento 3,0 m\/s/).waitFor();
    await section.getByText(/^Open-Meteo, 10 min/).waitFor();
    assert.equal(await section.locator('[data-weather-icon]').getAttribute('data-weather-icon'), 'Rain2');
    assert.ok([3, 4].includes(await section.locator('[data-forecast-day]').count()));
    await section.getByText('Altre condizioni').first().waitFor();
    assert.equal(await section.getByText('fog').count(), 0);
    const power = page.getByRole('region', { name: 'Previsione di potenza' });
    await power.getByRole('figure').waitFor();
    await power
      .getByText(/^Dall'irraggiamento di Open-Meteo, 10 min.*\. La fascia è approssimativa/)
      .waitFor();
    await power
      .getByText('Quanto siano buone queste previsioni non si sa ancora', { exact: false })
      .waitFor();
    // The plant's own zone, not the country's price.
    await power.getByText(/^Prezzi di NORD, la zona nell'anagrafica dell'impianto\. Importati il /).waitFor();
    assert.deepEqual(await scrutinise(portal, 'plant with weather'), []);
    await page.goto('/apps/asset/plants/TO-01');
    await page.getByText('Non si sa ancora nulla').waitFor();
    // A plant of another kind feeds in at a price too.
    const price = page.getByRole('region', { name: 'Prezzo di mercato' });
    await price.getByText(/^Prezzi di PUN: l'anagrafica dell'impianto non indica una zona/).waitFor();
    await price.getByRole('combobox').selectOption('NORD');
    await price.getByText(/^Prezzi di NORD: /).waitFor();
    await page.goto('/apps/asset/plants/NO-01');
    await page.getByText("L'impianto non ha una posizione").waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('stands beside the plants of the map', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/maps');
    const row = page.locator('[data-map-plant="MI-01"]');
    await row.getByRole('img', { name: 'Pioggia debole' }).waitFor();
    assert.equal(await page.locator('[data-map-plant="TO-01"] [data-weather-icon]').count(), 0);
    assert.deepEqual(faults, { errors: [], csp: [] });
    // What could not be asked for is no weather that nobody knows.
    await page.route('**/weather-plants/', (route) => route.fulfill({ status: 400, json: {} }));
    await page.reload();
    await row.getByRole('img', { name: 'Non è stato possibile caricare il meteo' }).waitFor();
  });
});
