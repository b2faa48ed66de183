import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarOf, firstOverlap, periodsOf, sharedBy } from './rgi.model.ts';
import { looksLikePeriods, readPeriods, writePeriods } from './rgi-csv.model.ts';

const ROME = 'Europe/Rome';
const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();
const period = (start: string, end: string, working = false) => ({ start: at(start), end: at(end), working });

describe('periods of a plant', () => {
  it('overlap where they share time, and may touch', () => {
    const [a, b, c] = [
      period('2026-03-01T08:00Z', '2026-03-01T10:00Z'),
      period('2026-03-01T10:00Z', '2026-03-01T12:00Z', true),
      period('2026-03-01T09:59Z', '2026-03-01T10:00Z', true),
    ];
    assert.equal(firstOverlap([b, a]), null);
    assert.deepEqual(firstOverlap([c, b, a]), { first: a, second: c });
    // A short one inside of a long one that is not its neighbour.
    const long = period('2026-03-01T00:00Z', '2026-03-02T00:00Z');
    assert.deepEqual(firstOverlap([long, c, b])?.second, c);
  });

  it('say which stretches share time with any of them, in whatever order and inside of each other', () => {
    const of = (start: number, end: number) => ({ start, end, working: false });
    const isShared = sharedBy([of(50, 60), of(0, 40), of(10, 20)]);
    const asked = [
      [-5, 0],
      [-5, 1],
      [20, 25],
      [39, 41],
      [40, 50],
      [55, 56],
      [60, 70],
    ] as const;
    assert.deepEqual(
      asked.map(([start, end]) => isShared(start, end)),
      [false, true, true, true, false, true, false],
    );
    assert.equal(sharedBy([])(0, 1), false);
  });

  it('come again by the plant’s clock, without exceptions and holidays, over a change of the clock', () => {
    const repeat = {
      weekdays: [1, 5, 6, 7],
      from_minute: 8 * 60,
      to_minute: 20 * 60,
      from_on: '2026-03-27',
      to_on: '2026-04-06',
      except: ['2026-03-28'],
      without_holidays: true,
    };
    // Friday 27; Sunday 29, when summer time begins; Monday 30; Friday 3, Saturday 4; Easter and its Monday are holidays.
    assert.deepEqual(
      periodsOf(ROME, repeat, true).map(({ start, end }) => [iso(start), iso(end)]),
      [
        ['2026-03-27T07:00:00.000Z', '2026-03-27T19:00:00.000Z'],
        ['2026-03-29T06:00:00.000Z', '2026-03-29T18:00:00.000Z'],
        ['2026-03-30T06:00:00.000Z', '2026-03-30T18:00:00.000Z'],
        ['2026-04-03T06:00:00.000Z', '2026-04-03T18:00:00.000Z'],
        ['2026-04-04T06:00:00.000Z', '2026-04-04T18:00:00.000Z'],
      ],
    );
    const night = { ...repeat, from_minute: 22 * 60, to_minute: 6 * 60, to_on: '2026-03-27' };
    assert.deepEqual(
      periodsOf(ROME, night, false).map(({ start, end }) => [iso(start), iso(end)]),
      [['2026-03-27T21:00:00.000Z', '2026-03-28T05:00:00.000Z']],
    );
  });

  it('say when a plant works: always, but where it is said otherwise', () => {
    assert.ok(calendarOf(ROME, []).works(0));
    const { works } = calendarOf(ROME, [
      period('2026-03-02T07:00Z', '2026-03-02T17:00Z', true),
      period('2026-03-02T11:00Z', '2026-03-02T12:00Z'),
      period('2026-03-03T11:00Z', '2026-03-03T12:00Z'),
    ]);
    const said = [
      '02T06:59',
      '02T07:00',
      '02T11:30',
      '02T12:00',
      '02T17:00',
      '03T00:00',
      '03T11:59',
      '03T12:00',
    ];
    assert.deepEqual(
      said.map((time) => works(at(`2026-03-${time}Z`))),
      [false, true, false, true, false, true, false, true],
    );
  });

  it('never walk the days of a period, however long it is and however many of them there are', () => {
    // 2,000 times 8,000 years are 5.8 thousand million days, which nobody would see the end of.
    const ages = Array.from({ length: 2000 }, () => period('1000-01-01T00:00Z', '9000-01-01T00:00Z', true));
    const { works } = calendarOf(ROME, ages);
    assert.deepEqual([works(at('2026-03-02T07:00Z')), works(at('9001-01-01T00:00Z'))], [true, true]);
  });
});

describe('periods as CSV', () => {
  it('last thirty years at most and lie in years of plants, each with its line', () => {
    const lines = ['2026-01-01T00:00Z;2063-01-01T00:00Z;yes', '1900-01-01T00:00Z;1900-01-02T00:00Z;yes'];
    assert.deepEqual(readPeriods(['start;end;working', ...lines].join('\n'), ROME), {
      faults: [
        { line: 2, code: 'too_long' },
        { line: 3, code: 'out_of_years' },
      ],
    });
  });

  it('are read as they were written, also in the hour that comes twice', () => {
    const items = [
      period('2026-10-25T00:00Z', '2026-10-25T00:30Z', true),
      period('2026-10-25T01:00Z', '2026-10-25T01:30Z'),
    ];
    const text = writePeriods(items, ROME);
    assert.equal(
      text,
      '\uFEFFstart;end;working\r\n2026-10-25T02:00:00+02:00;2026-10-25T02:30:00+02:00;yes\r\n2026-10-25T02:00:00+01:00;2026-10-25T02:30:00+01:00;no\r\n',
    );
    assert.ok(looksLikePeriods(text));
    assert.deepEqual(readPeriods(text, ROME), { items });
  });

  it('take local times of the plant, and say of each line that cannot be taken why', () => {
    const lines = ['2026-03-02 08:00,2026-03-02 18:00,Sì', '', '2026-03-03T08:00:00,2026-03-03T18:00,no'];
    assert.deepEqual(readPeriods(['start,end,working', ...lines].join('\n'), ROME), {
      items: [
        period('2026-03-02T07:00Z', '2026-03-02T17:00Z', true),
        period('2026-03-03T07:00Z', '2026-03-03T17:00Z'),
      ],
    });
    const bad = [
      '2026-02-30 08:00;2026-03-02 18:00;no',
      // Skipped by the clock, and shown twice by it.
      '2026-03-29 02:30;2026-03-29 05:00;no',
      '2026-10-25 02:30;2026-10-25 05:00;no',
      '2026-03-02 18:00;2026-03-02 08:00;no',
      '2026-03-02 08:00;2026-03-02 18:00;maybe',
    ];
    const faults = ['no_times', 'no_times', 'no_times', 'end_before_start', 'no_word'] as const;
    assert.deepEqual(readPeriods(['start;end;working', ...bad].join('\n'), ROME), {
      faults: faults.map((code, i) => ({ line: i + 2, code })),
    });
    assert.ok(!looksLikePeriods('BEGIN:VCALENDAR\n'));
  });
});
