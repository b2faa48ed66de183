import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { loadSlots } from '../../measurements/server/slot-readings.public.ts';
import type { CalcGroup } from '../calculations.contract.ts';
import type { Version } from '../versions.contract.ts';
import { CompanyCalculations } from './calc-company.ts';

const V1 = '/cloudcontrol/v1';
const MINUTE = 60_000;
const FROM = Math.floor(Date.now() / MINUTE) * MINUTE - 30 * MINUTE;

describe('what calculations count on', () => {
  let field: ConfiguredField;
  let scope: Scope;
  let writer: ReadingWriter;
  before(async () => {
    field = await makeConfiguredField();
    scope = scopeOfWork(field.company_id);
    writer = new ReadingWriter(field.test.pool, { announce: async () => undefined });
    await field.must('POST', '/api/v1/variables-name/', {
      name: 'pump_power',
      label_en: 'Pump',
      label_it: 'Pompa',
      unit: 'kW',
      decimals: 2,
      kind: 'gauge',
      quantity: 'other',
    });
  });
  after(async () => {
    await writer.close();
    await field.test.close();
  });

  const say = (device_id: number, minute: number, value: number) =>
    writer.write(scope, [
      { device_id, ts: FROM + minute * MINUTE, values: Float64Array.of(value), quality: null },
    ]);
  let count = 0;
  /** A pump with one reading, a group of it, and a second group upon that. */
  async function arrange() {
    const { device, variables } = await field.addDevice({ variables: [{ name: 'pump_power' }] });
    await say(device.id, 0, 5);
    await recomputeDirty(field.test.pool, scope);
    const group = await make([{ device_id: device.id, name: 'pump_power' }]);
    return { pump: device.id, variable: variables[0]?.id ?? 0, group };
  }
  const make = (inputs: { device_id: number; name: string }[]): Promise<CalcGroup> =>
    field.must('POST', `${V1}/calc-groups/`, {
      name: `Group ${++count}`,
      operation: 'sum',
      inputs,
      result: {
        device: { proj_code: 'P1', short_name: `V${count}`, interval_s: 60 },
        variable: 'pump_power',
      },
    });
  async function settle() {
    const write = (owner: Scope, rows: Parameters<ReadingWriter['write']>[1]) => writer.write(owner, rows);
    const company = new CompanyCalculations(
      { pool: field.test.pool, write, clock: () => Date.now() },
      field.company_id,
    );
    await company.load();
    for (let rounds = 0; rounds < 100 && (await company.workDue()) > 0; rounds++);
  }
  /** Good results in the slot that the group has now. */
  async function results({ result: { device_id } }: CalcGroup): Promise<number[]> {
    const stored = 'select slot from variable where device_id = $1 and deleted_at is null';
    const [variable] = await field.test.arrange<{ slot: number }>(stored, [device_id]);
    return inScope(field.test.pool, scope, async (tx) => {
      const window = { device_id, start: FROM, end: Date.now(), slots: [variable?.slot ?? 0] };
      const [found] = (await loadSlots(tx, [window])) ?? [];
      return [...(found?.columns[0]?.values ?? [])].filter((value) => !Number.isNaN(value));
    });
  }
  const refusal = async (url: string, body: object) => {
    const answer = await field.call('PATCH', url, body);
    const { errors } = answer.json<{
      errors?: { path: string; code: string; params: { names: string } }[];
    }>();
    return [answer.statusCode, errors?.[0]?.path, errors?.[0]?.code, errors?.[0]?.params.names];
  };
  const variableUrl = (id: number) => `${V1}/variables/${id}/`;
  const deviceUrl = (id: number) => `${V1}/unitid/${id}/`;

  it('is calculated anew, with all that hangs on it, when an input is told in another unit', async () => {
    const { pump, variable, group } = await arrange();
    // What it stands upon has its results: those are its past.
    await settle();
    const above = await make([{ device_id: group.result.device_id, name: 'pump_power' }]);
    await settle();
    assert.deepEqual([await results(group), await results(above)], [[5], [5]]);
    await field.must('PATCH', variableUrl(variable), { unit: 'W' });
    assert.deepEqual([await results(group), await results(above)], [[], []]);
    await say(pump, 2, 7000);
    await settle();
    assert.deepEqual(
      [await results(group), await results(above)],
      [
        [0.005, 7],
        [0.005, 7],
      ],
    );
    const versions = `${V1}/devices/${above.result.device_id}/versions/`;
    const { results: known } = await field.must<{ results: Version[] }>('GET', versions);
    assert.equal(known[0]?.action, 'device.variable_changed');
  });

  it('cannot be what no group could be made with', async () => {
    const { pump, variable, group } = await arrange();
    const { device_id } = group.result;
    const [result] = await field.test.arrange<{ id: number }>(
      'select id from variable where device_id = $1',
      [device_id],
    );
    const of = (path: string) => [409, path, 'in_calculations', group.name];
    assert.deepEqual(await refusal(variableUrl(variable), { unit: '°C' }), of('unit'));
    assert.deepEqual(await refusal(variableUrl(variable), { poll: 'daily' }), of('poll'));
    assert.deepEqual(await refusal(deviceUrl(pump), { interval_s: 300 }), of('interval_s'));
    assert.deepEqual(await refusal(deviceUrl(pump), { template: true }), of('template'));
    assert.deepEqual(await refusal(deviceUrl(device_id), { template: true }), of('template'));
    assert.deepEqual(await refusal(deviceUrl(device_id), { interval_s: 30 }), of('interval_s'));
    assert.deepEqual(await refusal(variableUrl(result?.id ?? 0), { enabled: false }), of('enabled'));
    // What a calculation does not count on changes as ever.
    await field.must('PATCH', deviceUrl(pump), { interval_s: 30, model: 'P7' });
    await field.must('PATCH', variableUrl(variable), { factor: 10 });
  });

  it('does not come back with an earlier version either', async () => {
    const { device, variables } = await field.addDevice({
      variables: [{ name: 'pump_power', poll: 'daily', unit: 'W' }],
    });
    await field.must('PATCH', variableUrl(variables[0]?.id ?? 0), { poll: 'fast' });
    await say(device.id, 0, 5000);
    const group = await make([{ device_id: device.id, name: 'pump_power' }]);
    await field.must('PATCH', variableUrl(variables[0]?.id ?? 0), { unit: null });
    const back = (number: number) =>
      field.call('POST', `${V1}/devices/${device.id}/versions/${number}/restore/`, {});
    const refused = await back(1);
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, new RegExp(group.name));
    assert.equal((await back(2)).statusCode, 200);
    await settle();
    assert.deepEqual(await results(group), [5]);
  });

  it('does not go to the bin while a group is made of it', async () => {
    for (let i = 0; i < 8; i++) {
      const { device, variables } = await field.addDevice({ variables: [{ name: 'pump_power' }] });
      const gone = i % 2 === 0 ? `/api/v1/device/${device.id}/` : variableUrl(variables[0]?.id ?? 0);
      const [made, binned] = await Promise.all([
        field.call('POST', `${V1}/calc-groups/`, {
          name: `Race ${i}`,
          operation: 'sum',
          inputs: [{ device_id: device.id, name: 'pump_power' }],
          result: {
            device: { proj_code: 'P1', short_name: `R${i}`, interval_s: 60 },
            variable: 'pump_power',
          },
        }),
        field.call('DELETE', gone),
      ]);
      assert.equal(made.statusCode === 201, binned.statusCode === 409, `${made.body} ${binned.body}`);
    }
  });
});
