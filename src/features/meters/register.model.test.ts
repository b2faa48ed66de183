import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JudgedMeter, judgeReading } from './judge-reading.model.ts';
import { consumedKwh } from './meters.model.ts';
import {
  bookedOn,
  kwhByMonth,
  meterSteps,
  powerOf,
  type RegisterLine,
  standingReadings,
} from './register.model.ts';
import { instantOfLine, readStatement } from './statement.model.ts';

const ROME = 'Europe/Rome';
const at = (text: string): number => Date.parse(text);
type Given = Partial<RegisterLine> & { readonly at: number; readonly reading: number | null };
const register = (...given: Given[]): RegisterLine[] =>
  given.map((one, i) => ({
    line: i + 1,
    kind: 'reading',
    event: null,
    constant_k: 40,
    corrects: null,
    ...one,
  }));
const kwhOf = (lines: RegisterLine[]): number[] => meterSteps(standingReadings(lines)).map(({ kwh }) => kwh);

describe('a register of readings', () => {
  it('counts the difference of two readings times K', () => {
    // 1250.5 − 1000 = 250.5, × 40 = 10,020 kWh; over 24 h that is 417.5 kW.
    const lines = register(
      { at: at('2026-03-01T23:00Z'), reading: 1000 },
      { at: at('2026-03-02T23:00Z'), reading: 1250.5 },
    );
    assert.deepEqual(kwhOf(lines), [10_020]);
    assert.deepEqual(meterSteps(standingReadings(lines)).map(powerOf), [417.5]);
  });

  it('goes on past a roll-over, a reset and a swap without counting what was not made', () => {
    // Five digits: 99,990 → 100,000 are 10, 0 → 15 are 15: together 25 × 40 = 1,000 kWh.
    const rollover = register(
      { at: 1, reading: 99_990 },
      { at: 2, reading: 100_000, kind: 'final', event: 'rollover' },
      { at: 2, reading: 0, kind: 'first', event: 'rollover' },
      { at: 3, reading: 15 },
    );
    assert.deepEqual(kwhOf(rollover), [400, 0, 600]);
    // Read first at 3: 10 + 3 + 12.
    const later = rollover.map((one) => (one.kind === 'first' ? { ...one, reading: 3 } : one));
    assert.deepEqual(kwhOf(later), [400, 120, 480]);
    // Reset at 520 to 0: 20 × 40 = 800, then 7 × 40 = 280.
    const reset = register(
      { at: 1, reading: 500 },
      { at: 2, reading: 520, kind: 'final', event: 'reset' },
      { at: 2, reading: 0, kind: 'first', event: 'reset' },
      { at: 3, reading: 7 },
    );
    assert.deepEqual(kwhOf(reset), [800, 280]);
  });

  it('takes the last correction of a line, and leaves a struck line out', () => {
    const lines = register(
      { at: 1, reading: 100 },
      { at: 2, reading: 910 },
      { at: 3, reading: 200 },
      { at: 2, reading: 190, kind: 'correction', corrects: 2 },
      { at: 2, reading: 150, kind: 'correction', corrects: 2 },
      { at: 3, reading: null, kind: 'correction', corrects: 3 },
    );
    assert.deepEqual(
      standingReadings(lines).map(({ line, reading, corrected_by }) => [line, reading, corrected_by]),
      [
        [1, 100, null],
        [2, 150, 5],
      ],
    );
    assert.deepEqual(kwhOf(lines), [2000]);
  });

  it('books a reading at midnight to the day, the month and the year that it ends', () => {
    assert.equal(bookedOn(ROME, at('2025-12-31T23:00:00Z')), '2025-12-31');
    assert.equal(bookedOn(ROME, at('2026-03-31T22:00:01Z')), '2026-04-01');
    const steps = [
      { line: 2, from: at('2026-02-28T23:00Z'), to: at('2026-03-15T11:00Z'), kwh: 0.1 },
      { line: 3, from: at('2026-03-15T11:00Z'), to: at('2026-03-31T22:00Z'), kwh: 0.2 },
      { line: 4, from: at('2026-03-31T22:00Z'), to: at('2026-04-01T22:00Z'), kwh: 5 },
    ];
    assert.deepEqual(Object.fromEntries(kwhByMonth(steps, ROME)), { '2026-03': 0.3, '2026-04': 5 });
  });
});

describe('the consumption of a year', () => {
  it('is what is produced less what is fed in, and not known where one of them is not', () => {
    assert.equal(consumedKwh({ production: 100, export: 30, import: 500 }), 70);
    assert.equal(consumedKwh({ production: 100 }), 100);
    assert.equal(consumedKwh({ production: 100, export: null }), null);
    assert.equal(consumedKwh({ export: 30, import: 500 }), null);
  });
});

describe('a reading', () => {
  const METER: JudgedMeter = {
    constant_k: 40,
    digits: 5,
    role: 'production',
    time_zone: ROME,
    nominal_kw: 100,
    from_on: '2026-01-01',
    to_on: null,
  };
  const standing = standingReadings(
    register({ at: at('2026-03-01T23:00Z'), reading: 1000 }, { at: at('2026-03-03T23:00Z'), reading: 1060 }),
  );
  const NOW = at('2026-03-05T12:00Z');
  const judged = (when: string, reading: number, meter: Partial<JudgedMeter> = {}) =>
    judgeReading({ ...METER, ...meter }, standing, { at: at(when), reading, now: NOW })?.code ?? null;

  it('is taken where it lies between its neighbours, also late', () => {
    assert.equal(judged('2026-03-04T23:00Z', 1100), null);
    assert.equal(judged('2026-03-02T23:00Z', 1030), null);
  });

  it('is refused with the reason, each by its own rule', () => {
    assert.equal(judged('2026-03-05T12:11Z', 1100), 'in_future');
    assert.equal(judged('2025-12-31T12:00Z', 900), 'before_meter');
    assert.equal(judged('2026-03-04T23:00Z', 1100, { to_on: '2026-03-03' }), 'after_meter');
    assert.equal(judged('2026-03-04T23:00Z', 100_000), 'too_many_digits');
    assert.equal(judged('2026-03-04T23:00Z', 1100.0005), 'too_many_decimals');
    assert.equal(judged('2026-03-03T23:00Z', 1060), 'same_instant');
    assert.equal(judged('2026-03-04T23:00Z', 1059.999), 'lower_than_last');
    assert.equal(judged('2026-03-02T23:00Z', 1060.001), 'higher_than_next');
    // 100 kW × 24 h × 1.2 = 2,880 kWh = 72 of the counter, and not a thousandth more.
    assert.equal(judged('2026-03-04T23:00Z', 1132), null);
    assert.equal(judged('2026-03-04T23:00Z', 1132.001), 'impossible_step');
    assert.equal(judged('2026-03-04T23:00Z', 1132.001, { role: 'import' }), null);
    assert.equal(judged('2026-03-04T23:00Z', 9000, { nominal_kw: null }), null);
  });

  it('does not stand in its own way when it is corrected', () => {
    const given = { at: at('2026-03-03T23:00Z'), now: NOW, instead_of: 2 };
    assert.equal(judgeReading(METER, standing, { ...given, reading: 1050 }), null);
    assert.equal(judgeReading(METER, standing, { ...given, reading: 999 })?.code, 'lower_than_last');
  });
});

describe('a file of readings', () => {
  it('is read with a head, with days or instants, and with comma or dot', () => {
    const read = readStatement(
      'Matricola;Data;Lettura\r\nM-1;31/03/2026;1.234,5\r\n"M-1";2026-04-01 06:30;1300\r\n',
    );
    assert.ok('lines' in read);
    assert.deepEqual(
      read.lines.map(({ line, serial_number, reading, when }) => [
        line,
        serial_number,
        reading,
        new Date(instantOfLine(ROME, when) ?? 0).toISOString(),
      ]),
      [
        [2, 'M-1', 1234.5, '2026-03-31T22:00:00.000Z'],
        [3, 'M-1', 1300, '2026-04-01T04:30:00.000Z'],
      ],
    );
  });

  it('says each line that cannot be read, and reads none', () => {
    const read = readStatement(
      'M-1;31/02/2026;12\nM-1;01/03/2026\nM-1;01/03/2026;1.234\nM-1;01/03/2026;12\n',
    );
    assert.deepEqual(read, {
      faults: [
        { line: 1, code: 'date' },
        { line: 2, code: 'columns' },
        { line: 3, code: 'number' },
      ],
    });
    // Commas between the cells and in the figure: nobody knows where it ends.
    assert.deepEqual(readStatement('M-1,31/03/2026,1234,5\n'), { faults: [{ line: 1, code: 'number' }] });
    assert.ok('lines' in readStatement('M-1,31/03/2026,1234.5,\n'));
    // The hour that the clock skips.
    assert.equal(instantOfLine(ROME, { day: '2026-03-29', minute: 150 }), null);
  });
});
