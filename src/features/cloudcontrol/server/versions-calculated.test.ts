import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { CalcGroup } from '../calculations.contract.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import type { Returned, Version } from '../versions.contract.ts';
import { CompanyCalculations } from './calc-company.ts';

const V1 = '/cloudcontrol/v1';
const MINUTE = 60_000;
const FROM = Math.floor(Date.now() / MINUTE) * MINUTE - 30 * MINUTE;

describe('earlier versions of virtual devices', () => {
  let field: ConfiguredField;
  let scope: Scope;
  let writer: ReadingWriter;
  const meters: number[] = [];
  before(async () => {
    field = await makeConfiguredField();
    scope = scopeOfWork(field.company_id);
    writer = new ReadingWriter(field.test.pool, { announce: async () => undefined });
    for (const power of [10, 2]) {
      const { device } = await field.addDevice();
      meters.push(device.id);
      const rows = [0, 1, 2].map((i) => ({
        device_id: device.id,
        ts: FROM + i * MINUTE,
        values: Float64Array.of(power + i),
        quality: null,
      }));
      await writer.write(scope, rows);
    }
  });
  after(async () => {
    await writer.close();
    await field.test.close();
  });

  let count = 0;
  const make = (variable = 'ac_power_kw', device_id?: number): Promise<CalcGroup> =>
    field.must('POST', `${V1}/calc-groups/`, {
      name: `Group ${++count}`,
      operation: 'sum',
      inputs: meters.map((id) => ({ device_id: id, name: 'ac_power_kw' })),
      result: device_id
        ? { device_id, variable }
        : { device: { proj_code: 'P1', short_name: `V${count}`, interval_s: 60 }, variable },
    });
  const redefine = (group: CalcGroup, change: object): Promise<CalcGroup> =>
    field.must('PUT', `${V1}/calc-groups/${group.id}/`, change);
  const rollBack = (id: number, number: number): Promise<Returned> =>
    field.must('POST', `${V1}/devices/${id}/versions/${number}/restore/`, {});
  const newest = async (id: number) => {
    const url = `${V1}/devices/${id}/versions/`;
    return (await field.must<{ results: Version[] }>('GET', url)).results[0]?.number ?? 0;
  };
  /** Variables of a device by their slots, those in the bin in brackets. */
  const slots = async (id: number) => {
    const rows = await field.test.arrange<{ name: string; slot: number; binned: boolean }>(
      `select n.name, v.slot, v.deleted_at is not null as binned from variable v
       join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
       where v.device_id = $1 order by v.slot`,
      [id],
    );
    return rows.map(({ name, slot, binned }) => (binned ? `(${slot} ${name})` : `${slot} ${name}`));
  };
  const due = (id: number) => field.test.arrange('select from calc_due where device_id = $1', [id]);
  async function settle() {
    const write = (owner: Scope, rows: Parameters<ReadingWriter['write']>[1]) => writer.write(owner, rows);
    const { pool } = field.test;
    const work = new CompanyCalculations({ pool, write, clock: Date.now }, field.company_id);
    await work.load();
    while ((await work.workDue()) > 0);
  }
  async function values(device_id: number, variable: string) {
    const [start, end] = [FROM, FROM + 3 * MINUTE].map((at) => new Date(at).toISOString());
    const url = `/api/v1/chart-results-data/?devices=${device_id}&variables=${variable}&resolution=raw&start=${start}&end=${end}`;
    const [series] = await field.must<{ values: (number | null)[] }[]>('GET', url);
    return series?.values.filter((value) => value !== null);
  }

  it('leave slots, values and definitions of a group that was changed twice as they are now', async () => {
    const group = await make();
    const { device_id } = group.result;
    const first = await newest(device_id);
    await settle();
    assert.deepEqual(await values(device_id, 'ac_power_kw'), [12, 14, 16]);
    await redefine(group, { operation: 'mean' });
    const last = await redefine(group, { operation: 'difference' });
    await field.must('PATCH', `${V1}/unitid/${device_id}/`, { model: 'later' });
    await settle();
    const before = await slots(device_id);
    assert.deepEqual(before, ['2 ac_power_kw']);

    const { left, details } = await rollBack(device_id, first);
    assert.deepEqual([left, details.device.model], [[], '']);
    assert.deepEqual(await slots(device_id), before);
    assert.deepEqual((await due(device_id)).length, 0);
    assert.deepEqual(await values(device_id, 'ac_power_kw'), [8, 8, 8]);
    const { operation, state, version, result } = await field.must<CalcGroup>(
      'GET',
      `${V1}/calc-groups/${group.id}/`,
    );
    assert.deepEqual([operation, state, version, result], ['difference', 'whole', last.version, last.result]);
  });

  it('bring back no variable that nothing calculates any more, nor bin the one that is calculated', async () => {
    const group = await make();
    const { device_id } = group.result;
    const first = await newest(device_id);
    await redefine(group, { result: { device_id, variable: 'dc_power_kw' } });
    await settle();
    const { left } = await rollBack(device_id, first);
    assert.deepEqual(left, [
      { part: 'variable', name: 'ac_power_kw', reason: 'not_calculated' },
      { part: 'variable', name: 'dc_power_kw', reason: 'in_calculations' },
    ]);
    assert.deepEqual(await slots(device_id), ['(0 ac_power_kw)', '1 dc_power_kw']);
    assert.deepEqual(await values(device_id, 'dc_power_kw'), [12, 14, 16]);

    await field.must('DELETE', `${V1}/calc-groups/${group.id}/`);
    const again = await make('ac_power_kw', device_id);
    // The name is one variable, whoever calculates it: in a slot of its own, away from what the first group left.
    assert.deepEqual((await rollBack(device_id, first)).left, []);
    assert.deepEqual(await slots(device_id), ['(1 dc_power_kw)', '2 ac_power_kw']);
    await field.must('DELETE', `${V1}/calc-groups/${again.id}/`);
    await rollBack(device_id, first);
    assert.deepEqual(await slots(device_id), ['(1 dc_power_kw)', '(2 ac_power_kw)']);
    await field.must('POST', `${V1}/variables/`, { device_id, variables: [{ name: 'ac_power_kw' }] });
    assert.deepEqual(await slots(device_id), ['(1 dc_power_kw)', '2 ac_power_kw']);
  });

  it('never give a calculated variable a register or another unit', async () => {
    await field.must('POST', '/api/v1/variables-name/', {
      name: 'tank_level',
      label_en: 'Tank',
      label_it: 'Serbatoio',
      unit: 'm',
      decimals: 2,
      kind: 'gauge',
      quantity: 'other',
    });
    const inputs = [await field.addDevice({ variables: [{ name: 'tank_level' }] })];
    const { device, variables } = await field.addDevice({
      virtual: true,
      variables: [{ name: 'tank_level', unit: 'cm' }],
    });
    // As an older program could leave it behind.
    await field.test.arrange(
      `update configuration_version set snapshot = jsonb_set(snapshot, '{variables,0}',
         snapshot #> '{variables,0}' || '{"function_code": 3, "address": 7, "data_type": "int16", "factor": 9}')
       where device_id = $1`,
      [device.id],
    );
    const url = `${V1}/variables/${variables[0]?.id}/`;
    await field.must('PATCH', url, { unit: null, decimals: 1 });
    await field.must('POST', `${V1}/calc-groups/`, {
      name: 'Tank',
      operation: 'sum',
      inputs: inputs.map((one) => ({ device_id: one.device.id, name: 'tank_level' })),
      result: { device_id: device.id, variable: 'tank_level' },
    });
    const { left, details } = await rollBack(device.id, 1);
    assert.deepEqual(left, [{ part: 'variable', name: 'tank_level', reason: 'in_calculations' }]);
    const [back] = details.variables;
    assert.deepEqual(
      [back?.unit, back?.address, back?.data_type, back?.factor, back?.decimals],
      [null, null, null, 1, null],
    );
  });

  it('stand beside fields that cannot be set: nothing of a virtual device is read', async () => {
    const group = await make();
    const { device_id } = group.result;
    const { variables } = await field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${device_id}/`);
    const url = `${V1}/variables/${variables[0]?.id}/`;
    const before = await newest(device_id);
    const refused = async (method: 'POST' | 'PATCH', to: string, body: object) => {
      const answer = await field.call(method, to, body);
      const { errors } = answer.json<{ errors: { path: string; code: string }[] }>();
      return [answer.statusCode, errors[0]?.path, errors[0]?.code];
    };
    const register = { function_code: 3, address: 5, data_type: 'int16' };
    for (const [path, body] of [
      ['function_code', register],
      ['address', { address: 5 }],
      ['factor', { factor: 10 }],
      ['sentinel', { sentinel: true }],
      ['scale_address', { scale_address: 4 }],
      ['poll', { poll: 'slow' }],
    ] as const)
      assert.deepEqual(await refused('PATCH', url, body), [400, path, 'calculated']);
    assert.deepEqual(
      await refused('POST', `${V1}/variables/`, {
        device_id,
        variables: [{ name: 'dc_power_kw', register }],
      }),
      [400, 'variables.0.register.function_code', 'calculated'],
    );
    assert.deepEqual(
      await refused('POST', '/api/v1/device/', {
        proj_code: 'P1',
        short_name: 'VR',
        virtual: true,
        variables: [{ name: 'dc_power_kw', register }],
      }),
      [400, 'variables.0.register.function_code', 'calculated'],
    );
    assert.equal(await newest(device_id), before);
    await field.must('PATCH', url, { decimals: 3, colour: '#112233', factor: 1, poll: 'fast' });
    assert.equal(await newest(device_id), before + 1);
  });
});
