import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { ModbusServer } from '../../../simulators/modbus-server.ts';
import { startWrongGateway, WRONG_UNITS } from '../../../simulators/wrong-devices.ts';
import type { SunspecWalk } from '../../devices/sunspec/chain.ts';
import type {
  AskedRegister,
  ReadTask,
  TaskAnswer,
  TaskVariable,
} from '../../features/cloudcontrol/field-task.model.ts';
import { foundAt } from '../../features/cloudcontrol/server/found-device.ts';
import { ModbusLink } from '../modbus/link.ts';
import { TaskEnded } from './careful-reader.ts';
import { performTask } from './perform-task.ts';

const FIRST_MODEL = 40_070;
const TIMEOUT_MS = 150;
const SLOW_MS = 250;

/** Who is behind the gateway, by the words that say what is wrong there. */
function unitThat(what: RegExp): number {
  const found = Object.entries(WRONG_UNITS).find(([, unit]) => what.test(unit.what));
  return Number(found?.[0] ?? assert.fail(`nobody is ${what}`));
}

const register = (address: number, fields: Partial<AskedRegister> = {}): AskedRegister => ({
  function_code: 3,
  address,
  data_type: 'uint16',
  word_order: 'ABCD',
  bit: null,
  bit_count: 1,
  factor: 1,
  value_offset: 0,
  scale_address: null,
  sentinel: true,
  ...fields,
});

/** Power with its scale, the counter with its own, and a register that the inverter lacks. */
const INVERTER: TaskVariable[] = [
  {
    name: 'power',
    register: register(FIRST_MODEL + 14, { data_type: 'int16', scale_address: FIRST_MODEL + 15 }),
  },
  {
    name: 'energy',
    register: register(FIRST_MODEL + 24, { data_type: 'uint32', scale_address: FIRST_MODEL + 26 }),
  },
  { name: 'sent', register: null },
  { name: 'nowhere', register: register(60_000) },
];

describe('asking devices that are wrong on purpose', () => {
  let gateway: ModbusServer;
  const links: ModbusLink[] = [];
  before(async () => {
    gateway = await startWrongGateway({ slow_ms: SLOW_MS });
  });
  after(() => gateway.stop());
  afterEach(() => {
    for (const link of links.splice(0)) link.close();
  });

  function perform(
    kind: 'read' | 'find' | 'test',
    asked: object,
    timeout_ms = TIMEOUT_MS,
  ): Promise<TaskAnswer> {
    const link = new ModbusLink({ host: '127.0.0.1', port: gateway.port, framer: 'tcp', timeout_ms });
    links.push(link);
    return performTask(
      { kind, asked: { way: null, ...asked } },
      { reader: link, signal: new AbortController().signal },
    );
  }

  const read = (unit_id: number, asked: Partial<ReadTask> = {}, timeout_ms = TIMEOUT_MS) =>
    perform('read', { unit_id, function_code: 3, address: 40_000, count: 2, ...asked }, timeout_ms);
  const attempt = (unit_id: number, variables = INVERTER) =>
    perform('test', { unit_id, variables, attributes: [] });
  const find = (unit_id: number, timeout_ms = TIMEOUT_MS) =>
    perform('find', { unit_id, bases: [40_000, 0, 50_000] }, timeout_ms);
  const outcomeOf = ({ test }: TaskAnswer, name: string) => test?.values.find((one) => one.name === name);

  it('shows words as they came, whatever their order, and how long that took', async () => {
    const { read: sound } = await read(unitThat(/a sound SunSpec/));
    assert.deepEqual(sound?.words, [0x5375, 0x6e53]);
    assert.ok((sound?.latency_ms ?? 0) > 0);
    assert.deepEqual((await read(unitThat(/other way round/))).read?.words, [0x6e53, 0x5375]);
    assert.deepEqual(
      (await read(unitThat(/one address higher/), { address: 40_001 })).read?.words,
      [0x5375, 0x6e53],
    );
  });

  it('tells a refusal by its exception: an address, a quantity, the device itself, nobody behind the gateway', async () => {
    const exception = async (unit: number, asked: Partial<ReadTask> = {}) =>
      (await read(unit, asked)).read?.exception;
    assert.equal(await exception(1, { address: 0 }), 2);
    assert.equal(await exception(1, { function_code: 1 }), 1);
    assert.equal(await exception(unitThat(/more than 16/), { count: 17 }), 3);
    assert.equal(await exception(unitThat(/exception 4/)), 4);
    assert.equal(await exception(99), 11);
  });

  it('tells silence from slowness: a slow device is answered for when it is given the time', async () => {
    assert.deepEqual(await read(unitThat(/^silent/)), {
      reason: { code: 'timeout', timeout_ms: TIMEOUT_MS },
    });
    const slow = unitThat(/1.5 seconds/);
    assert.equal((await read(slow)).reason?.code, 'timeout');
    assert.deepEqual((await read(slow, {}, 10 * SLOW_MS)).read?.words, [0x5375, 0x6e53]);
  });

  it('tries a device: each variable has its value or its reason', async () => {
    const tried = await attempt(1);
    assert.ok((outcomeOf(tried, 'power')?.value ?? 0) > 1000);
    assert.ok((outcomeOf(tried, 'energy')?.value ?? 0) > 0);
    assert.deepEqual(outcomeOf(tried, 'sent'), {
      name: 'sent',
      value: null,
      reason: { code: 'no_register' },
    });
    assert.deepEqual(outcomeOf(tried, 'nowhere')?.reason, { code: 'exception', exception: 2 });
  });

  it('never makes a number of what says nothing: scales that are not implemented, a gateway without the device', async () => {
    const unscaled = await attempt(unitThat(/scale factors/));
    assert.deepEqual(outcomeOf(unscaled, 'power'), {
      name: 'power',
      value: null,
      reason: { code: 'not_implemented' },
    });
    assert.deepEqual(await attempt(99), { reason: { code: 'gateway', exception: 11 } });
    assert.equal((await attempt(unitThat(/^silent/))).reason?.code, 'timeout');
  });

  it('reads a device that refuses long requests in shorter ones', async () => {
    const tried = await attempt(unitThat(/more than 16/), [
      { name: 'first', register: register(40_002) },
      { name: 'far', register: register(40_002 + 24) },
      ...INVERTER,
    ]);
    assert.equal(outcomeOf(tried, 'first')?.value, 1);
    assert.ok((outcomeOf(tried, 'power')?.value ?? 0) > 1000);
  });

  it('reads texts, and gives a device up that has nothing else and is silent', async () => {
    const attributes = [{ name: 'maker', function_code: 3, address: 40_004, length: 16, swapped: false }];
    const { test } = await perform('test', { unit_id: 1, variables: [], attributes });
    assert.ok(test?.attributes[0]?.value);
    const silent = await perform('test', { unit_id: unitThat(/^silent/), variables: [], attributes });
    assert.equal(silent.reason?.code, 'timeout');
  });

  it('asks nothing more once a task is over', async () => {
    const over = AbortSignal.abort();
    const link = new ModbusLink({
      host: '127.0.0.1',
      port: gateway.port,
      framer: 'tcp',
      timeout_ms: TIMEOUT_MS,
    });
    links.push(link);
    const order = { kind: 'find', asked: { way: null, unit_id: 1, bases: [40_000] } } as const;
    await assert.rejects(performTask(order, { reader: link, signal: over }), TaskEnded);
  });

  for (const [unit, { what }] of Object.entries(WRONG_UNITS))
    it(`comes to an end with a device that is there: ${what}`, async () => {
      const slow = /1.5 seconds|takes/.test(what);
      const answer = await find(Number(unit), slow ? 10 * SLOW_MS : TIMEOUT_MS);
      const text = JSON.stringify(answer);
      assert.ok(text.length < 200_000, `${text.length} bytes`);
      if (answer.found === undefined) return assert.ok(answer.reason, 'it says why nothing was found');
      // What it comes to is bounded and whole as well, whatever the device said.
      const { devices } = foundAt(Number(unit), JSON.parse(text).found as SunspecWalk);
      for (const { variables } of devices)
        for (const { value } of variables) assert.ok(value === null || Number.isFinite(value));
    });

  it('finds the sound ones whole', async () => {
    for (const unit of [1, 17]) {
      const { found } = await find(unit);
      const [device] = foundAt(unit, found as SunspecWalk).devices;
      assert.ok(device?.manufacturer, String(unit));
      assert.deepEqual(device.warnings, []);
      assert.ok(device.variables.length > 5);
    }
  });
});
