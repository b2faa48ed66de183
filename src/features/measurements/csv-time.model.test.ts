import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectTimeFormat, parseStamp, StampPlacer } from './csv-time.model.ts';

const at = (text: string) => Date.parse(text);
const ROME = 'Europe/Rome';

describe('stamps in files', () => {
  it('are read in the formats of loggers and spreadsheets', () => {
    assert.deepEqual(parseStamp('2012-01-01 00:15:00-07:00', 'iso'), {
      local: at('2012-01-01T00:15:00Z'),
      offset: -7 * 3_600_000,
    });
    assert.deepEqual(parseStamp('2026-06-01T10:00:00.250Z', 'iso'), {
      local: at('2026-06-01T10:00:00.250Z'),
      offset: 0,
    });
    assert.equal(parseStamp('01/02/2026 03:04', 'dd/mm/yyyy')?.local, at('2026-02-01T03:04:00Z'));
    assert.equal(parseStamp('1/2/2026 3:04 PM', 'mm/dd/yyyy')?.local, at('2026-01-02T15:04:00Z'));
    assert.equal(parseStamp('31.12.26 24:00', 'dd/mm/yyyy')?.local, at('2027-01-01T00:00:00Z'));
    assert.equal(parseStamp('1325401200', 'unix_s')?.local, 1_325_401_200_000);
    for (const wrong of ['31/02/2026 10:00', '1/1/2026 25:00', '2026', 'yesterday', '1/1/2026 10:61'])
      assert.equal(parseStamp(wrong, 'dd/mm/yyyy'), undefined, wrong);
  });

  it('show their format', () => {
    assert.equal(detectTimeFormat(['2012-01-01 00:15:00-07:00', '2012-01-01 00:30:00-07:00']), 'iso');
    assert.equal(detectTimeFormat(['2012-01-01 00:15', '']), 'yyyy-mm-dd');
    assert.equal(detectTimeFormat(['13/01/2026 00:15', '13/01/2026 00:30']), 'dd/mm/yyyy');
    assert.equal(detectTimeFormat(['1/13/2026 0:15', '1/13/2026 0:30']), 'mm/dd/yyyy');
    assert.equal(detectTimeFormat(['01/02/2026', '01/03/2026', '01/04/2026']), 'mm/dd/yyyy');
    assert.equal(detectTimeFormat(['01/02/2026', '02/02/2026', '03/02/2026']), 'dd/mm/yyyy');
    assert.equal(detectTimeFormat(['1767225600', '1767226500']), 'unix_s');
    assert.equal(detectTimeFormat(['12.5', '13.5']), undefined);
  });

  it('are placed in the doubled hour by their order, and nowhere in the skipped one', () => {
    const place = (texts: string[], descending = false) => {
      const placer = new StampPlacer(ROME, descending);
      return texts.map((text) => {
        const stamp = parseStamp(text, 'yyyy-mm-dd');
        const { ts, oddity } = stamp ? placer.place(stamp) : { ts: null, oddity: null };
        return [ts === null ? null : new Date(ts).toISOString().slice(11, 16), oddity];
      });
    };
    const autumn = [
      '2026-10-25 01:30',
      '2026-10-25 02:00',
      '2026-10-25 02:30',
      '2026-10-25 02:00',
      '2026-10-25 02:30',
      '2026-10-25 03:00',
    ];
    const placed = [
      ['23:30', null],
      ['00:00', 'doubled'],
      ['00:30', 'doubled'],
      ['01:00', 'doubled'],
      ['01:30', 'doubled'],
      ['02:00', null],
    ];
    assert.deepEqual(place(autumn), placed);
    assert.deepEqual(place(autumn.toReversed(), true), placed.toReversed());
    assert.deepEqual(place(['2026-03-29 01:45', '2026-03-29 02:15', '2026-03-29 03:00']), [
      ['00:45', null],
      [null, 'absent'],
      ['01:00', null],
    ]);
  });
});
