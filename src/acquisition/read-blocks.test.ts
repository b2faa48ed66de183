import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';
import type { ReadRequest } from './modbus/pdu.ts';
import { makePlan, type PlanVariable } from './plan.ts';
import { type RegisterReader, readBlocks, type SlotReading } from './read-blocks.ts';
import { createRegisterMemory, noteRefusal, type RegisterMemory, retryByTime } from './register-memory.ts';

/** The slot is the address, so that a reading tells where it came from. */
function variable(address: number, changes: Partial<PlanVariable> = {}): PlanVariable {
  return {
    slot: address,
    function_code: 3,
    address,
    data_type: 'uint16',
    word_order: 'ABCD',
    bit: null,
    factor: 1,
    value_offset: 0,
    scale_address: null,
    sentinel: false,
    ...changes,
  };
}

function variables(...addresses: number[]): PlanVariable[] {
  return addresses.map((address) => variable(address));
}

type Device = RegisterReader & { readonly asked: string[]; content: (address: number) => number };

/** A device whose registers hold their own address plus 1000; `refuse` may throw for a request. */
function device(refuse: (request: ReadRequest) => void = () => undefined): Device {
  const asked: string[] = [];
  const each: Device = {
    asked,
    content: (address) => address + 1000,
    read(request) {
      asked.push(`${request.address}+${request.quantity}`);
      return new Promise((resolve) => {
        refuse(request);
        const bytes = Buffer.alloc(request.quantity * 2);
        for (let i = 0; i < request.quantity; i += 1)
          bytes.writeUInt16BE(each.content(request.address + i), i * 2);
        resolve(bytes);
      });
    },
  };
  return each;
}

/** Refuses every request that touches one of these addresses. */
function refusing(...bad: number[]): (request: ReadRequest) => void {
  return ({ address, quantity }) => {
    if (bad.some((each) => each >= address && each < address + quantity)) throw new ModbusException(2);
  };
}

function byslot(readings: readonly SlotReading[]): Map<number, string | number> {
  return new Map(
    readings.map((each) => [
      each.slot,
      each.quality === 'good' ? each.value : each.quality === 'failed' ? each.reason : each.quality,
    ]),
  );
}

describe('readBlocks', () => {
  it('answers each slot with its own value', async () => {
    const link = device();
    const plan = makePlan(variables(5, 1, 3, 200));
    const result = await readBlocks(link, 1, plan, { memory: createRegisterMemory() });
    assert.deepEqual(
      byslot(result.readings),
      new Map([5, 1, 3, 200].map((address) => [address, address + 1000])),
    );
    assert.deepEqual(link.asked, ['1+5', '200+1']);
    assert.deepEqual([result.answered, result.requests], [true, 2]);
  });

  it('decodes bits of functions 1 and 2, and bits of a register', async () => {
    const bits = { read: () => Promise.resolve(Uint8Array.of(0b0000_0101)) };
    const coils = [0, 1, 2].map((address) => variable(address, { function_code: 1, data_type: 'bit' }));
    const read = await readBlocks(bits, 1, makePlan(coils), { memory: createRegisterMemory() });
    assert.deepEqual(
      byslot(read.readings),
      new Map([
        [0, 1],
        [1, 0],
        [2, 1],
      ]),
    );
    const word = makePlan([0, 3].map((bit) => variable(0, { slot: bit, data_type: 'bit', bit })));
    const link = device();
    link.content = () => 0b1000;
    const of_word = await readBlocks(link, 1, word, { memory: createRegisterMemory() });
    assert.deepEqual(
      byslot(of_word.readings),
      new Map([
        [0, 0],
        [3, 1],
      ]),
    );
    assert.deepEqual(link.asked, ['0+1']);
  });

  it('applies the scale register, and says when it makes no sense or is not implemented', async () => {
    const plan = makePlan([variable(10, { scale_address: 12, sentinel: true })]);
    const link = device();
    const readWith = async (scale: number, raw = 123) => {
      link.content = (address) => (address === 12 ? scale & 0xffff : raw);
      return (await readBlocks(link, 1, plan, { memory: createRegisterMemory() })).readings;
    };
    assert.deepEqual(await readWith(-1), [{ slot: 10, quality: 'good', value: 12.3 }]);
    assert.deepEqual(await readWith(-0x8000), [{ slot: 10, quality: 'missing' }]);
    assert.deepEqual(await readWith(-1, 0xffff), [{ slot: 10, quality: 'missing' }]);
    assert.deepEqual(byslot(await readWith(99)), new Map([[10, 'bad_scale']]));
  });

  it('a raw value beyond 2^53 and a NaN are failures with their reason', async () => {
    const link = device();
    link.content = (address) => (address < 4 ? 0xfff0 : 0x7fff);
    const plan = makePlan([variable(0, { data_type: 'uint64' }), variable(4, { data_type: 'float32' })]);
    const { readings } = await readBlocks(link, 1, plan, { memory: createRegisterMemory() });
    assert.deepEqual(
      byslot(readings),
      new Map([
        [0, 'out_of_range'],
        [4, 'not_finite'],
      ]),
    );
    const [first] = readings;
    assert.match(first?.quality === 'failed' ? first.message : '', /beyond 2\^53.*fff0fff0fff0fff0/);
  });

  it('a variable that cannot be read as configured fails alone', async () => {
    const plan = makePlan([variable(1), variable(2, { data_type: 'bit' })]);
    const { readings } = await readBlocks(device(), 1, plan, { memory: createRegisterMemory() });
    assert.deepEqual(
      byslot(readings),
      new Map<number, string | number>([
        [1, 1001],
        [2, 'configuration'],
      ]),
    );
  });
});

describe('readBlocks and a device that refuses', () => {
  it('finds the one bad register by halving, and leaves it out of the next polls', async () => {
    const memory = createRegisterMemory();
    const plan = makePlan(variables(0, 1, 2, 3, 4, 5, 6, 7));
    const link = device(refusing(5));
    const first = await readBlocks(link, 1, plan, { memory, retry: () => 60 });
    const expected = new Map<number, string | number>(
      [0, 1, 2, 3, 4, 6, 7].map((address) => [address, address + 1000]),
    );
    expected.set(5, 'exception');
    const sorted = (map: Map<number, string | number>) => [...map].sort(([a], [b]) => a - b);
    assert.deepEqual(sorted(byslot(first.readings)), sorted(expected));
    assert.deepEqual(link.asked, ['0+8', '0+4', '4+4', '4+2', '4+1', '5+1', '6+2']);
    link.asked.length = 0;
    const second = await readBlocks(link, 1, plan, { memory, retry: () => 60 });
    assert.deepEqual(sorted(byslot(second.readings)), sorted(expected));
    assert.deepEqual(link.asked, ['0+5', '6+2']);
    const bad = second.readings.find(({ slot }) => slot === 5);
    assert.match(
      bad?.quality === 'failed' ? bad.message : '',
      /exception 2 .*left out; asked again in 59 polls/,
    );
  });

  it('tries it again when it is due, alone, and joins it to its neighbours once it answers', async () => {
    const memory = createRegisterMemory();
    const plan = makePlan(variables(0, 1, 2));
    const bad = [1];
    const link = device((request) => refusing(...bad)(request));
    const poll = () => readBlocks(link, 1, plan, { memory, retry: () => 3 });
    await poll();
    await poll();
    await poll();
    link.asked.length = 0;
    await poll();
    assert.deepEqual(link.asked, ['0+1', '1+1', '2+1']);
    bad.length = 0;
    for (let i = 0; i < 3; i += 1) await poll();
    link.asked.length = 0;
    const healed = await poll();
    assert.deepEqual(link.asked, ['0+3']);
    assert.equal(byslot(healed.readings).get(1), 1001);
    assert.equal(memory.entries.size, 0);
  });

  it('by default tries after 1, 2, 4 … and at most 60 polls', async () => {
    const memory = createRegisterMemory();
    const plan = makePlan(variables(0, 500));
    const link = device(refusing(0));
    const tried: number[] = [];
    for (let poll = 1; poll <= 200; poll += 1) {
      link.asked.length = 0;
      await readBlocks(link, 1, plan, { memory });
      if (link.asked.includes('0+1')) tried.push(poll);
    }
    assert.deepEqual(tried, [1, 2, 4, 8, 16, 32, 64, 124, 184]);
  });

  for (const code of [1, 2, 3, 4, 7, 8, 9]) {
    it(`exception ${code} to everything costs one short request a poll, and the first good answer makes it whole`, async () => {
      const memory = createRegisterMemory();
      const plan = makePlan(variables(0, 1, 2, 100, 101, 500));
      let sick = false;
      const link = device((request) => {
        if (sick) throw new ModbusException(code);
        refusing(1)(request);
      });
      const retry = retryByTime(5000);
      const poll = () => readBlocks(link, 1, plan, { memory, retry });
      for (let i = 0; i < 20; i += 1) await poll();
      sick = true;
      await poll();
      link.asked.length = 0;
      for (let i = 0; i < 720; i += 1) await poll();
      assert.ok(link.asked.length < 720 * 2, `${link.asked.length} requests in 720 polls`);
      sick = false;
      const healed = byslot((await poll()).readings);
      for (const slot of [0, 2, 100, 101, 500]) assert.equal(healed.get(slot), slot + 1000);
      assert.deepEqual([...memory.entries.keys()], ['3:1:1']);
    });
  }

  it('a device that nothing good is known of is found by whichever register answers first', async () => {
    const memory = createRegisterMemory();
    const plan = makePlan(variables(0, 1, 2, 3));
    const bad = [0, 1, 2, 3];
    const link = device((request) => refusing(...bad)(request));
    const poll = () => readBlocks(link, 1, plan, { memory, retry: () => 1000 });
    for (let i = 0; i < 10; i += 1) await poll();
    bad.splice(2, 1);
    const polls: (string | number | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) polls.push(byslot((await poll()).readings).get(2));
    assert.ok(polls.includes(1002));
  });

  it('asks each minute for what was answered before, and for what fails; each quarter of an hour for the rest', () => {
    const retry = retryByTime(5000);
    assert.deepEqual(
      [1, 2, 3, 20].map((failures) => retry(failures, true)),
      [1, 2, 4, 12],
    );
    assert.deepEqual(
      [1, 2, 3, 20].map((failures) => retry(failures, false)),
      [1, 2, 4, 180],
    );
    assert.equal(retryByTime(86_400_000)(20, false), 1);
    const memory = createRegisterMemory();
    for (let i = 0; i < 20; i += 1) {
      noteRefusal(memory, 'failing', { code: 4, retry });
      noteRefusal(memory, 'absent', { code: 2, retry });
    }
    assert.equal(memory.entries.get('failing')?.retry_at_poll, 12);
    assert.equal(memory.entries.get('absent')?.retry_at_poll, 180);
  });

  it('a hole that is refused is not read over again', async () => {
    const memory = createRegisterMemory();
    const plan = makePlan(variables(0, 1, 5, 6));
    const link = device(refusing(3));
    const first = await readBlocks(link, 1, plan, { memory, retry: () => 60 });
    assert.ok(first.readings.every(({ quality }) => quality === 'good'));
    link.asked.length = 0;
    await readBlocks(link, 1, plan, { memory, retry: () => 60 });
    assert.deepEqual(link.asked, ['0+2', '5+2']);
  });

  it('a scale register that is refused fails what it scales, and nothing else', async () => {
    const plan = makePlan([variable(0, { scale_address: 2 }), variable(1)]);
    const { readings } = await readBlocks(device(refusing(2)), 1, plan, { memory: createRegisterMemory() });
    assert.deepEqual(
      byslot(readings),
      new Map<number, string | number>([
        [0, 'exception'],
        [1, 1001],
      ]),
    );
  });

  it('busy says nothing about the registers: not halved, not remembered', async () => {
    const memory = createRegisterMemory();
    const link = device(() => {
      throw new ModbusException(6);
    });
    const { readings, answered } = await readBlocks(link, 1, makePlan(variables(0, 1)), { memory });
    assert.deepEqual(
      byslot(readings),
      new Map([
        [0, 'exception'],
        [1, 'exception'],
      ]),
    );
    assert.deepEqual([link.asked.length, memory.entries.size, answered], [1, 0, true]);
  });

  it('finds exactly the bad registers, wherever they are, and never a value for them', async () => {
    const address = fc.integer({ min: 0, max: 300 });
    const sets = fc.record({
      wanted: fc.uniqueArray(address, { maxLength: 50 }),
      bad: fc.uniqueArray(address),
    });
    await fc.assert(
      fc.asyncProperty(sets, async ({ wanted, bad }) => {
        const memory: RegisterMemory = createRegisterMemory();
        const plan = makePlan(variables(...wanted));
        const link = device(refusing(...bad));
        for (let poll = 0; poll < 4; poll += 1) {
          const { readings } = await readBlocks(link, 1, plan, { memory });
          const found = byslot(readings);
          assert.equal(found.size, wanted.length);
          for (const each of wanted)
            assert.equal(found.get(each), bad.includes(each) ? 'exception' : each + 1000);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('readBlocks and a device that does not answer', () => {
  const blocks = variables(0, 100, 200, 300);

  it('silence is not halved, and after two in a row the rest is not asked', async () => {
    const memory = createRegisterMemory();
    const link = device(() => {
      throw new ModbusTimeout(1000);
    });
    const result = await readBlocks(link, 1, makePlan([...blocks, variable(1)]), { memory });
    assert.deepEqual(link.asked, ['0+2', '100+1']);
    assert.ok(result.readings.every((each) => each.quality === 'failed' && each.reason === 'timeout'));
    assert.deepEqual([result.answered, memory.entries.size], [false, 0]);
  });

  it('one silent range does not cost the others', async () => {
    const link = device(({ address }) => {
      if (address === 100) throw new ModbusTimeout(1000);
    });
    const { readings, answered } = await readBlocks(link, 1, makePlan(blocks), {
      memory: createRegisterMemory(),
    });
    const expected: [number, string | number][] = [
      [0, 1000],
      [100, 'timeout'],
      [200, 1200],
      [300, 1300],
    ];
    assert.deepEqual(byslot(readings), new Map(expected));
    assert.equal(answered, true);
  });

  it('a broken link and a gateway that does not reach its device count as silence', async () => {
    const broken = device(() => {
      throw new ModbusLinkError('connect_failed', 'connect ECONNREFUSED');
    });
    const lost = await readBlocks(broken, 1, makePlan(blocks), { memory: createRegisterMemory() });
    assert.deepEqual([...byslot(lost.readings).values()], ['link', 'link', 'link', 'link']);
    assert.deepEqual([lost.answered, lost.requests], [false, 2]);
    const reason = { code: 'connect_failed', detail: 'connect ECONNREFUSED' };
    assert.deepEqual(lost.silence, { message: 'connect ECONNREFUSED', reached: false, reason });
    const gateway = device(() => {
      throw new ModbusException(11);
    });
    const unreached = await readBlocks(gateway, 1, makePlan(blocks), { memory: createRegisterMemory() });
    assert.deepEqual(
      [...byslot(unreached.readings).values()],
      Array.from({ length: 4 }, () => 'exception'),
    );
    assert.deepEqual([unreached.answered, unreached.requests], [false, 2]);
    assert.equal(unreached.silence?.reached, true);
  });

  it('a value of the poll before never stands in for one that failed now', async () => {
    const memory = createRegisterMemory();
    let silent = false;
    const link = device(() => {
      if (silent) throw new ModbusTimeout(1000);
    });
    const plan = makePlan(blocks);
    await readBlocks(link, 1, plan, { memory });
    silent = true;
    const { readings } = await readBlocks(link, 1, plan, { memory });
    assert.ok(readings.every((each) => each.quality === 'failed' && !('value' in each)));
  });

  it('an error that is not of the link is ours, and is not hidden', async () => {
    const link: RegisterReader = { read: () => Promise.reject(new TypeError('a defect')) };
    await assert.rejects(
      readBlocks(link, 1, makePlan(blocks), { memory: createRegisterMemory() }),
      TypeError,
    );
  });
});
