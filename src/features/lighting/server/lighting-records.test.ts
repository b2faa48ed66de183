import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Body, callsBelow } from '../../../../tests/support/api-calls.ts';
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
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { takeSteps } from './alarm-steps.repository.ts';
import { saveBoxStates } from './field-states.repository.ts';
import { judgeBoxes } from './judge.ts';
import { countMeters } from './meter-readings.ts';

const AT = Date.parse('2026-06-20T20:00:00Z');

describe('records of public lighting', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let viewer: Headers;
  let box: number;
  before(async () => {
    test = await createTestApp({ now: () => new Date(AT) });
    scope = await makeCompany(test.pool, 'Lit');
    const as = async (role: 'COMPANY_OWNER' | 'VIEWER') =>
      signIn(test, await makeUser(test, { company: scope, roles: [role, 'APP_0'], plants: [] }), scope);
    [owner, viewer] = [await as('COMPANY_OWNER'), await as('VIEWER')];
    box = await makeBox('QE-1');
    const two = await makeBox('QE-2');
    await test.arrange(
      `insert into power_line (company_id, box_id, line) select $1, * from (values ($2::bigint, 1), ($2, 3), ($3, 2)) x`,
      [scope.company_id, box, two],
    );
  });
  after(() => test?.close());

  async function makeBox(serial: string): Promise<number> {
    const [row] = await test.arrange<{ id: number }>(
      `insert into lighting_box (company_id, serial, reg_number) values ($1, $2, 'R') returning id`,
      [scope.company_id, serial],
    );
    return Number(row?.id);
  }
  const { call, done, refused } = callsBelow('/api/v1/ill-pub/', { app: () => test.app, usual: () => owner });
  const trial = (text: string, more: object = {}) =>
    done('POST', 'light-point-import/', { text, box_id: box, dry_run: true, ...more });
  const counts = ({ rows, added, changed, unchanged, faults }: Body) => [
    rows,
    added,
    changed,
    unchanged,
    faults,
  ];

  it('adds, changes and deletes a light point by who may, and only one with a code', async () => {
    const light = { box_id: box, line: 1, code: 'PL-0', power_w: 60, pell: { road_class: 'M4' } };
    assert.equal((await call('POST', 'light_point/', light, viewer)).status, 403);
    const { id, version, lamp_kind, pole } = await done('POST', 'light_point/', light);
    assert.deepEqual([lamp_kind, pole], ['led', '']);
    await refused(409, 'code_taken', 'POST', 'light_point/', light);
    await refused(400, 'half_place', 'POST', 'light_point/', { ...light, code: 'x', latitude: 45 });
    assert.equal((await call('POST', 'light_point/', { ...light, code: 'x', line: 7 })).status, 400);
    await refused(400, 'no_such_line', 'POST', 'light_point/', { ...light, code: 'x', line: 2 });
    await refused(400, 'no_such_line', 'PUT', `light_point/${id}/`, { line: 2 });
    await done('PUT', `light_point/${id}/`, { street: 'Via Po', version });
    assert.equal((await call('PUT', `light_point/${id}/`, { street: 'x', version })).status, 409);
    await done('DELETE', `light_point/${id}/`);
    assert.equal((await call('GET', `light_point/${id}/`)).status, 404);
  });

  it('tries a census before it is stored, tells each faulty row, and stores all rows or none', async () => {
    const text = 'code;box;line;lamp_kind;power_w;Quarter\r\nPL-1;;1;led;58,5;a\r\nPL-2;QE-2;2;;;b\r\n';
    const tried = await trial(text);
    assert.deepEqual(counts(tried), [2, 2, 0, 0, 0]);
    assert.deepEqual(tried.ignored, ['quarter']);
    assert.equal((await done('GET', 'light_point/')).count, 0, 'a dry run stores nothing');
    const faulty = `${text}PL-2;;1\r\n;;1\r\nPL-3;QE-9;1\r\nPL-4;;7\r\nPL-5;;;neon;many\r\nPL-6;;2\r\n`;
    const { told } = await trial(faulty);
    assert.deepEqual(
      (told as { row: number; code: string }[]).map(({ row, code }) => `${row} ${code}`),
      ['4 code_twice', '5 no_code', '6 unknown_box', '7 not_allowed', '8 not_a_number', '9 unknown_line'],
    );
    const body = { box_id: box, dry_run: false };
    await refused(400, 'census_faulty', 'POST', 'light-point-import/', { ...body, text: faulty });
    assert.equal((await done('GET', 'light_point/')).count, 0);
    await done('POST', 'light-point-import/', { ...body, text, stand: tried.stand });
    assert.equal((await done('GET', `light_point/?box_id=${box}`)).count, 1, 'the other one names its box');
    // Whoever tried it before somebody else stored is told.
    await refused(409, 'census_moved', 'POST', 'light-point-import/', { ...body, text, stand: tried.stand });
    await refused(400, 'no_census', 'POST', 'light-point-import/', { ...body, text: 'a;b\r\n1;2' });
    await refused(400, 'no_census', 'POST', 'light-point-import/', { ...body, text: '{"features":' });
  });

  it('takes back what it wrote, in either format, without a change', async () => {
    const geo = {
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [11.9, 45.4] },
          properties: { code: 'PL-1', line: 3, dimmable: true, lumens: 8000, street: '=HYPERLINK("x")' },
        },
        { type: 'Feature', geometry: { type: 'Polygon', coordinates: [] }, properties: { code: 'PL-9' } },
      ],
    };
    assert.deepEqual(counts(await trial(JSON.stringify(geo))), [2, 0, 1, 0, 1]);
    geo.features.pop();
    await done('POST', 'light-point-import/', { text: JSON.stringify(geo) });
    for (const format of ['csv&language=it', 'csv&language=en', 'geojson']) {
      const { status, text } = await call('GET', `light-point-export/?format=${format}`);
      assert.equal(status, 200);
      assert.deepEqual(counts(await trial(text)), [2, 0, 0, 2, 0], text);
    }
    const { text } = await call('GET', `light-point-export/?box_id=${box}&format=geojson`);
    const { features } = JSON.parse(text) as { features: { properties: Body; geometry: Body }[] };
    assert.deepEqual([features.length, features[0]?.properties.street], [1, '=HYPERLINK("x")']);
    assert.deepEqual(features[0]?.geometry, { type: 'Point', coordinates: [11.9, 45.4] });
  });

  it('keeps dated prices of supply points, one a day, each changed by whoever saw it as it is', async () => {
    const price = { pod: 'IT001E1', from_day: '2026-01-01', eur_kwh: 0.2 };
    assert.equal((await call('POST', 'pod-price/', price, viewer)).status, 403);
    const { id, version } = await done('POST', 'pod-price/', price);
    await refused(409, 'day_taken', 'POST', 'pod-price/', price);
    await done('POST', 'pod-price/', { ...price, from_day: '2026-06-01', eur_kwh: 0.3 });
    const { results } = await done('GET', 'pod-price/?search=it001');
    assert.deepEqual(
      (results as Body[]).map(({ from_day, eur_kwh }) => [from_day, eur_kwh]),
      [
        ['2026-06-01', 0.3],
        ['2026-01-01', 0.2],
      ],
      'the newest first',
    );
    await refused(409, 'day_taken', 'PUT', `pod-price/${id}/`, { from_day: '2026-06-01' });
    await done('PUT', `pod-price/${id}/`, { eur_kwh: 0.21, version });
    const { status, body } = await call('PUT', `pod-price/${id}/`, { eur_kwh: 0.22, version });
    assert.deepEqual([status, (body.stored as Body | undefined)?.eur_kwh ?? body.eur_kwh], [409, 0.21]);
    await done('DELETE', `pod-price/${id}/`);
    assert.equal((await done('GET', 'pod-price/')).count, 1);
  });

  it("follows a citizen's report with its light point: who entered it, who closed it, and when", async () => {
    const { results } = await done('GET', `light_point/?box_id=${box}`);
    const light_id = (results as Body[])[0]?.id;
    const asked = { light_id, text: 'Lamp out', reporter: 'Mrs Verdi' };
    assert.equal((await call('POST', 'light-report/', asked, viewer)).status, 403);
    assert.equal((await call('POST', 'light-report/', { ...asked, text: ' ' })).status, 400);
    const { id, version, state, ended_at } = await done('POST', 'light-report/', asked);
    assert.deepEqual([state, ended_at], ['open', null]);
    const open = async () => (await done('GET', `light_point/${light_id}/`)).open_reports;
    assert.equal(await open(), 1);
    const closed = await done('PUT', `light-report/${id}/`, { state: 'repaired', version });
    assert.equal(closed.ended_at, new Date(AT).toISOString());
    assert.ok((closed.ended_by as Body).id);
    assert.equal(await open(), 0);
    assert.equal((await call('PUT', `light-report/${id}/`, { state: 'dismissed', version })).status, 409);
    const again = await done('PUT', `light-report/${id}/`, { state: 'open' });
    assert.deepEqual([again.ended_at, again.ended_by], [null, null]);
  });

  it('assigns a meter to one box only, chosen among devices that no box has', async () => {
    const plant = await makePlant(test.pool, scope, 'TOWN');
    const device_id = await makeDevice(test.pool, scope, plant, 'EM-1', []);
    const other = await makeBox('QE-3');
    const free = async () => (await call('GET', 'free-devices/?search=em-')).list.map((one) => one.device_id);
    assert.deepEqual(await free(), [device_id]);
    const asked = { box_id: box, device_id };
    assert.equal((await call('POST', 'box-meters/', asked, viewer)).status, 403);
    const { list } = await call('POST', 'box-meters/', asked);
    assert.deepEqual([list[0]?.kind, list[0]?.short_name], ['meter', 'EM-1']);
    assert.deepEqual(await free(), []);
    await refused(409, 'device_taken', 'POST', 'box-meters/', { box_id: other, device_id });
    assert.equal((await call('DELETE', `box-meters/${other}/${device_id}/`)).status, 404);
    await done('DELETE', `box-meters/${box}/${device_id}/`);
    assert.deepEqual(await free(), [device_id]);
  });

  it('counts what the meter of a box says, shows its own state, and judges it', async () => {
    const plant = await makePlant(test.pool, scope, 'METERS');
    const named = ['ac_power_kw', 'energy_import_kwh'];
    const device_id = await makeDevice(test.pool, scope, plant, 'EM-2', named);
    const own = await makeBox('QE-4');
    await test.arrange(`update lighting_box set pod = 'IT001E11111111' where id = $1`, [own]);
    await test.arrange(
      `insert into plant_master_data (company_id, plant_id, pod) values ($1, $2, 'IT001E22222222')`,
      [scope.company_id, plant],
    );
    const controller = await makeDevice(test.pool, scope, plant, 'CTRL-4', []);
    await test.arrange(
      `insert into io_controller (company_id, box_id, device_id, profile, heard_at) values ($1, $2, $3, '{}', $4)`,
      [scope.company_id, own, controller, new Date(AT)],
    );
    const says = (kw: number, kwh: number, at: number) =>
      test.arrange(
        `insert into obs_last (company_id, device_id, ts, vals, slot_ts) values ($1, $2, $5, $3, $4)
         on conflict (company_id, device_id) do update set ts = $5, vals = $3, slot_ts = $4`,
        [scope.company_id, device_id, [kw, kwh], [new Date(at), new Date(at)], new Date(at)],
      );
    const work = <T>(does: (tx: Tx) => Promise<T>) => inScope(test.pool, scopeOfWork(scope.company_id), does);
    const meter = async () =>
      (await call('GET', `box-devices/?box_id=${own}`)).list.find(({ kind }) => kind === 'meter');
    await done('POST', 'box-meters/', { box_id: own, device_id });
    assert.equal((await meter())?.state, 'never_heard', "not its controller's");
    await says(-1.5, 100, AT - 7_200_000);
    await work(countMeters);
    assert.equal((await meter())?.state, 'silent');
    await work((tx) => judgeBoxes(tx, new Date(AT)));
    const open = async () =>
      (await done('GET', `alarms/?box_id=${own}`)).results as unknown as { id: number; kind: string }[];
    assert.deepEqual(
      (await open()).map(({ kind }) => kind),
      ['pod_differs'],
      'the silence must last',
    );
    await says(-2, 103, AT);
    assert.deepEqual([await work(countMeters), await work(countMeters)], [1, 0], 'each reading once');
    assert.equal((await meter())?.state, 'answers');
    const { power_kw, source } = await done('GET', `energy-meter-power-computed/?box_id=${own}`);
    assert.deepEqual([power_kw, source, (await done('GET', `box/${own}/`)).power_kw], [2, 'meter', 2]);
    const window = `start=${new Date(AT - 7_200_000).toISOString()}&end=${new Date(AT).toISOString()}`;
    const { series } = await done('GET', `result_data/?box_id=${own}&${window}`);
    assert.deepEqual((series as { values: number[] }[])[0]?.values, [1.5, 1.5]);
    // Its controller measures as well: nothing is counted twice.
    const state = { box_id: own, fault: '', inputs: {}, clock_offset_s: null, lines: [] };
    for (const at_ms of [AT + 1, AT + 600_000])
      await saveBoxStates(test.pool, scopeOfWork(scope.company_id), [{ ...state, at_ms, power_kw: 9 }]);
    const { series: after } = await done('GET', `result_data/?box_id=${own}&${window}`);
    assert.deepEqual(after, series);
    // It says nothing any more: its controller counts, and what the counter went on by meanwhile is not counted again.
    await saveBoxStates(test.pool, scopeOfWork(scope.company_id), [
      { ...state, at_ms: AT + 1_200_000, power_kw: 9 },
    ]);
    assert.equal(await work(countMeters), 0, 'an old reading is no beginning');
    const power = await done('GET', `energy-meter-power-computed/?box_id=${own}`);
    assert.deepEqual(
      [power.power_kw, power.source, (await done('GET', `box/${own}/`)).power_kw],
      [9, 'box', 9],
    );
    await says(-2, 110, AT + 1_200_000);
    await work(countMeters);
    await says(-2, 110.5, AT + 1_260_000);
    await work(countMeters);
    const [used] = await test.arrange<{ kwh: number }>(
      'select sum(kwh) as kwh from box_hour where box_id = $1 and hour >= $2',
      [own, new Date(AT)],
    );
    assert.ok(Math.abs(Number(used?.kwh) - 2) < 1e-9, String(used?.kwh));
  });

  it('makes one maintenance request of an alarm, and remembers it', async () => {
    const [row] = await test.arrange<{ id: number }>(
      `select id from lighting_alarm where kind = 'pod_differs'`,
    );
    const asked = (as = owner) => call('POST', `alarms/${row?.id}/request/`, undefined, as);
    assert.equal((await asked(viewer)).status, 403);
    const { request } = (await asked()).body as { request: { id: number; state: string } };
    assert.equal(request.state, 'open');
    assert.deepEqual((await asked()).body.request, request, 'the second press makes no second');
    const count = async () =>
      Number((await test.arrange<{ n: number }>('select count(*)::int as n from maintenance_request'))[0]?.n);
    assert.equal(await count(), 1);
    await test.arrange(`update maintenance_request set state = 'closed' where id = $1`, [request.id]);
    assert.notEqual(
      ((await asked()).body.request as { id: number }).id,
      request.id,
      'a settled one does not',
    );
    assert.equal(await count(), 2);
  });

  it('counts for how long a line was lit, by days, and shows where all of it stands', async () => {
    const own = await makeBox('QE-5');
    await done('POST', 'power_line/', { box_id: own, line: 1 });
    await test.arrange('update lighting_box set latitude = 45, longitude = 9 where id = $1', [own]);
    const device_id = await makeDevice(
      test.pool,
      scope,
      await makePlant(test.pool, scope, 'LIT'),
      'CTRL-5',
      [],
    );
    await test.arrange(
      `insert into io_controller (company_id, box_id, device_id, profile) values ($1, $2, $3, '{}')`,
      [scope.company_id, own, device_id],
    );
    // 23:00 by the clock of Rome.
    const reads = async (feedback: boolean, at: string) => {
      const line = { line: 1, feedback, tripped: null, kw: null, said: null, said_ms: null };
      const box = { box_id: own, at_ms: Date.parse(at), fault: '', inputs: {}, power_kw: null };
      await saveBoxStates(test.pool, scopeOfWork(scope.company_id), [
        { ...box, clock_offset_s: null, lines: [line] },
      ]);
    };
    await reads(true, '2026-06-19T21:00:00Z');
    await reads(true, '2026-06-19T23:50:00Z');
    await reads(false, '2026-06-20T00:00:00Z');
    // Read as lit, and not read again for long.
    await reads(true, '2026-06-20T03:00:00Z');
    await reads(true, '2026-06-20T03:30:00Z');
    await reads(false, '2026-06-20T09:00:00Z');
    const days = await test.arrange<{ day: string; lit_s: number }>(
      'select day::text as day, lit_s from line_day where box_id = $1 order by day',
      [own],
    );
    assert.deepEqual(
      days.map(({ day, lit_s }) => [day, lit_s]),
      [
        ['2026-06-19', 3600],
        ['2026-06-20', 7200 + 1800],
      ],
    );
    const light = { box_id: own, line: 1, code: 'PL-MAP', latitude: 45.1, longitude: 9.1 };
    await done('POST', 'light_point/', light);
    const placed = (await call('GET', 'map-boxes/', undefined, viewer)).list;
    assert.deepEqual(
      placed.map(({ serial, state }) => [serial, state]),
      [['QE-5', 'unpaired']],
    );
    const within = async (south: number) =>
      (await done('GET', `map-lights/?south=${south}&west=9&north=46&east=10`)).lights as Body[];
    assert.deepEqual(
      (await within(45)).map(({ code, is_lit }) => [code, is_lit]),
      [['PL-MAP', false]],
    );
    assert.deepEqual(await within(45.2), []);
    // Behind a breaker that has tripped nothing burns, though its contactor is closed.
    await test.arrange('update power_line set feedback = true, breaker_tripped = true where box_id = $1', [
      own,
    ]);
    assert.deepEqual(
      (await within(45)).map(({ is_lit }) => is_lit),
      [false],
    );
    const { lit_lines } = await done('GET', `energy-meter-power-computed/?box_id=${own}`);
    assert.deepEqual(lit_lines, []);
  });

  it('reports energy and hours of lines beside what was to be expected, faults, and the census for PELL', async () => {
    const [town] = await test.arrange<{ id: number }>(
      `with m as (insert into municipality (company_id, istat_code, name) values ($1, '028060', 'Padova') returning id)
       , s as (insert into municipality_settings (company_id, municipality_id, turn_on_date, turn_on_auto, turn_off_date, turn_off_auto)
         select $1, id, '22:00', false, '02:00', false from m) select id from m`,
      [scope.company_id],
    );
    const own = await makeBox('QE-6');
    await test.arrange('update lighting_box set municipality_id = $2 where id = $1', [own, town?.id]);
    for (const [line, load_nominal_kw] of [
      [1, 1],
      [2, 3],
    ])
      await done('POST', 'power_line/', { box_id: own, line, load_nominal_kw });
    await test.arrange(
      `insert into line_day (company_id, box_id, line, day, lit_s) select $1, $2, n, '2026-05-10', 36000 from generate_series(1, 2) n`,
      [scope.company_id, own],
    );
    await test.arrange(
      `insert into box_day (company_id, box_id, day, kwh, known_s) values ($1, $2, '2026-05-10', 48, 36000)`,
      [scope.company_id, own],
    );
    await test.arrange(
      `insert into lighting_alarm (company_id, box_id, kind, type, date, opened_at, end_date)
       values ($1, $2, 'door_open', 'W', '2026-05-10T10:00:00Z', '2026-05-10T10:00:00Z', '2026-05-10T13:00:00Z')`,
      [scope.company_id, own],
    );
    const asked = `from_month=2026-05&to_month=2026-05&comune_id=${town?.id}`;
    const { list } = await call('GET', `report-energy/?${asked}`, undefined, viewer);
    assert.deepEqual(
      list.map((row) => [row.line, row.hours, row.expected_hours, row.kwh, row.expected_kwh]),
      [
        [1, 10, 124, 12, 124],
        [2, 10, 124, 36, 372],
        [null, null, null, 48, 496],
      ],
    );
    // One line was read in June and was dark, another was never read; a third was lit and is out of use. A second box has no meter.
    const dark = await makeBox('QE-7');
    await test.arrange('update lighting_box set municipality_id = $2 where id = $1', [dark, town?.id]);
    await test.arrange(
      `insert into power_line (company_id, box_id, line, enabled, load_nominal_kw, feedback, feedback_at)
       values ($1, $2, 1, true, 50, null, null), ($1, $2, 2, false, 50, null, null), ($1, $2, 3, true, 50, false, '2026-05-31T22:30:00Z')`,
      [scope.company_id, dark],
    );
    await test.arrange(
      `insert into line_day (company_id, box_id, line, day, lit_s) values ($1, $2, 2, '2026-05-10', 36000)`,
      [scope.company_id, dark],
    );
    const { list: more } = await call(
      'GET',
      `report-energy/?${asked.replace('to_month=2026-05', 'to_month=2026-06')}`,
    );
    assert.deepEqual(
      more.map((row) => [
        String(row.month).slice(5),
        row.line,
        row.lines,
        row.hours,
        row.kwh,
        row.expected_kwh,
      ]),
      [
        ['05', 1, 2, 10, 12, 124],
        ['05', 2, 1, 10, 36, 372],
        ['05', 3, 1, null, null, null],
        ['05', null, 1, null, 48, 496],
        ['06', 1, 2, null, null, 78 * 51],
        ['06', 2, 1, null, null, 78 * 3],
        ['06', 3, 1, 0, null, 78 * 50],
        ['06', null, 0, null, null, 78 * 104],
      ],
    );
    const faults = (await call('GET', `report-faults/?${asked}`)).list;
    assert.deepEqual(
      faults.map((row) => [row.kind, row.count, row.open, row.mean_hours]),
      [['door_open', 1, 0, 3]],
    );
    await refused(400, 'backwards', 'GET', 'report-energy/?from_month=2026-05&to_month=2026-04');
    await refused(400, 'too_many_months', 'GET', 'report-energy/?from_month=2020-05&to_month=2026-04');
    await done('POST', 'light_point/', { box_id: own, line: 1, code: 'PL-PELL', pell: { dimmable: true } });
    const { text } = await call('GET', `pell-export/?comune_id=${town?.id}&language=it`);
    assert.match(text, /^\uFEFFCODICE_ISTAT;.*\r\n028060;Padova;;QE-6;R;1;PL-PELL;.*;SI\r\n$/s);
  });

  it('adds a line once, and deletes only one that is out of use and has no lamps', async () => {
    const line = { box_id: box, line: 2, load_nominal_kw: 1.5 };
    assert.equal((await call('POST', 'power_line/', line, viewer)).status, 403);
    const { id, version, enabled } = await done('POST', 'power_line/', line);
    assert.equal(enabled, true);
    await refused(409, 'line_there', 'POST', 'power_line/', line);
    await refused(409, 'line_in_use', 'DELETE', `power_line/${id}/`);
    await done('PUT', `power_line/${id}/`, { enabled: false, version });
    const light = await done('POST', 'light_point/', { box_id: box, line: 2, code: 'PL-LINE' });
    await refused(409, 'line_has_lights', 'DELETE', `power_line/${id}/`);
    await done('DELETE', `light_point/${light.id}/`);
    await done('DELETE', `power_line/${id}/`);
    assert.equal((await done('GET', `power_line/?box_id=${box}`)).count, 2);
  });

  it("asks for nobody's second word until somebody says so, and then by who sets municipalities", async () => {
    const { version, ...off } = await done('GET', 'caution/');
    assert.deepEqual(off, { many_boxes: null, dark_at_night: false });
    assert.equal((await call('PUT', 'caution/', { dark_at_night: true }, viewer)).status, 403);
    const on = await done('PUT', 'caution/', { many_boxes: 2, version });
    assert.deepEqual([on.many_boxes, on.dark_at_night], [2, false]);
    assert.equal((await call('PUT', 'caution/', { many_boxes: null, version })).status, 409);
    assert.equal((await call('PUT', 'caution/', { many_boxes: 1 })).status, 400);
    const again = await done('PUT', 'caution/', { many_boxes: null, version: on.version });
    assert.equal(again.many_boxes, null);
  });

  it('mutes an open alarm until a day, told to whoever saw it otherwise', async () => {
    const [row] = await test.arrange<{ id: number }>(
      `insert into lighting_alarm (company_id, box_id, kind, type, date, opened_at) values ($1, $2, 'door_open', 'W', $3, $3) returning id`,
      [scope.company_id, box, new Date(AT)],
    );
    const until = new Date(AT + 86_400_000).toISOString();
    const snooze = (body: object, as = owner) => call('PUT', `alarms/${row?.id}/snooze/`, body, as);
    assert.equal((await snooze({ until }, viewer)).status, 403);
    const { body } = await snooze({ until, message: 'Works', seen: null });
    assert.deepEqual(
      [body.snooze_date, body.snooze_message, body.message],
      [until, 'Works', 'The door is open'],
    );
    assert.equal((await snooze({ until, seen: null })).status, 409, 'it was not muted when they looked');
    const { open_alarms } = await done('GET', `box/${box}/`);
    assert.equal(open_alarms, 0, 'a snoozed one calls nobody');
    assert.equal((await snooze({ until: new Date(AT).toISOString() })).body.errors?.[0]?.code, 'mute_past');
    assert.equal((await snooze({ until: null, seen: until })).body.snooze_date, null);
    assert.equal((await done('GET', `box/${box}/`)).open_alarms, 1);
    const told = await test.arrange<{ action: string }>(
      `select action from audit where company_id = $1 and action like 'lighting_box.alarm%' order by id desc limit 2`,
      [scope.company_id],
    );
    assert.deepEqual(
      told.map(({ action }) => action),
      ['lighting_box.alarm_woken', 'lighting_box.alarm_snoozed'],
    );
    // A warning that is muted is heard again once its box has an error.
    await snooze({ until });
    await inScope(test.pool, scopeOfWork(scope.company_id), (tx) =>
      takeSteps(
        tx,
        [{ do: 'begin', box_id: box, found: { kind: 'silent', line: null, params: {} }, opened: true }],
        new Date(AT),
      ),
    );
    assert.equal((await done('GET', `box/${box}/`)).open_alarms, 2);
    // Planned work covers every gravity, until its end or until somebody ends it.
    const work = (body: object) => call('PUT', `box/${box}/`, body);
    assert.equal(
      (await work({ work_until: new Date(AT).toISOString() })).body.errors?.[0]?.code,
      'mute_past',
    );
    const at = (await work({ work_until: until, work_message: 'New lamps' })).body;
    assert.deepEqual([at.work_until, at.work_message, at.open_alarms], [until, 'New lamps', 0]);
    assert.equal((await work({ work_until: null })).body.open_alarms, 2);
    // The words of work that is over do not come back with the next.
    const again = (await work({ work_until: until })).body;
    assert.deepEqual([again.work_until, again.work_message], [until, '']);
    await work({ work_until: null });
    // Work that begins later: its alarms call until then.
    const from = new Date(AT + 3_600_000).toISOString();
    const ahead = (await work({ work_from: from, work_until: until })).body;
    assert.deepEqual([ahead.work_from, ahead.work_until, ahead.open_alarms], [from, until, 2]);
    const codeOf = async (body: object) => (await work(body)).body.errors?.[0]?.code;
    assert.equal(await codeOf({ work_from: until }), 'work_order');
    assert.equal(await codeOf({ work_from: new Date(AT).toISOString() }), 'work_begun');
    await work({ work_until: null });
    assert.equal(await codeOf({ work_from: from }), 'work_endless');
    await test.arrange(`delete from lighting_alarm where company_id = $1 and kind = 'silent'`, [
      scope.company_id,
    ]);
    const { results } = await done('GET', `alarms/?box_id=${box}&closed=false`);
    // Its controller's plant is unknown: no maintenance can be asked for.
    assert.deepEqual(
      (results as Body[]).map(({ kind, proj_code }) => [kind, proj_code]),
      [['door_open', null]],
    );
    await test.arrange('update lighting_alarm set end_date = $2 where id = $1', [row?.id, new Date(AT)]);
    assert.equal((await snooze({ until })).body.errors?.[0]?.code, 'alarm_over');
  });
});
