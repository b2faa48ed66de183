import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, ask } from '../../../../tests/contract/support/ask.ts';
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
import type { Scope } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { type CalcGroup, type CalcPreview, calculationsCalls } from '../calculations.contract.ts';

const MINUTE = 60_000;

describe('calculation groups', () => {
  let test: TestApp;
  let scope: Scope;
  let headers: Headers;
  let plant: number;
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Groups');
    headers = await signIn(
      test,
      await makeUser(test, { company: scope, roles: ['SUPER_ENGINEER_0'] }),
      scope,
    );
    plant = await makePlant(test.pool, scope, 'P1');
  });
  after(() => test?.close());

  const resultOf = (answer: Answer) => ({
    status: answer.status,
    json: answer.text === '' ? undefined : JSON.parse(answer.text),
    codes: (answer.text === '' ? [] : (JSON.parse(answer.text).errors ?? [])).map(
      ({ path, code }: { path: string; code?: string }) => [path, code],
    ),
  });
  const call = async (name: keyof typeof calculationsCalls, given: object, as: Headers = headers) =>
    resultOf(await ask(test, calculationsCalls[name], given, as));
  let count = 0;
  const meter = (more: { interval_s?: number } = {}) =>
    makeDevice(test.pool, scope, plant, `M${++count}`, ['ac_power_kw', 'energy_total_kwh'], more);
  const bodyOf = (inputs: number[], more: object = {}) => ({
    name: `Group ${++count}`,
    operation: 'sum',
    inputs: inputs.map((device_id) => ({ device_id, name: 'ac_power_kw' })),
    result: { device: { proj_code: 'P1', short_name: `V${count}`, interval_s: 60 }, variable: 'ac_power_kw' },
    ...more,
  });
  const make = async (inputs: number[], more: object = {}): Promise<CalcGroup> => {
    const made = await call('create', { body: bodyOf(inputs, more) });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    return made.json;
  };
  const id = (group: CalcGroup) => ({ id: String(group.id) });

  it('are made with their virtual device, whose variable has no register', async () => {
    const group = await make([await meter(), await meter()]);
    assert.deepEqual([group.state, group.inputs.length, group.version], ['whole', 2, 1]);
    assert.equal(group.newest.quality, 'missing');
    const [row] = await test.arrange<object>(
      'select d.virtual, v.address, v.function_code, v.slot from variable v join device d on d.id = v.device_id where d.id = $1',
      [group.result.device_id],
    );
    assert.deepEqual(row, { virtual: true, address: null, function_code: null, slot: 0 });
    const versions = await test.arrange<object>(
      'select action from configuration_version where device_id = $1',
      [group.result.device_id],
    );
    assert.deepEqual(versions, [{ action: 'calc_group.created' }]);
  });

  it('say every fault at its field', async () => {
    const [slow, usual] = [await meter({ interval_s: 900 }), await meter()];
    const faults = async (body: object) => (await call('create', { body })).codes;
    assert.deepEqual(await faults(bodyOf([slow])), [['result.interval_s', 'slower_input']]);
    const mixed = bodyOf([usual]);
    mixed.inputs.push({ device_id: usual, name: 'energy_total_kwh' });
    assert.deepEqual(await faults(mixed), [
      ['inputs.1', 'kinds_mixed'],
      ['inputs.1', 'unit_differs'],
    ]);
    assert.deepEqual(
      await faults(bodyOf([usual], { result: { device_id: usual, variable: 'ac_power_kw' } })),
      [['result.device_id', 'not_virtual']],
    );
    const unknown = bodyOf([usual]);
    unknown.inputs[0] = { device_id: usual, name: 'nothing_such' };
    assert.deepEqual(await faults(unknown), [['inputs.0', 'no_such_variable']]);
    const group = await make([usual]);
    assert.deepEqual(await faults(bodyOf([usual], { name: group.name })), [['name', 'name_taken']]);
    const taken = { device_id: group.result.device_id, variable: 'ac_power_kw' };
    assert.deepEqual(await faults(bodyOf([usual], { result: taken })), [
      ['result.variable', 'variable_taken'],
    ]);
    assert.deepEqual(
      await faults(
        bodyOf([usual], {
          result: {
            device: { proj_code: 'P1', short_name: group.result.short_name, interval_s: 60 },
            variable: 'ac_power_kw',
          },
        }),
      ),
      [['result.device.short_name', 'short_name_taken']],
    );
  });

  it('never go round, and name the way', async () => {
    const a = await make([await meter()], { name: 'A' });
    const b = await make([a.result.device_id], { name: 'B' });
    const inputs = [{ device_id: b.result.device_id, name: 'ac_power_kw' }];
    const round = await call('update', { params: id(a), body: { inputs } });
    assert.deepEqual(round.codes, [['inputs', 'goes_round']]);
    assert.equal(round.json.errors[0].params.way, 'A → B → A');
    assert.deepEqual((await call('get', { params: id(a) })).json.feeds, ['B']);
    const refused = await call('remove', { params: id(a) });
    assert.deepEqual([refused.status, refused.codes], [409, [['', 'taken_by']]]);
    let last = b;
    for (let level = 2; level < 5; level++) last = await make([last.result.device_id]);
    const sixth = await call('create', { body: bodyOf([last.result.device_id]) });
    assert.deepEqual(sixth.codes, [['inputs', 'too_deep']]);
  });

  it('have no more inputs together than a list of them can hold', async () => {
    const group = await make([await meter()]);
    // Of groups that are not there: what is counted are the rows.
    await test.arrange('alter table calc_group_input disable trigger all');
    try {
      await test.arrange(
        `insert into calc_group_input (company_id, calc_group_id, position, device_id, variable_id)
         select $1::int, 900000 + n / 200, n % 200, 1, n from generate_series(0, 19999 - (select count(*) from calc_group_input where company_id = $1)) n`,
        [scope.company_id],
      );
      const another = await call('create', { body: bodyOf([await meter()]) });
      assert.deepEqual(another.codes, [['inputs', 'too_many_inputs']]);
      const inputs = [await meter(), await meter()].map((device_id) => ({ device_id, name: 'ac_power_kw' }));
      const wider = await call('update', { params: id(group), body: { inputs } });
      assert.deepEqual(wider.codes, [['inputs', 'too_many_inputs']]);
      assert.equal(
        (await call('update', { params: id(group), body: { inputs: inputs.slice(1) } })).status,
        200,
      );
    } finally {
      await test.arrange('delete from calc_group_input where calc_group_id >= 900000');
      await test.arrange('alter table calc_group_input enable trigger all');
    }
  });

  it('are changed by one at a time, and begin anew only when what they calculate is another', async () => {
    const group = await make([await meter(), await meter()]);
    const slot = async () =>
      (
        await test.arrange<{ slot: number }>('select slot from variable where device_id = $1', [
          group.result.device_id,
        ])
      )[0]?.slot;
    const named = await call('update', { params: id(group), body: { name: 'Another name', version: 1 } });
    assert.deepEqual([named.status, named.json.version, await slot()], [200, 2, 0]);
    const stale = await call('update', { params: id(group), body: { name: 'Mine', version: 1 } });
    assert.deepEqual([stale.status, stale.json.stored.name], [409, 'Another name']);
    const other = await call('update', { params: id(group), body: { operation: 'mean', version: 2 } });
    assert.deepEqual([other.json.operation, other.json.version, await slot()], ['mean', 3, 1]);
    const same = await call('update', { params: id(group), body: { operation: 'mean', version: 3 } });
    assert.deepEqual([same.json.version, await slot()], [3, 1]);
  });

  it('leave their variable in the bin, and its name free', async () => {
    const group = await make([await meter()]);
    assert.equal((await call('remove', { params: id(group) })).status, 204);
    assert.equal((await call('get', { params: id(group) })).status, 404);
    const kept = () =>
      test.arrange<{ kept: boolean }>(
        'select deleted_at is not null as kept from variable where device_id = $1 order by slot',
        [group.result.device_id],
      );
    assert.deepEqual(await kept(), [{ kept: true }]);
    const result = { device_id: group.result.device_id, variable: 'ac_power_kw' };
    await make([await meter()], { result });
    // One row of a name: a second one would stand in the way of the first for ever.
    assert.deepEqual(await kept(), [{ kept: false }]);
  });

  it('are shown to those alone who see all their plants', async () => {
    const there = await makePlant(test.pool, scope, `P${++count}`);
    const far = await makeDevice(test.pool, scope, there, 'FAR', ['ac_power_kw']);
    const near = await meter();
    const [both, own] = [await make([near, far]), await make([near])];
    const narrow = await signIn(
      test,
      await makeUser(test, { company: scope, roles: ['ENGINEER_0'], plants: [plant] }),
      scope,
    );
    const listed: CalcGroup[] = (await call('list', {}, narrow)).json;
    assert.deepEqual(
      [own, both].map(({ id }) => listed.some((one) => one.id === id)),
      [true, false],
    );
    assert.equal((await call('past', { params: id(both) }, narrow)).status, 404);
    assert.equal((await call('create', { body: bodyOf([far]) }, narrow)).status, 404);
    assert.equal((await call('preview', { body: bodyOf([near, far]) }, narrow)).status, 404);
  });

  it('are previewed for the last day without being kept', async () => {
    const [a, b] = [await meter(), await meter()];
    const writer = new ReadingWriter(test.pool);
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    for (const [device_id, values] of [
      [a, [1, 2]],
      [b, [10, Number.NaN]],
    ] as const)
      await writer.write(
        scope,
        values.map((value, i) => ({
          device_id,
          ts: now - (5 - i) * MINUTE,
          values: Float64Array.of(value),
          quality: null,
        })),
      );
    await writer.close();
    const shown: CalcPreview = (await call('preview', { body: bodyOf([a, b]) })).json;
    const said = shown.ts
      .map((ts, i) => [ts, shown.values[i], shown.quality[i]])
      .filter(([, , q], i) => q === 'good' || shown.values[i + 1] !== null || shown.values[i - 1] !== null);
    const at = new Date(now - 5 * MINUTE).toISOString();
    assert.deepEqual(
      said.find(([ts]) => ts === at),
      [at, 11, 'good'],
    );
    assert.equal(shown.values.filter((value) => value !== null).length, 1);
    assert.deepEqual([shown.unit, shown.kind, shown.interval_s, shown.ts.length], ['kW', 'gauge', 60, 1440]);
    const first = await test.arrange('select 1 from calc_group where name = $1', [`Group ${count}`]);
    assert.deepEqual(first, []);
  });
});
