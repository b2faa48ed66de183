import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegistersRead, SunspecChain } from './chain.ts';
import { walkSunspec } from './walk.ts';

const BASES = [40_000, 0, 50_000];
const MARK = [0x5375, 0x6e53];
const END = [0xffff, 0];

/** A model with the numbers 1, 2, 3 … in its registers. */
const model = (id: number, length: number): number[] => [
  id,
  length,
  ...Array.from({ length }, (_, index) => index + 1),
];

interface Manner {
  /** Registers of one request that are too many for it. */
  readonly most?: number;
  /** Beyond its registers it says nothing in place of a refusal. */
  readonly silent?: boolean;
  /** Beyond its registers it answers this word. */
  readonly filled_with?: number;
  readonly holes?: readonly number[];
  /** Which requests get lost on the way: 1 is the first. */
  readonly lost?: (request: number) => boolean;
}

/** A unit with these registers, and what it was asked. */
function unit(start: number, words: readonly number[], manner: Manner = {}) {
  const asked: [address: number, count: number][] = [];
  const read = async (address: number, count: number): Promise<RegistersRead> => {
    asked.push([address, count]);
    if (manner.lost?.(asked.length)) return { silent: true };
    if (count > (manner.most ?? 125)) return { exception: 3 };
    const range = Array.from({ length: count }, (_, index) => address + index);
    if (range.some((one) => manner.holes?.includes(one))) return { exception: 2 };
    const answer = range.map((one) => words[one - start] ?? manner.filled_with);
    if (answer.every((word) => word !== undefined)) return { words: answer };
    return manner.silent ? { silent: true } : { exception: 2 };
  };
  return { read, asked };
}

async function chainOf({ read }: ReturnType<typeof unit>, bases = BASES): Promise<SunspecChain> {
  const walk = await walkSunspec(read, bases);
  assert.ok('chain' in walk, JSON.stringify(walk));
  return walk.chain;
}

const ids = (chain: SunspecChain) => chain.models.map(({ id }) => id);
const codes = (chain: SunspecChain) => chain.warnings.map(({ code }) => code);

describe('walking the chain of a SunSpec device', () => {
  it('brings the registers of the models that are known, and the place of those that are not', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 50), ...model(64_123, 7), ...END];
    const chain = await chainOf(unit(40_000, words));
    assert.equal(chain.base, 40_000);
    assert.deepEqual(
      chain.models.map(({ id, address, length }) => [id, address, length]),
      [
        [1, 40_002, 66],
        [103, 40_070, 50],
        [64_123, 40_122, 7],
      ],
    );
    assert.deepEqual(chain.models[1]?.words?.slice(0, 4), [103, 50, 1, 2]);
    assert.equal(chain.models[2]?.words, null);
    assert.deepEqual(chain.warnings, []);
    assert.deepEqual(JSON.parse(JSON.stringify(chain)), chain);
  });

  for (const base of [0, 50_000])
    it(`finds a device that begins at ${base}`, async () => {
      const chain = await chainOf(unit(base, [...MARK, ...model(1, 65), ...END]));
      assert.equal(chain.base, base);
      assert.deepEqual(ids(chain), [1]);
    });

  it('is not misled by a base that answers something else', async () => {
    const device = unit(50_000, [...MARK, ...model(1, 66), ...END], { filled_with: 0x1234 });
    assert.equal((await chainOf(device)).base, 50_000);
  });

  it('looks beside the bases, for documents that count from 1, and says so', async () => {
    const words = [...MARK, ...model(1, 66), ...END];
    for (const base of [40_001, 39_999]) {
      const chain = await chainOf(unit(base, words), [40_000]);
      assert.equal(chain.base, base);
      assert.deepEqual(chain.warnings, [{ code: 'base_beside', base }]);
    }
    assert.equal((await chainOf(unit(40_000, words), [40_001])).base, 40_000);
  });

  it('leaves a silent unit after two bases, and one that its gateway does not reach after one request', async () => {
    const silent = unit(0, [], { silent: true });
    assert.deepEqual(await walkSunspec(silent.read, BASES), { none: { code: 'silent' } });
    assert.equal(silent.asked.length, 2);
    const absent = await walkSunspec(async () => ({ exception: 11 }), BASES);
    assert.deepEqual(absent, { none: { code: 'gateway', exception: 11 } });
  });

  it('says of a unit that reports its own failure to everything no more than that', async () => {
    const failing = await walkSunspec(async () => ({ exception: 4 }), BASES);
    assert.deepEqual(failing, { none: { code: 'exception', exception: 4 } });
    const once = await walkSunspec(async (at) => ({ exception: at === BASES[0] ? 4 : 2 }), BASES);
    assert.deepEqual(once, { none: { code: 'not_sunspec' } });
  });

  it('tells a unit that answers without being a SunSpec device from one that is silent', async () => {
    const other = unit(0, [], { filled_with: 0 });
    assert.deepEqual(await walkSunspec(other.read, BASES), { none: { code: 'not_sunspec' } });
    const refusing = unit(0, []);
    assert.deepEqual(await walkSunspec(refusing.read, BASES), { none: { code: 'not_sunspec' } });
    assert.ok(refusing.asked.length <= 9);
  });

  it('goes on where a base is met with silence and the next with a mark', async () => {
    const device = unit(0, [...MARK, ...model(1, 66), ...END], { silent: true });
    assert.equal((await chainOf(device)).base, 0);
  });
});

describe('chains that are not as the standard has them', () => {
  it('ends where the device refuses, or where registers are 0, in place of an end mark', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 50)];
    for (const manner of [{}, { filled_with: 0 }]) {
      const chain = await chainOf(unit(40_000, words, manner));
      assert.deepEqual(ids(chain), [1, 103]);
      assert.deepEqual(chain.warnings, [{ code: 'no_end_mark', address: 40_122 }]);
    }
  });

  it('keeps what it has of a device that falls silent', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 50)];
    const chain = await chainOf(unit(40_000, words, { silent: true }));
    assert.deepEqual(ids(chain), [1, 103]);
    assert.deepEqual(codes(chain), ['stopped_answering']);
  });

  it('asks once more where one request is lost', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 50), ...END];
    for (let lost = 1; lost <= 6; lost += 1) {
      const chain = await chainOf(unit(40_000, words, { lost: (request) => request === lost }));
      assert.deepEqual(ids(chain), [1, 103]);
      assert.ok(!chain.models[1]?.words?.includes(null));
      assert.deepEqual(chain.warnings, []);
    }
  });

  it('passes over a model of length 0', async () => {
    const words = [...MARK, ...model(1, 66), ...model(120, 0), ...model(103, 50), ...END];
    const chain = await chainOf(unit(40_000, words));
    assert.deepEqual(ids(chain), [1, 120, 103]);
    assert.deepEqual(chain.warnings, [{ code: 'empty_model', id: 120, address: 40_070 }]);
  });

  it('reads what there is of a model that is shorter or longer than the standard has it', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 40), ...model(103, 80), ...END];
    const chain = await chainOf(unit(40_000, words));
    assert.deepEqual(
      chain.models.map((one) => one.words?.length),
      [68, 42, 52],
    );
  });

  it('says where a device begins with another model than the common one', async () => {
    const chain = await chainOf(unit(40_000, [...MARK, ...model(103, 50), ...END]));
    assert.deepEqual(ids(chain), [103]);
    assert.deepEqual(chain.warnings, [{ code: 'no_common', id: 103 }]);
  });

  it('finds the next model behind a common one whose length is one off', async () => {
    for (const [says, is] of [
      [65, 66],
      [66, 65],
      [15, 13],
    ] as const) {
      const common = [1, says, ...model(1, is).slice(2)];
      const chain = await chainOf(unit(40_000, [...MARK, ...common, ...model(103, 50), ...END]));
      assert.deepEqual(ids(chain), [1, 103]);
      assert.deepEqual(chain.warnings, [{ code: 'wrong_length', id: 1, said: says, is }]);
    }
  });

  it('stops at the last address there is', async () => {
    const at = 65_536 - 2 - 68 - 52;
    const whole = await chainOf(unit(at, [...MARK, ...model(1, 66), ...model(103, 50)]), [at]);
    assert.deepEqual(ids(whole), [1, 103]);
    assert.deepEqual(codes(whole), ['past_the_end']);
    const cut = await chainOf(unit(at + 10, [...MARK, ...model(1, 66), 103, 50, ...Array(40).fill(7)]), [
      at + 10,
    ]);
    assert.equal(cut.models[1]?.words?.length, 42);
    assert.ok(codes(cut).includes('past_the_end'));
  });

  it('takes an end mark in the very last register', async () => {
    const at = 65_536 - 2 - 68 - 1;
    const chain = await chainOf(unit(at, [...MARK, ...model(1, 66), 0xffff]), [at]);
    assert.deepEqual([ids(chain), codes(chain)], [[1], []]);
  });

  it('reads in smaller blocks from a device that refuses larger ones', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 50), ...model(103, 50), ...END];
    for (const max of [64, 32, 10]) {
      const device = unit(40_000, words, { most: max });
      const chain = await chainOf(device);
      assert.deepEqual(ids(chain), [1, 103, 103]);
      assert.deepEqual(chain.models[2]?.words, model(103, 50));
      assert.deepEqual(chain.warnings, []);
      // What it has learnt of the device spares it from being refused again and again.
      assert.ok(device.asked.filter(([, count]) => count > max).length <= 4);
    }
  });

  it('cuts no value in two where a model takes several requests: devices may refuse such', async () => {
    for (const max of [125, 60, 16]) {
      const trackers = model(160, 8 + 12 * 20);
      const words = [...MARK, ...model(1, 66), ...trackers, ...END];
      const from = 40_000 + 2 + 68;
      // Of a tracker: 8 registers of text from the second on, counters in 12–13, 14–15 and 18–19.
      const inside = new Set([2, 3, 4, 5, 6, 7, 8, 13, 15, 19]);
      const cuts = (at: number) => at > from + 10 && at < from + 250 && inside.has((at - from - 10) % 20);
      const device = unit(40_000, words, { most: max });
      const chain = await chainOf({
        ...device,
        read: async (address, count) =>
          cuts(address) || cuts(address + count) ? { exception: 2 } : await device.read(address, count),
      });
      assert.deepEqual(chain.models[1]?.words, trackers);
      assert.deepEqual(chain.warnings, []);
    }
  });

  it('reads around a register that the device refuses', async () => {
    const words = [...MARK, ...model(1, 66), ...model(103, 50), ...END];
    const device = unit(40_000, words, { holes: [40_080] });
    const chain = await chainOf(device);
    assert.deepEqual(
      chain.models[1]?.words,
      model(103, 50).map((word, index) => (index === 10 ? null : word)),
    );
    assert.deepEqual(chain.warnings, [{ code: 'refused', id: 103, address: 40_070, registers: 1 }]);
    assert.ok(device.asked.length < 40);
  });

  it('ends: in a device that leads in circles, in one that is all the same word, in one that refuses all but headers', async () => {
    const circle = unit(0, [], { filled_with: 1 });
    const read = async (address: number, count: number) =>
      address === 0 ? { words: MARK } : await circle.read(address, count);
    const chain = await chainOf({ ...circle, read }, [0]);
    assert.ok(circle.asked.length <= 400);
    assert.ok(['too_long', 'too_many_requests'].includes(codes(chain).at(-1) ?? ''));

    const headers = { asked: [] as [number, number][] };
    const refusing = async (address: number, count: number): Promise<RegistersRead> => {
      headers.asked.push([address, count]);
      if (address === 0) return { words: MARK };
      return count === 2 ? { words: [103, 50] } : { exception: 4 };
    };
    const walk = await walkSunspec(refusing, [0]);
    assert.ok('chain' in walk);
    assert.ok(headers.asked.length <= 400);
  });

  it('never asks for what no device may be asked', async () => {
    let seed = 1;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed;
    };
    for (let round = 0; round < 60; round += 1) {
      const base = next() % 65_536;
      let requests = 0;
      const read = async (address: number, count: number): Promise<RegistersRead> => {
        requests += 1;
        assert.ok(address >= 0 && count >= 1 && count <= 125 && address + count <= 65_536);
        if (address === base) return { words: MARK.slice(0, count) };
        const kind = next() % 9;
        if (kind === 0) return { silent: true };
        if (kind === 1) return { exception: 1 + (next() % 4) };
        const known = [1, 103, 160, 203, 403][next() % 5] ?? 1;
        return { words: Array.from({ length: count }, (_, i) => (i === 0 ? known : next() % 300)) };
      };
      await walkSunspec(read, [Math.min(base, 65_534)]);
      assert.ok(requests <= 400);
    }
  });

  it('passes on what stands in the way of asking at all', async () => {
    const broken = async () => {
      throw new Error('no connection');
    };
    await assert.rejects(walkSunspec(broken, BASES), /no connection/);
  });
});
