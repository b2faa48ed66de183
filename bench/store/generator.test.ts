import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { countReadings, END, makeField, type Piece, scaleOf, YEAR_START } from './field.ts';
import { chunksOf, makePiece, ticksOf } from './generator.ts';
import { differenceOf, QUESTIONS } from './questions.ts';
import { Truth } from './truth.ts';

const field = makeField(scaleOf('1m', 3));
const everything = (): Piece[] => [...chunksOf(field)].flatMap((chunk) => chunk.pieces);

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

function truthOf(): Truth {
  const truth = new Truth(field);
  for (const chunk of chunksOf(field)) truth.see(chunk.pieces);
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

describe('the truth of the bench', () => {
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
