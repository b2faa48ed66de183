import assert from 'node:assert/strict';
import { createHash, type Hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { countReadings, devicesOf, END, makeField, type Piece, scaleOf, YEAR_START } from './field.ts';
import { chunksOf, makePiece, ticksOf } from './generator.ts';
import { differenceOf, QUESTIONS } from './questions.ts';
import { Truth } from './truth.ts';

const field = makeField(scaleOf('1m', 3), 'plants');
const everything = (of = field): Piece[] => [...chunksOf(of)].flatMap((chunk) => chunk.pieces);

function digestOf(pieces: readonly Piece[]): string {
  const hash = createHash('sha256');
  for (const { device, ts, columns } of pieces) {
    hash.update(device.name).update(ts);
    for (const column of columns) hash.update(column);
  }
  return hash.digest('hex');
}

/** Every reading of a set in [start, end), by a loop of its own. */
function readingsOf(set: string, slot: number, { start, end }: { start: number; end: number }): number[][] {
  return everything()
    .filter(({ device }) => device.set === set)
    .flatMap(({ ts, columns }) => [...ts].map((at, i) => [at, columns[slot]?.[i] ?? Number.NaN]))
    .filter(([at = 0]) => at >= start && at < end);
}

function truthOf(of = field): Truth {
  const truth = new Truth(of);
  for (const chunk of chunksOf(of)) truth.see(chunk.pieces);
  return truth;
}

const answerTo = (name: RegExp): Float64Array => {
  const named = QUESTIONS.find((one) => name.test(one.name));
  assert.ok(named);
  return truthOf().answer(named.question);
};
const windowOf = (name: RegExp) => {
  const question = QUESTIONS.find((one) => name.test(one.name))?.question;
  assert.ok(question && 'window' in question);
  return question.window;
};

describe('the readings of the bench', () => {
  it('are the same every time', () => {
    assert.equal(digestOf(everything()), digestOf(everything()));
  });

  it('are the same however they are cut', () => {
    const whole = makePiece(field.inverter, YEAR_START, YEAR_START + 4 * 86_400_000);
    const halves = [0, 2].map((day) =>
      makePiece(field.inverter, YEAR_START + day * 86_400_000, YEAR_START + (day + 2) * 86_400_000),
    );
    assert.deepEqual(
      halves.flatMap(({ columns }) => [...(columns[13] ?? [])]),
      [...(whole.columns[13] ?? [])],
    );
  });

  it('come to about a million, twenty and a hundred and four million', () => {
    for (const [name, millions] of [
      ['1m', 1],
      ['20m', 19],
      ['104m', 104],
    ] as const) {
      const scale = scaleOf(name);
      const [history, fleet] = [END - scale.historyStart, END - scale.fleetStart];
      const readings = (history / 300_000) * 20 + (history / 3_600_000) * 1000 + (fleet / 300_000) * 4000;
      assert.equal(Math.round(readings / 1e6), millions);
    }
  });

  it('have counters that never fall and suns that set', () => {
    for (const { device, columns } of everything()) {
      const counter = columns[device.variables.indexOf('energy_total_kwh')] ?? new Float64Array(0);
      for (let i = 1; i < counter.length; i++) assert.ok((counter[i] ?? 0) >= (counter[i - 1] ?? 0));
    }
    const power = readingsOf('inverter', 0, { start: YEAR_START, end: END }).map(([, value]) => value);
    assert.ok(power.filter((value) => value === 0).length > power.length / 3);
  });

  it('are delivered tick by tick without losing any', () => {
    const [ticks] = [...chunksOf(field)].filter(({ kind }) => kind === 'ticks');
    assert.ok(ticks);
    const deliveries = ticksOf(ticks.pieces);
    assert.equal(
      deliveries.reduce((sum, tick) => sum + countReadings(tick), 0),
      countReadings(ticks.pieces),
    );
    for (const tick of deliveries) assert.equal(new Set(tick.map(({ ts }) => ts[0])).size, 1);
  });
});

describe('the layouts of the bench', () => {
  const scale = scaleOf('1m', 40);
  const [loggers, plants] = [makeField(scale, 'loggers'), makeField(scale, 'plants')];

  /** What each plant said in a set: the digest of every series' instants and values, by plant and variable. */
  function seriesOf(of: typeof field): Map<string, string> {
    const hashes = new Map<string, Hash>();
    for (const { device, ts, columns } of everything(of)) {
      const width = device.variables.length / device.reads;
      columns.forEach((column, slot) => {
        const plant = device.plant + Math.floor(slot / width);
        const variable = device.variables[slot]?.replace(/^p\d+_/, '');
        const name = `${device.set} ${plant} ${variable}`;
        const hash = hashes.get(name) ?? createHash('sha256');
        hashes.set(name, hash);
        ts.forEach((at, i) => {
          const value = column[i] ?? Number.NaN;
          if (!Number.isNaN(value)) hash.update(`${at} ${value}\n`);
        });
      });
    }
    return new Map([...hashes].map(([name, hash]) => [name, hash.digest('hex')] as const));
  }

  it('hold the same series', () => {
    const series = seriesOf(plants);
    assert.equal(series.size, 40 * 5 + 20);
    assert.deepEqual(seriesOf(loggers), series);
  });

  it('count the same readings and have the same answers', () => {
    const [one, other] = [truthOf(loggers), truthOf(plants)];
    assert.equal(one.count, other.count);
    for (const { question } of QUESTIONS)
      assert.equal(differenceOf(one.answer(question), other.answer(question)), undefined);
  });

  it('give every device names of its own that a company can have', () => {
    assert.deepEqual(
      devicesOf(loggers).map(({ variables }) => new Set(variables).size),
      Array.from({ length: 8 + 1 + 2 }, () => 20),
    );
    assert.deepEqual(
      devicesOf(plants).map(({ variables }) => new Set(variables).size),
      [...Array.from({ length: 40 }, () => 4), 20, ...Array.from({ length: 40 }, () => 1)],
    );
    for (const { variables } of devicesOf(loggers))
      for (const name of variables) assert.match(name, /^[a-z][a-z0-9_]{0,62}$/);
  });

  it('keep what a logger heard of the others while one plant was silent', () => {
    const said = everything(loggers)
      .filter(({ device }) => device.set === 'meter')
      .map(({ ts, columns }) => columns.map((column) => column.filter(Number.isFinite).length / ts.length));
    assert.ok(said.some((shares) => Math.min(...shares) < 1 && Math.max(...shares) === 1));
  });

  it('are refused for plants that they cannot share out', () => {
    assert.throws(() => makeField(scaleOf('1m', 3), 'loggers'), /3 plants/);
  });
});

describe('the truth of the bench', () => {
  it('keeps the newest value of a plant that fell silent while its logger spoke', () => {
    const truth = new Truth(makeField(scaleOf('1m', 20), 'loggers'));
    const [device] = makeField(scaleOf('1m', 20), 'loggers').fleet;
    assert.ok(device);
    const columns = device.variables.map((_, slot) =>
      Float64Array.of(slot, slot < 4 ? Number.NaN : slot + 100),
    );
    truth.see([{ device, ts: Float64Array.of(END - 600_000, END - 300_000), columns }]);
    assert.deepEqual([...truth.answer({ kind: 'last' })].slice(0, 6), [0, 1, 2, 3, 104, 105]);
    assert.equal(truth.count, 20 + 16);
  });

  it('counts and sums what was delivered', () => {
    assert.equal(truthOf().count, countReadings(everything()));
    for (const name of [/for a day$/, /for a month/, /sum .*for a year/].slice(1)) {
      const sum = readingsOf('meter', 0, windowOf(name)).reduce((total, [, value = 0]) => total + value, 0);
      assert.equal(differenceOf(answerTo(name), Float64Array.of(sum)), undefined);
    }
  });

  it('knows the newest values, a day and the hours', () => {
    const newest = everything().filter(({ device }) => device.name === 'F0002');
    assert.equal(answerTo(/last/)[4 + 1], newest.at(-1)?.columns[1]?.at(-1));
    assert.deepEqual(
      [...answerTo(/one variable/)],
      readingsOf('inverter', 0, windowOf(/one variable/)).flat(),
    );
    const start = windowOf(/sum .* month/).start;
    const hour = readingsOf('inverter', 4, { start, end: start + 3_600_000 }).map(([, value = 0]) => value);
    const mean = hour.reduce((total, value) => total + value, 0) / hour.length;
    const place = 4 * 8760 + (start - YEAR_START) / 3_600_000;
    assert.ok(Math.abs((answerTo(/by hour/)[place] ?? 0) - mean) < 1e-9);
  });

  it('sees a wrong answer', () => {
    assert.equal(differenceOf(Float64Array.of(1, Number.NaN), Float64Array.of(1, Number.NaN)), undefined);
    assert.match(
      differenceOf(Float64Array.of(1, 0), Float64Array.of(1, Number.NaN)) ?? '',
      /0 instead of NaN/,
    );
    assert.match(differenceOf(Float64Array.of(1.001), Float64Array.of(1)) ?? '', /1.001/);
    assert.match(differenceOf(Float64Array.of(), Float64Array.of(1)) ?? '', /0 numbers/);
  });
});
