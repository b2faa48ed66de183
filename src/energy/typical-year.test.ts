import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MADE_YEAR, madeEpwYear, madeHours, madePvgisYear } from '../../tests/support/made-year.ts';
import { looksLikeEpw, readEpwYear } from './epw-year.ts';
import { readPvgisYear } from './pvgis-year.ts';
import { hourOfYear, MAX_YEAR_CHARACTERS, typicalHour, YearFault } from './typical-year.ts';

function faultOf(read: () => unknown): { code: string; params: Readonly<Record<string, unknown>> } {
  try {
    read();
  } catch (fault) {
    assert.ok(fault instanceof YearFault, String(fault));
    return { code: fault.code, params: fault.params };
  }
  assert.fail('it was read');
}

/** The file with the cells of one line changed. */
function withLine(text: string, line: number, change: (cells: string[]) => void): string {
  const lines = text.split(/\r?\n/);
  const cells = (lines[line - 1] ?? '').split(',');
  change(cells);
  lines[line - 1] = cells.join(',');
  return lines.join('\n');
}

const sum = (values: Float32Array): number => values.reduce((all, value) => all + value, 0);

describe('a typical year of PVGIS', () => {
  const text = madePvgisYear();

  it('is read with its place, its time offset and its hours', () => {
    const year = readPvgisYear(text);
    assert.equal(year.latitude, MADE_YEAR.latitude);
    assert.equal(year.longitude, MADE_YEAR.longitude);
    assert.equal(year.offset_h, 0.1761);
    const noon = madeHours()[12 + 24 * 171];
    assert.ok(Math.abs((year.hours.ghi_wm2[12 + 24 * 171] ?? 0) - (noon?.ghi ?? 0)) < 0.01);
    assert.ok(Math.abs(sum(year.hours.ghi_wm2) / 1000 - 1425.239) < 0.1);
  });

  it('is refused by line and field', () => {
    const cases: [string, string, Record<string, unknown>][] = [
      [
        withLine(text, 100, (cells) => cells.splice(3, 1, 'n/a')),
        'year_not_a_number',
        { line: 100, field: 'G(h)', found: 'n/a' },
      ],
      [
        withLine(text, 100, (cells) => cells.splice(3, 1, '0x10')),
        'year_not_a_number',
        { line: 100, field: 'G(h)', found: '0x10' },
      ],
      [
        withLine(text, 100, (cells) => cells.splice(1, 1, '1e300')),
        'year_out_of_range',
        { line: 100, field: 'T2m', found: 1e300, min: -90, max: 60 },
      ],
      [
        withLine(text, 100, (cells) => cells.splice(7, 1, '')),
        'year_missing_field',
        { line: 100, field: 'WS10m' },
      ],
      [
        withLine(text, 100, (cells) => cells.splice(0, 1, '20190230:0000')),
        'year_not_a_time',
        { line: 100, field: 'time(UTC)', found: '20190230:0000' },
      ],
      [text.replace('Gb(n)', 'Gb'), 'year_missing_field', { line: 18, field: 'Gb(n)' }],
      [text.replace('Latitude', 'Breite'), 'year_missing_field', { line: 1, field: 'Latitude' }],
      [
        text.replace(/: 44.500/, ': 91'),
        'year_out_of_range',
        { line: 1, field: 'Latitude', found: 91, min: -90, max: 90 },
      ],
    ];
    for (const [changed, code, params] of cases)
      assert.deepEqual(
        faultOf(() => readPvgisYear(changed)),
        { code, params },
      );
  });

  it('is refused when hours are missing or twice', () => {
    const lines = text.split('\r\n');
    const short = [...lines.slice(0, 50), ...lines.slice(51)].join('\n');
    assert.deepEqual(
      faultOf(() => readPvgisYear(short)),
      { code: 'year_incomplete', params: { found: 8759, expected: 8760 } },
    );
    const twice = [...lines.slice(0, 50), lines[49], ...lines.slice(50)].join('\n');
    assert.deepEqual(
      faultOf(() => readPvgisYear(twice)),
      { code: 'year_twice', params: { line: 51 } },
    );
  });

  it('is refused when it is too large, or something else', () => {
    assert.equal(faultOf(() => readPvgisYear('x'.repeat(MAX_YEAR_CHARACTERS + 1))).code, 'year_too_large');
    assert.equal(faultOf(() => readPvgisYear('x'.repeat(10_000))).code, 'year_unknown_format');
    for (const text of ['', '<html>', '{"outputs":{}}', '\u0000\u0001', 'time,ghi\n1,2'])
      assert.equal(faultOf(() => readPvgisYear(text)).code, 'year_unknown_format');
  });
});

describe('a typical year in EPW', () => {
  it('is turned from the standard time of its place to UTC', () => {
    const year = readEpwYear(madeEpwYear(1));
    const pvgis = readPvgisYear(madePvgisYear());
    assert.equal(year.offset_h, 0.5);
    assert.equal(year.latitude, MADE_YEAR.latitude);
    assert.deepEqual(year.hours.ghi_wm2, pvgis.hours.ghi_wm2);
    assert.deepEqual(readEpwYear(madeEpwYear(-7)).hours.air_c, pvgis.hours.air_c);
    // India: hour 1 is 18:30 to 19:30 of UTC. It is the row of 19:00, whose sun is that of 19:00 and not of 19:30.
    assert.equal(readEpwYear(withLine(madeEpwYear(5), 1, (cells) => cells.splice(8, 1, '5.5'))).offset_h, 0);
  });

  it('is refused by line and field', () => {
    const text = madeEpwYear();
    const cases: [string, string, Record<string, unknown>][] = [
      [
        withLine(text, 20, (cells) => cells.splice(13, 1, '9999')),
        'year_missing_field',
        { line: 20, field: 'global horizontal radiation' },
      ],
      [
        withLine(text, 20, (cells) => cells.splice(6, 1, 'warm')),
        'year_not_a_number',
        { line: 20, field: 'dry bulb temperature', found: 'warm' },
      ],
      [
        withLine(text, 20, (cells) => cells.splice(3, 1, '25')),
        'year_not_a_time',
        { line: 20, field: 'month, day, hour', found: '1,1,25' },
      ],
      [
        withLine(text, 1, (cells) => cells.splice(8, 1, '99')),
        'year_out_of_range',
        { line: 1, field: 'time zone', found: '99', min: -12, max: 14 },
      ],
      [withLine(text, 1, (cells) => cells.splice(6)), 'year_missing_field', { line: 1, field: 'latitude' }],
    ];
    for (const [changed, code, params] of cases)
      assert.deepEqual(
        faultOf(() => readEpwYear(changed)),
        { code, params },
      );
    assert.equal(faultOf(() => readEpwYear('nothing')).code, 'year_unknown_format');
    assert.ok(looksLikeEpw(text) && !looksLikeEpw(madePvgisYear()));
  });
});

describe('places of a typical year', () => {
  it('takes 29 February from the 28th', () => {
    assert.equal(hourOfYear(1, 1, 0), 0);
    assert.equal(hourOfYear(12, 31, 23), 8759);
    assert.equal(hourOfYear(2, 29, 5), hourOfYear(2, 28, 5));
    for (const [month, day, hour] of [
      [13, 1, 0],
      [0, 1, 0],
      [4, 31, 0],
      [1, 0, 0],
      [1, 1, 24],
      [1, 1.5, 0],
      [Number.NaN, 1, 0],
    ] as const)
      assert.equal(hourOfYear(month, day, hour), undefined);
    assert.equal(typicalHour(Date.UTC(2026, 0, 1, 5, 59)), 5);
    assert.equal(typicalHour(Date.UTC(2028, 11, 31, 23, 30)), 8759);
  });
});
