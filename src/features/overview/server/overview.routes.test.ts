import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { Card, PlantOverview } from '../overview.contract.ts';
import { CompanyFollow } from './company-follow.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Ten o'clock of a summer's day in Rome. */
const NOW = Date.parse('2026-06-20T08:00:00Z');
const MIDNIGHT = NOW - 10 * HOUR;

describe('the calls of the overview', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let viewer: Headers;
  let first: number;
  let inverter: number;
  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    scope = await makeCompany(test.pool, 'Overview');
    first = await makePlant(test.pool, scope, 'P1', { potenza_nominale: 100 });
    await makePlant(test.pool, scope, 'P2', { time_zone: 'America/Denver' });
    const stranger = await makeCompany(test.pool, 'Stranger');
    await makePlant(test.pool, stranger, 'X1');
    await inScope(test.pool, scope, (tx) =>
      tx.query(`update plant set latitude = 41.9, longitude = 12.5 where company_id = $1`, [
        scope.company_id,
      ]),
    );
    inverter = await makeDevice(test.pool, scope, first, 'INV1', ['ac_power_kw', 'energy_total_kwh']);
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
    const guest = await makeUser(test, { company: scope, roles: ['VIEWER', 'APP_0'], plants: [first] });
    viewer = await signIn(test, guest, scope, new Date(NOW));
    await readings();
  });
  after(() => test.close());

  it('saves plants as they are named, and leaves out those that the reader may not see, saying so', async () => {
    const saved = async (headers: Headers, codes: string[], format = 'csv') => {
      const payload = {
        format,
        language: 'en',
        columns: ['code', 'nominal'],
        groups: [{ title: 'A', codes }],
      };
      const url = '/api/v1/plants-card-list/export/';
      const answer = await test.app.inject({ method: 'POST', url, headers, payload });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer;
    };
    const lines = async (headers: Headers, codes: string[]) =>
      (await saved(headers, codes)).body.replace('\uFEFF', '').trim().split('\r\n').slice(1);
    assert.deepEqual(await lines(owner, ['P2', 'P1']), ['A,P2,', 'A,P1,100']);
    const left = 'No longer visible and therefore left out';
    // Another company's, one that never was, and one that the reader is not named for are told apart by nothing.
    assert.deepEqual(await lines(viewer, ['P2', 'P1', 'X1', 'NEVER']), [
      'A,P1,100',
      `"${left}: P2, X1, NEVER",,`,
    ]);
    const many = Array.from({ length: 60 }, (_, i) => `GONE-${i}`);
    const [note = ''] = await lines(owner, many);
    assert.match(note, /GONE-49 and 10 more/);
    assert.doesNotMatch(note, /GONE-50/);
    await saved(owner, many, 'xlsx');
  });

  it('finds plants and devices by what one remembers, of those that the reader may see', async () => {
    const found = async (headers: Headers, search: string) => {
      const url = `/api/v1/search/?search=${encodeURIComponent(search)}`;
      const answer = await test.app.inject({ url, headers });
      assert.equal(answer.statusCode, 200, answer.body);
      const { plants, devices } = answer.json() as {
        plants: { proj_code: string }[];
        devices: { short_name: string }[];
      };
      return [plants.map((one) => one.proj_code), devices.map((one) => one.short_name)];
    };
    assert.deepEqual(await found(owner, 'p'), [['P1', 'P2'], []]);
    assert.deepEqual(await found(viewer, 'p'), [['P1'], []]);
    assert.deepEqual(await found(viewer, 'inv'), [[], ['INV1']]);
    // A device by its name and its plant's, in any order; a plant's name alone does not list its devices.
    assert.deepEqual(await found(viewer, 'p1 inv'), [[], ['INV1']]);
    assert.deepEqual(await found(viewer, 'inv p2'), [[], []]);
    // Names of places are typed without case and accents.
    const standsIn = (comune: string) =>
      test.arrange(`update plant set comune = $2 where company_id = $1 and proj_code = 'P2'`, [
        scope.company_id,
        comune,
      ]);
    await standsIn('Forlì');
    for (const text of ['forli', 'FORLÌ']) assert.deepEqual(await found(owner, text), [['P2'], []]);
    await standsIn('');
    // Signs of a pattern are looked for as they stand.
    for (const text of ['%', '_', '\\', 'X1']) assert.deepEqual(await found(owner, text), [[], []], text);
  });

  async function readings(): Promise<void> {
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    const row = (ts: number, ...values: number[]) => ({
      device_id: inverter,
      ts,
      values: Float64Array.from(values),
      quality: null,
    });
    await writer.write(scope, [row(MIDNIGHT, 0, 1000), row(NOW - 20 * MINUTE, 30, 1040), row(NOW, 42, 1050)]);
    await writer.close();
    await inScope(test.pool, scope, async (tx) =>
      (await CompanyFollow.begin(tx, NOW)).follow(tx, NOW, false),
    );
    await inScope(test.pool, scope, (tx) =>
      tx.query(
        `insert into obs_day (company_id, device_id, day, start_at, end_at, n, sum, min, max, first, last, last_ts,
                              energy, recovered)
         select $1, $2, d, d, d, '{9,9}', '{1,1}', '{1,1}', '{1,1}', '{1,1}', '{1,1}', '{now,now}', '{1,100}', '{null,5}'
         from unnest('{2026-02-01,2026-06-01,2026-06-19,2026-06-20}'::date[]) d`,
        [scope.company_id, inverter],
      ),
    );
    // A day without a good reading whose counter came back at its last midnight: energy, but no day with data.
    await inScope(test.pool, scope, (tx) =>
      tx.query(
        `insert into obs_day (company_id, device_id, day, start_at, end_at, n, sum, min, max, first, last, last_ts,
                              energy, recovered)
         select $1, $2, d, d, d, '{0,0}', '{null,null}', '{null,null}', '{null,null}', '{null,null}', '{null,null}',
                '{null,null}', '{null,7}', '{null,7}'
         from (values (date '2026-06-10')) v (d)`,
        [scope.company_id, inverter],
      ),
    );
  }

  const get = async <T>(url: string, headers: Headers) => {
    const answer = await test.app.inject({ url, headers });
    return { status: answer.statusCode, body: answer.json<T>() };
  };

  it('answers the cards of the plants that the caller may see', async () => {
    const { body } = await get<Card[]>('/api/v1/plants-card-list/', owner);
    assert.deepEqual(
      body.map((card) => [card.code, card.power_kw, card.production, card.no_data, card.time_zone]),
      [
        ['P1', 42, 50, false, 'Europe/Rome'],
        ['P2', null, null, true, 'America/Denver'],
      ],
    );
    const seen = await get<Card[]>('/api/v1/plants-card-list/', viewer);
    assert.deepEqual(
      seen.body.map((card) => card.code),
      ['P1'],
    );
    const named = await get<Card[]>('/api/v1/plants-card-list/?codes=P2,P1', owner);
    assert.deepEqual(named.body, body, 'asked for by name they say the same');
  });

  it('refuses the whole request for one plant that is unknown, foreign or not to be seen', async () => {
    for (const codes of ['P1,NONE', 'P1,X1']) {
      assert.equal((await get(`/api/v1/plants-card-list/?codes=${codes}`, owner)).status, 404);
      assert.equal((await get(`/api/v1/dashboard-data/?codes=${codes}`, owner)).status, 404);
    }
    assert.equal((await get('/api/v1/plants-card-list/?codes=P1,P2', viewer)).status, 404);
    assert.equal((await get('/api/v1/plant-overview/P2/', viewer)).status, 404);
    assert.equal((await get('/api/v1/plant-overview/X1/', owner)).status, 404);
  });

  it("draws today's line up to now", async () => {
    type Line = { code: string; start_at: string; step_s: number; power_kw: (number | null)[] }[];
    const { body } = await get<Line>('/api/v1/dashboard-data/?codes=P1', owner);
    const [line] = body;
    assert.equal(line?.start_at, new Date(MIDNIGHT).toISOString());
    assert.equal(line?.step_s, 900);
    assert.equal(line?.power_kw.length, 41);
    assert.deepEqual([line?.power_kw[0], line?.power_kw[1], line?.power_kw[38]], [0, null, 30]);
    assert.equal(line?.power_kw[40], 42);
  });

  it("answers a plant's page: energy of day, month and year, devices and their last values", async () => {
    const { body } = await get<PlantOverview>('/api/v1/plant-overview/P1/', owner);
    assert.equal(body.card.power_kw, 42);
    assert.equal(body.plant.potenza_nominale, 100);
    assert.deepEqual(body.energy, {
      today_kwh: 50,
      month_kwh: 257,
      year_kwh: 357,
      month_days: 3,
      month_of: 20,
      year_days: 4,
      year_of: 171,
      recovered_kwh: 22,
    });
    const [device] = body.devices;
    assert.equal(device?.short_name, 'INV1');
    assert.equal(device?.last_reading_at, new Date(NOW).toISOString());
    assert.deepEqual(
      device?.values.map((v) => [v.name, v.value, v.quality]),
      [
        ['ac_power_kw', 42, 'good'],
        ['energy_total_kwh', 1050, 'good'],
      ],
    );
    const other = await get<PlantOverview>('/api/v1/plant-overview/P2/', owner);
    assert.equal(other.body.energy.year_kwh, null);
    assert.deepEqual(other.body.devices, []);
    assert.deepEqual(other.body.alarms, { count: 0, results: [], silent: 0 });
  });

  it('shows no last value that a person declared bad', async () => {
    await inScope(test.pool, scope, (tx) =>
      tx.query(
        `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason)
         values ($1, $2, '{1}', $3, $4, 'wrong')`,
        [scope.company_id, inverter, new Date(NOW), new Date(NOW + MINUTE)],
      ),
    );
    const values = async () =>
      (await get<PlantOverview>('/api/v1/plant-overview/P1/', owner)).body.devices[0]?.values.map((v) => [
        v.value,
        v.quality,
      ]);
    assert.deepEqual(await values(), [
      [42, 'good'],
      [null, 'failed'],
    ]);
    await inScope(test.pool, scope, (tx) =>
      tx.query('update reading_mark set undone_at = now() where company_id = $1', [scope.company_id]),
    );
    assert.deepEqual(await values(), [
      [42, 'good'],
      [1050, 'good'],
    ]);
  });

  it("lists alarms in the reader's language, page by page, of the reader's plants only", async () => {
    await inScope(test.pool, scope, async (tx) => {
      await tx.query(
        `insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
         select $1, p.id, null, 'E', 'no_data', '{}', now() - make_interval(hours => i),
                case when i > 1 then now() end
         from plant p, generate_series(1, 3) i where p.company_id = $1`,
        [scope.company_id],
      );
    });
    type List = {
      count: number;
      next: string | null;
      results: { proj_code: string; time_zone: string; message: string }[];
    };
    const open = await get<List>('/api/v1/alarms/?closed=false', { ...owner, 'accept-language': 'it' });
    assert.equal(open.body.count, 2);
    assert.deepEqual(open.body.results.map((a) => [a.proj_code, a.time_zone]).sort(), [
      ['P1', 'Europe/Rome'],
      ['P2', 'America/Denver'],
    ]);
    assert.equal(open.body.results[0]?.message, "Nessun dato ricevuto nell'ultima ora");
    // A plant's page asks once: what stands there comes with its figures, as the list of alarms tells it.
    const listed = await get<List>('/api/v1/alarms/?closed=false&proj_code=P1&order=severity', owner);
    const whole = await get<PlantOverview>('/api/v1/plant-overview/P1/', owner);
    assert.deepEqual(whole.body.alarms, { count: 1, results: listed.body.results, silent: null });
    const page = await get<List>('/api/v1/alarms/?closed=true&page_size=3', owner);
    assert.equal(page.body.results.length, 3);
    assert.equal(page.body.next, '/api/v1/alarms/?closed=true&page_size=3&page=2');
    const rest = await get<List>(page.body.next ?? '', owner);
    assert.equal(rest.body.results.length, 1);
    const mine = await get<List>('/api/v1/alarms/', viewer);
    assert.deepEqual(
      [mine.body.count, new Set(mine.body.results.map((a) => a.proj_code))],
      [3, new Set(['P1'])],
    );
    assert.equal((await get('/api/v1/alarms/?proj_code=P2', viewer)).status, 404);
    assert.equal((await get('/api/v1/alarms/?proj_code=P2', owner)).status, 200);
  });

  it('says at once that a plant cannot be reached, and that part of one cannot', async () => {
    await inScope(test.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ id: number }>(
        `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'way', '127.0.0.1', 1502) returning id`,
        [scope.company_id, first],
      );
      await tx.query('update device set port_id = $3, unit_id = 1 where company_id = $1 and id = $2', [
        scope.company_id,
        inverter,
        rows[0]?.id,
      ]);
      await tx.query(
        `insert into alarm (company_id, plant_id, port_id, type, code, date) values ($1, $2, $3, 'E', 'connection_lost', $4)`,
        [scope.company_id, first, rows[0]?.id, new Date(NOW)],
      );
      await tx.query('update plant_live set error = true where company_id = $1 and plant_id = $2', [
        scope.company_id,
        first,
      ]);
    });
    const state = async () => {
      const { body } = await get<Card[]>('/api/v1/plants-card-list/?codes=P1', owner);
      return body.map(({ power_kw, lost, partial }) => [power_kw, lost, partial]);
    };
    assert.deepEqual(await state(), [[42, true, true]]);
    await makeDevice(test.pool, scope, first, 'INV2', ['ac_power_kw']);
    assert.deepEqual(await state(), [[42, false, true]]);
  });
});
