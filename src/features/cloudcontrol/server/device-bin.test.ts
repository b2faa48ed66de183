import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeKey } from '../../../../tests/support/app.ts';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { scopeOfWork } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { goOnRemoving, performRemoval } from '../../plants/server/bin.public.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import type { BinnedDevice, Restored } from '../versions.contract.ts';

const V1 = '/cloudcontrol/v1';
const minutesAgo = (n: number) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 - n * 60_000).toISOString();

describe('the bin of devices', () => {
  let field: ConfiguredField;
  let later_ms = 0;
  before(async () => {
    field = await makeConfiguredField({ now: () => new Date(Date.now() + later_ms) });
  });
  after(() => field?.test.close());

  async function withReadings(fields: object = {}): Promise<DeviceDetails> {
    const details = await field.addDevice(fields);
    const answer = await send(details.device.short_name);
    assert.equal(answer.statusCode, 200, answer.body);
    return details;
  }
  async function send(short_name: string) {
    const scope = scopeOfWork(field.company_id);
    const { headers } = await makeKey(field.test, scope, { name: `key ${Math.random()}`, proj_code: 'P1' });
    const readings = [3, 2, 1].map((n) => ({
      device: short_name,
      ts: minutesAgo(n),
      values: { ac_power_kw: 10 + n },
    }));
    return field.call('POST', '/ingest/v1/readings/', { readings }, headers);
  }
  const bin = (id: number) => field.must('DELETE', `/api/v1/device/${id}/`);
  const binned = async () =>
    (await field.must<{ results: BinnedDevice[] }>('GET', `${V1}/devices-bin/`)).results;
  const series = (id: number) =>
    field.call(
      'GET',
      `/api/v1/chart-results-data/?devices=${id}&variables=ac_power_kw&resolution=raw&start=${minutesAgo(60)}&end=${minutesAgo(0)}`,
    );

  it('hides a device everywhere and takes no readings for it, and brings it back with those it had', async () => {
    const { device } = await withReadings();
    const before = (await series(device.id)).json<unknown>();
    await bin(device.id);
    assert.equal((await series(device.id)).statusCode, 404);
    for (const url of [
      `/api/v1/device/${device.id}/`,
      `/api/v1/last-results/${device.id}/`,
      `/api/v1/company-device/${device.id}/`,
      `${V1}/deviceDetails/${device.id}/`,
    ])
      assert.equal((await field.call('GET', url)).statusCode, 404, url);
    for (const url of [
      '/api/v1/device/',
      '/api/v1/company-device/',
      '/api/v1/unit-id-tree-categories/',
      '/api/v1/plant-overview/P1/',
      `${V1}/loadDevices/`,
      `${V1}/device-data/`,
      `${V1}/dashboard-data/`,
    ]) {
      const { body } = await field.call('GET', url);
      assert.ok(!body.includes(`"${device.short_name}"`), `${url}: ${body.slice(0, 300)}`);
    }
    // Who takes deliveries keeps the names of devices for some seconds.
    later_ms += 6000;
    assert.equal((await send(device.short_name)).statusCode, 422);
    const [row] = await binned();
    assert.deepEqual([row?.id, row?.leaving], [device.id, false]);

    const back = await field.must<DeviceDetails>('POST', `${V1}/devices-bin/${device.id}/restore/`);
    assert.deepEqual([back.device.short_name, back.variables.length], [device.short_name, 1]);
    assert.deepEqual((await series(device.id)).json(), before);
    assert.equal((await send(device.short_name)).statusCode, 200);
    assert.deepEqual(
      (await binned()).map(({ id }) => id),
      [],
    );
  });

  it('frees the short name and the serial number, and names what was taken meanwhile', async () => {
    const { device } = await field.addDevice({ serial_number: 'BIN-1' });
    await bin(device.id);
    const { short_name } = device;
    const other = await field.addDevice({ short_name, serial_number: 'BIN-1' });
    const refused = await field.call('POST', `${V1}/devices-bin/${device.id}/restore/`);
    assert.equal(refused.statusCode, 409, refused.body);
    const { errors } = refused.json<{ errors: { path: string }[] }>();
    assert.deepEqual(
      errors.map(({ path }) => path),
      ['short_name', 'serial_number'],
    );
    await bin(other.device.id);
    await field.must('POST', `${V1}/devices-bin/${device.id}/restore/`);
  });

  it('keeps making the days of what lies in it, so that its months can be dropped in time', async () => {
    const { device } = await withReadings();
    await bin(device.id);
    await recomputeDirty(field.test.pool, scopeOfWork(field.company_id), {
      now: new Date(),
      today: true,
    } as object);
    const marks = await field.test.arrange('select from obs_dirty where device_id = $1', [device.id]);
    const days = await field.test.arrange('select from measurements.stored_day where device_id = $1', [
      device.id,
    ]);
    assert.ok(days.length > 0 && marks.length === 0, `${days.length} days, ${marks.length} marks`);
  });

  it('lets a port go that only its devices stood behind; they come back without one', async () => {
    const port = await field.addPort({ host: '10.9.0.1' });
    const { device } = await field.addDevice({ port_id: port.id, unit_id: 1 });
    await bin(device.id);
    await field.must('DELETE', `${V1}/ports/${port.id}/`);
    const back = await field.must<DeviceDetails>('POST', `${V1}/devices-bin/${device.id}/restore/`);
    assert.deepEqual([back.device.port_id, back.port], [null, null]);
  });

  it('brings a device back switched off and without a port where it could not be polled behind it any more', async () => {
    const port = await field.addPort({ host: '10.9.0.2' });
    const { device } = await field.addDevice({ port_id: port.id, unit_id: 255 });
    const { device: other } = await field.addDevice({ port_id: port.id, unit_id: 7 });
    await bin(device.id);
    await bin(other.id);
    await field.must('PATCH', `${V1}/ports/${port.id}/`, { framer: 'rtu' });
    const back = await field.must<Restored>('POST', `${V1}/devices-bin/${device.id}/restore/`);
    assert.deepEqual(back.left, [{ part: 'port', name: port.name, reason: 'does_not_fit' }]);
    assert.deepEqual([back.device.port_id, back.device.enabled, back.device.unit_id], [null, false, 255]);
    await field.must('PATCH', `${V1}/unitid/${device.id}/`, { model: 'x' });
    const fits = await field.must<Restored>('POST', `${V1}/devices-bin/${other.id}/restore/`);
    assert.deepEqual([fits.left, fits.device.port_id, fits.device.enabled], [[], port.id, true]);
  });

  it('keeps a device that calculations count on out of it', async () => {
    const source = await field.addDevice();
    const target = await field.addDevice({ virtual: true });
    await field.test.arrange(
      `with g as (insert into calc_group (company_id, device_id, variable_id, name, operation, input_count, step_s)
         values ($1, $2, $3, 'Whole plant', 'sum', 1, 60) returning id)
       insert into calc_group_input (company_id, calc_group_id, position, device_id, variable_id) select $1, id, 0, $4, $5 from g`,
      [
        field.company_id,
        target.device.id,
        target.variables[0]?.id,
        source.device.id,
        source.variables[0]?.id,
      ],
    );
    for (const url of [
      `/api/v1/device/${source.device.id}/`,
      `${V1}/variables/${source.variables[0]?.id}/`,
    ]) {
      const answer = await field.call('DELETE', url);
      assert.equal(answer.statusCode, 409, answer.body);
      assert.match(answer.json<{ detail: string }>().detail, /Whole plant/);
    }
  });

  it('is emptied for ever by owners and management only, with all readings', async () => {
    const { device } = await withReadings();
    await bin(device.id);
    const url = `${V1}/devices-bin/${device.id}/`;
    assert.equal((await field.call('DELETE', url, undefined, field.engineer)).statusCode, 403);
    await field.must('DELETE', url);
    assert.equal((await field.call('POST', `${url}restore/`)).statusCode, 404);
    assert.equal((await field.call('DELETE', url)).statusCode, 404);
    await gone(device.id);
    const left = await field.test.arrange(
      `select 1 from obs where device_id = $1 union all select 1 from measurements.stored_day where device_id = $1
       union all select 1 from obs_stretch where device_id = $1 union all select 1 from obs_year where device_id = $1
       union all select 1 from obs_last where device_id = $1`,
      [device.id],
    );
    assert.equal(left.length, 0);
    // Done once more, as after a worker's death, it comes to the same.
    await performRemoval(field.test.pool, { company_id: field.company_id, device_id: device.id });
  });

  it('goes on removing what was given up, whatever became of its job', async () => {
    const { device } = await field.addDevice();
    await bin(device.id);
    const lies = () => field.test.arrange('select 1 from device where id = $1', [device.id]);
    const giveUp = (ago: string) =>
      field.test.arrange(`update device set purged_at = now() - $2::interval where id = $1`, [
        device.id,
        ago,
      ]);
    await giveUp('10 minutes');
    await goOnRemoving(field.test.pool, field.company_id);
    assert.equal((await lies()).length, 1);
    await giveUp('2 hours');
    await goOnRemoving(field.test.pool, field.company_id);
    assert.equal((await lies()).length, 0);
  });

  it("takes the others' readings of a delivery that names a device removed just now", async () => {
    const { device } = await field.addDevice();
    const { device: stays } = await field.addDevice();
    const scope = scopeOfWork(field.company_id);
    const { headers } = await makeKey(field.test, scope, { name: `key ${Math.random()}`, proj_code: 'P1' });
    const deliver = (n: number) => {
      const readings = [device, stays].map(({ short_name }) => ({
        device: short_name,
        ts: minutesAgo(n),
        values: { ac_power_kw: n },
      }));
      return field.call('POST', '/ingest/v1/readings/?partial=true', { readings }, headers);
    };
    assert.equal((await deliver(5)).statusCode, 200);
    await bin(device.id);
    await field.must('DELETE', `${V1}/devices-bin/${device.id}/`);
    await gone(device.id);
    const answer = await deliver(4);
    assert.equal(answer.statusCode, 200, answer.body);
    const { stored, refused, errors } = answer.json<{
      stored: number;
      refused: number;
      errors: { device: string; code: string }[];
    }>();
    assert.deepEqual(
      [stored, refused, errors.map((one) => [one.device, one.code])],
      [1, 1, [[device.short_name, 'unknown_device']]],
    );
    const rows = (id: number) => field.test.arrange('select from obs where device_id = $1', [id]);
    assert.deepEqual([(await rows(device.id)).length, (await rows(stays.id)).length], [0, 2]);
  });

  async function gone(id: number): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const rows = await field.test.arrange('select from device where id = $1', [id]);
      if (rows.length === 0) return;
      await pause(100);
    }
    assert.fail('the device was not removed');
  }

  it('never loses a device that nobody wants removed to a stray job', async () => {
    const { device } = await withReadings();
    await performRemoval(field.test.pool, { company_id: field.company_id, device_id: device.id });
    const left = await field.test.arrange('select from obs where device_id = $1', [device.id]);
    assert.equal(left.length, 3);
    assert.equal((await field.call('GET', `/api/v1/device/${device.id}/`)).statusCode, 200);
  });
});
