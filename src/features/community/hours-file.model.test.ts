import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { laidOver, readHours } from './hours-file.model.ts';

const POD = 'IT001E12345678';
const KNOWN = new Set([POD]);
const file = (rows: readonly string[], separator = ';') =>
  [['pod', 'direction', 'start', 'kwh'].join(separator), ...rows].join('\n');
const faultsOf = (text: string) => {
  const read = readHours(text, KNOWN);
  return 'faults' in read ? read.faults.map(({ line, code }) => `${line} ${code}`) : [];
};

describe('a file of measured hours', () => {
  it('is read by hours and by quarters, with commas, in either language', () => {
    const read = readHours(
      file([
        `${POD};prelevata;2025-03-30T00:00+01:00;1,5`,
        `${POD};withdrawn;2025-03-30T03:00+02:00;2`,
        ...[0, 15, 30, 45].map(
          (minute) => `${POD};immessa;2025-04-01T10:${String(minute).padStart(2, '0')}+02:00;0,25`,
        ),
        `${POD};injected;2025-04-01T11:00+02:00;1`,
      ]),
      KNOWN,
    );
    assert.ok('months' in read);
    const [march, april] = read.months;
    // The last Sunday of March has no hour at two o'clock: its third hour begins at three.
    assert.deepEqual([march?.hours.length, march?.hours[29 * 24], march?.hours[29 * 24 + 2]], [743, 1.5, 2]);
    assert.deepEqual([april?.direction, april?.hours[10]], ['injected', 1]);
    assert.ok(Number.isNaN(april?.hours[11] ?? 0), 'an hour of which only a quarter is known');
  });

  it('is refused line by line, and as a whole', () => {
    const good = `${POD};withdrawn;2025-03-01T00:00Z;1`;
    assert.deepEqual(faultsOf('a;b\n1;2'), ['1 head']);
    assert.deepEqual(faultsOf(file([])), ['1 empty']);
    assert.deepEqual(
      faultsOf(
        file([
          good,
          good,
          'IT001;withdrawn;2025-03-01T01:00Z;1',
          'IT001E99999999;withdrawn;2025-03-01T01:00Z;1',
          `${POD};constructor;2025-03-01T01:00Z;1`,
          `${POD};withdrawn;2025-10-26T02:30;1`,
          `${POD};withdrawn;2025-03-01T01:00Z;-1`,
          `${POD};withdrawn;2025-03-01T01:00Z;1e3`,
        ]),
      ),
      ['3 twice', '4 pod', '5 unknown_pod', '6 direction', '7 time', '8 energy', '9 energy'],
    );
    assert.deepEqual(faultsOf(file([`${POD},withdrawn,2025-03-01T01:00Z,1.5`], ',')), []);
  });

  it('is read day by day as distributors send it: as many values as the day has hours or quarters', () => {
    const days = (...lines: string[]) => ['pod;direction;day;1;2;…', ...lines].join('\n');
    const line = (day: string, values: readonly string[]) => `${POD};immessa;${day};${values.join(';')}`;
    const hours = (count: number, value = '1,5') => new Array<string>(count).fill(value);
    const read = readHours(
      days(
        line('2025-03-29', hours(96, '0,375')),
        line('30/03/2025', [...hours(92, '0,25'), '', '']),
        line('2025-03-31', ['', ...hours(95, '0,375')]),
      ),
      KNOWN,
    );
    assert.ok('months' in read);
    const [march] = read.months;
    const at = (hour: number) => march?.hours[hour] ?? Number.NaN;
    assert.deepEqual([at(28 * 24), at(29 * 24), at(29 * 24 + 22)], [1.5, 1, 1]);
    assert.ok(Number.isNaN(at(29 * 24 + 23)), 'an hour of which a quarter is left empty');
    assert.equal(at(29 * 24 + 24), 1.5);
    assert.deepEqual(
      faultsOf(
        days(line('2025-03-30', hours(24)), line('2025-02-30', hours(24)), line('2025-03-01', hours(5))),
      ),
      ['2 values', '3 time', '4 values'],
    );
    // The last day of a month, whose evening lies in the same day of Greenwich as the night of the next one.
    const border = readHours(days(line('2025-04-30', hours(24)), line('2025-05-01', hours(24, '2'))), KNOWN);
    assert.ok('months' in border);
    assert.deepEqual(
      border.months.map(({ month, hours: told }) => [
        month,
        told.indexOf(1.5),
        told.lastIndexOf(1.5),
        told.indexOf(2),
        told.lastIndexOf(2),
      ]),
      [
        ['2025-04', 29 * 24, 719, -1, -1],
        ['2025-05', -1, -1, 0, 23],
      ],
    );
    // Of a day of quarters six hours are filled: they are no day of hours.
    const part = readHours(days(line('2025-03-01', [...hours(24, '0,25'), ...hours(72, '')])), KNOWN);
    assert.ok('months' in part);
    assert.deepEqual([part.months[0]?.hours[5], part.months[0]?.hours[6]], [1, Number.NaN]);
    assert.deepEqual(
      faultsOf(days(line('2025-10-26', hours(25)), line('2025-10-26', hours(100)))).at(0),
      '3 twice',
    );
  });

  it('lays what it knows over what was known', () => {
    assert.deepEqual(laidOver([1, 2], Float64Array.of(Number.NaN, 3)), [1, 3]);
    assert.ok(laidOver(undefined, Float64Array.of(Number.NaN)).every(Number.isNaN));
  });
});
