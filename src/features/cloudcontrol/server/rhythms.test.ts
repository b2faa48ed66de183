import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { scopeOfWork } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { DeviceDetails } from '../configured.contract.ts';

const NOW = Date.parse('2026-06-20T12:00:00Z');
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE);

type Last = { values: { name: string; quality: string }[] };
type Chart = { step_s: number; values: (number | null)[] }[];
type Overview = {
  devices: { id?: number; short_name: string; values: { name: string; quality: string }[] }[];
};

// The device's interval is a minute in all of these; its variables are read slowly (a quarter of an hour) or daily.
describe('what is read slowly or daily, judged by its own rhythm', () => {
  let field: ConfiguredField;
  let writer: ReadingWriter;
  let unit_id = 0;
  let port_id = 0;
  before(async () => {
    field = await makeConfiguredField({ now: () => new Date(NOW) });
    writer = new ReadingWriter(field.test.pool, { announce: async () => undefined });
    port_id = (await field.addPort()).id;
  });
  after(async () => {
    await writer.close();
    await field.test.close();
  });

  const register = (address: number) => ({ function_code: 3, address, data_type: 'uint16' });
  async function addDevice(...variables: (readonly [name: string, poll: string])[]): Promise<DeviceDetails> {
    unit_id += 1;
    return field.addDevice({
      port_id,
      unit_id,
      slow_interval_s: 900,
      variables: variables.map(([name, poll], i) => ({ name, poll, register: register(10 * i) })),
    });
  }
  /** One reading: a value for each slot, NaN for what was not asked. */
  const say = (device_id: number, minutes: number, ...values: number[]) =>
    writer.write(scopeOfWork(field.company_id), [
      { device_id, ts: ago(minutes).getTime(), values: Float64Array.from(values), quality: null },
    ]);
  const stateOf = async (id: number) =>
    (await field.must<DeviceDetails>('GET', `/cloudcontrol/v1/deviceDetails/${id}/`)).health.state;
  const seen = (device_id: number, minutes: number) =>
    field.test.arrange(
      `insert into device_health (company_id, device_id, state, since, last_try_at, last_contact_at, next_try_at, seen_at)
       values ($1, $2, 'answering', $3, $3, $3, $3, $3)
       on conflict (company_id, device_id) do update set seen_at = excluded.seen_at`,
      [field.company_id, device_id, ago(minutes)],
    );

  it('its values are young for three of its readings', async () => {
    const { device } = await addDevice(['ac_power_kw', 'slow'], ['energy_total_kwh', 'daily']);
    await say(device.id, 40, 5, Number.NaN);
    await say(device.id, 47 * 60, Number.NaN, 7);
    const { values } = await field.must<Last>('GET', `/api/v1/last-results/${device.id}/`);
    assert.deepEqual(
      values.map(({ quality }) => quality),
      ['good', 'good'],
    );
    const overview = await field.must<Overview>('GET', '/api/v1/plant-overview/P1/');
    const shown = overview.devices.find(({ short_name }) => short_name === device.short_name);
    assert.deepEqual(shown?.values.map(({ quality }) => quality).sort(), ['good', 'good']);
    const company = await field.must<{ state: string }>('GET', `/api/v1/company-device/${device.id}/`);
    assert.equal(company.state, 'live');
    const fast = await addDevice(['ac_power_kw', 'fast']);
    await say(fast.device.id, 40, 5);
    const other = await field.must<Last>('GET', `/api/v1/last-results/${fast.device.id}/`);
    assert.equal(other.values[0]?.quality, 'stale');
  });

  it('its chart has gaps where it missed readings of its own, and none between them', async () => {
    const { device } = await addDevice(['ac_power_kw', 'slow'], ['voltage_l1_v', 'fast']);
    for (const minutes of [150, 135, 120, 60, 45]) await say(device.id, minutes, 5, 230);
    for (let minutes = 149; minutes > 44; minutes -= 1)
      if (minutes % 15 > 0) await say(device.id, minutes, Number.NaN, 230);
    const window = `start=${ago(160).toISOString()}&end=${ago(0).toISOString()}`;
    const series = await field.must<Chart>(
      'GET',
      `/api/v1/chart-results-data/?devices=${device.id}&variables=ac_power_kw&resolution=raw&${window}`,
    );
    assert.equal(series[0]?.step_s, 900);
    assert.deepEqual(series[0]?.values, [5, 5, 5, null, 5, 5]);
  });

  it('its device stands as it was found until three of its polls are over, by its quickest variable', async () => {
    const slow = await addDevice(['ac_power_kw', 'slow'], ['energy_total_kwh', 'daily']);
    const daily = await addDevice(['energy_total_kwh', 'daily']);
    const fast = await addDevice(['ac_power_kw', 'fast'], ['energy_total_kwh', 'slow']);
    for (const { device } of [slow, daily, fast]) await seen(device.id, 40);
    assert.equal(await stateOf(slow.device.id), 'answering');
    assert.equal(await stateOf(daily.device.id), 'answering');
    assert.equal(await stateOf(fast.device.id), 'unknown');
    await seen(slow.device.id, 46);
    assert.equal(await stateOf(slow.device.id), 'unknown');
  });
});
