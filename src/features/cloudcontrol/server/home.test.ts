import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { z } from 'zod';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import type { Dashboard, DefinedParameters, DeviceLine, DeviceTree } from '../configuration.contract.ts';
import type { DeviceDetails } from '../configured.contract.ts';

const V1 = '/cloudcontrol/v1';

describe('the home of cloud control', () => {
  let field: ConfiguredField;
  const ids: Record<string, number> = {};
  before(async () => {
    field = await makeConfiguredField();
    const port = await field.addPort({ name: 'North gateway', host: '10.1.0.1' });
    const device = async (name: string, fields: object = {}) => {
      const made = await field.addDevice({ short_name: name, port_id: port.id, unit_id: 1, ...fields });
      ids[name] = made.device.id;
      return made.device.id;
    };
    await device('answers');
    await device('silent', { unit_id: 2, description: '100%_sure' });
    await device('untried', { unit_id: 3 });
    await device('off', { unit_id: 4, enabled: false });
    await device('pattern', { unit_id: 5, template: true });
    await device('forgotten', { unit_id: 6 });
    await device('sends', { port_id: null, unit_id: null });
    await device('slept', { port_id: null, unit_id: null });
    await field.test.arrange(
      `with h as (insert into device_health (company_id, device_id, state, reason, since, last_contact_at, latency_ms, seen_at)
         select $1, u.id, u.state, u.reason::jsonb, now(), now() - interval '90 seconds', 12.5, now() - u.ago::interval
         from (values ($2::bigint, 'answering', null, '0 s'), ($3, 'silent', '{"code":"timeout","timeout_ms":2000}', '0 s'), ($4, 'answering', null, '1 hour')) u (id, state, reason, ago)),
       s as (insert into device_health_hour (company_id, device_id, hour, polls, answered, requests, failed, latency_sum_ms, latency_max_ms, bytes_in, bytes_out)
         select $1, $2, date_trunc('hour', now()) - h * interval '1 hour', 10, 8, 20, 2, 100, 20, 1000, 200 from generate_series(0, 40) h),
       p as (insert into port_health (company_id, port_id, connected, reason, holder, since, seen_at)
         values ($1, $5, true, '{"code":"lost"}', 'w', now(), now())),
       l as (insert into device_log (company_id, device_id, at, kind) values ($1, $3, now(), 'silent'),
         ($1, $2, now(), 'exchange'), ($1, $2, now(), 'exchanges_left_out'))
       insert into obs_last (company_id, device_id, ts, vals, slot_ts) values
         ($1, $6, now(), '{1}', array[now()]), ($1, $7, now(), '{1}', array[now() - interval '11 minutes'])`,
      [field.company_id, ids.answers, ids.silent, ids.forgotten, port.id, ids.sends, ids.slept],
    );
  });
  after(() => field?.test.close());

  const list = async (query: string) =>
    (await field.must<{ count: number; results: DeviceLine[] }>('GET', `${V1}/device-data/?${query}`))
      .results;
  const names = async (query: string) => (await list(query)).map(({ short_name }) => short_name).sort();

  it('counts devices by how they stand, and says what happened last', async () => {
    const home = await field.must<Dashboard>('GET', `${V1}/dashboard-data/`);
    const counts = {
      total: 8,
      virtual: 0,
      asleep: 0,
      answering: 2,
      silent: 2,
      unknown: 2,
      disabled: 1,
      template: 1,
    };
    assert.deepEqual(home.devices, counts);
    assert.deepEqual(
      [home.ports_total, home.ports[0]?.state?.connected, home.ports[0]?.devices],
      [1, true, 6],
    );
    assert.deepEqual(
      home.events.map(({ short_name, kind }) => [short_name, kind]),
      [['silent', 'silent']],
    );
    assert.deepEqual(
      [home.changes[0]?.short_name, home.changes[0]?.action, home.changes[0]?.person],
      ['slept', 'device.created', field.owner.email],
    );
  });

  it('says of a silence that it is the rest of the night, where the sun is down and the night switches the device off', async () => {
    const place = (longitude: number | null) =>
      field.test.arrange(
        `with d as (update device set category = 'inverter' where id = $1)
         update plant set production_type = 'photovoltaic', latitude = 0, longitude = $2 where proj_code = 'P1'`,
        [ids.silent, longitude],
      );
    const midnight = ((540 - 15 * new Date().getUTCHours()) % 360) - 180;
    await place(midnight);
    const { devices } = await field.must<Dashboard>('GET', `${V1}/dashboard-data/`);
    const details = await field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${ids.silent}/`);
    const asleep = (await list('state=silent')).filter((one) => one.asleep).map(({ id }) => id);
    assert.ok(asleep.includes(ids.silent ?? 0));
    assert.deepEqual([devices.asleep, details.health.asleep], [asleep.length, true]);
    await place(midnight > 0 ? midnight - 180 : midnight + 180);
    assert.ok((await list('state=silent')).every((one) => !one.asleep));
    await place(null);
  });

  it('tells why a device or a port is silent by a code and its parameters', async () => {
    const { health, port } = await field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${ids.silent}/`);
    assert.deepEqual(health.reason, { code: 'timeout', timeout_ms: 2000 });
    assert.deepEqual(port?.state?.reason, { code: 'lost' });
  });

  it('lists devices with the health of the last 24 hours', async () => {
    const [line] = await list('search=answers');
    assert.deepEqual(line, {
      ...line,
      state: 'answering',
      success_rate: 0.8,
      latency_ms: 12.5,
      variables: 1,
      ip: '10.1.0.1',
    });
    assert.ok((line?.polls ?? 0) >= 230 && (line?.polls ?? 0) <= 250, String(line?.polls));
    assert.ok((line?.age_s ?? 0) >= 90 && (line?.age_s ?? 0) < 120, String(line?.age_s));
    const [untried] = await list('search=untried');
    assert.deepEqual(untried, {
      ...untried,
      state: 'unknown',
      success_rate: null,
      polls: 0,
      latency_ms: null,
      age_s: null,
    });
  });

  it('searches and filters, what is typed being meant literally', async () => {
    assert.deepEqual(await names('state=silent'), ['silent', 'slept']);
    assert.deepEqual(await names('state=answering'), ['answers', 'sends']);
    assert.deepEqual(await names(`search=${encodeURIComponent('0%_s')}`), ['silent']);
    assert.deepEqual(await names(`search=${encodeURIComponent('%')}`), ['silent']);
    assert.deepEqual(await names('templates=only'), ['pattern']);
    assert.equal((await names('templates=without')).length, 7);
    assert.deepEqual(await names('proj_code=P2'), []);
    const page = await field.must<{ count: number; next: string; results: unknown[] }>(
      'GET',
      `${V1}/device-data/?page_size=3`,
    );
    assert.deepEqual([page.count, page.results.length], [8, 3]);
    assert.match(page.next, /page=2/);
  });

  it('shows plants, their ports and what stands behind them as a tree', async () => {
    const tree = await field.must<DeviceTree>('GET', `${V1}/loadDevices/`);
    assert.deepEqual(
      tree.map(({ proj_code }) => proj_code),
      ['P1', 'P2'],
    );
    const [plant] = tree;
    assert.deepEqual(
      plant?.ports.map(({ name, devices }) => [name, devices.length]),
      [['North gateway', 6]],
    );
    assert.deepEqual(plant?.devices.map(({ short_name }) => short_name).sort(), ['sends', 'slept']);
  });

  // spec §9: Port hint 502; IP hint {ip}
  it('tells every word and limit of the forms', async () => {
    const words = await field.must<z.infer<typeof DefinedParameters>>('GET', `${V1}/defined-parameters/`);
    assert.deepEqual(words.hints, { port: 502, ip: '{ip}' });
    assert.deepEqual(
      [words.timeout_s, words.limits.variables, words.function_codes],
      [30, 500, [1, 2, 3, 4]],
    );
  });

  it('answers the sleep test after the delay that was asked for, of 5 seconds at most', async () => {
    const { authorization = '' } = field.headers;
    const asked = await field.call('GET', '/api/v1/sleep-test/?seconds=0.02', undefined, { authorization });
    assert.deepEqual(asked.json(), { slept_s: 0.02 });
    for (const seconds of ['5.001', '6', '-1', '1e9', 'x']) {
      assert.equal(
        (await field.call('GET', `/api/v1/sleep-test/?seconds=${seconds}`)).statusCode,
        400,
        seconds,
      );
    }
  });
});
