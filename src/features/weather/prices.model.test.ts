import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Price, readPrices } from './prices.model.ts';

const HOUR = 3_600_000;

function read(text: string, zone?: string): Price[] {
  const found = readPrices(text, zone);
  assert.ok('prices' in found, JSON.stringify(found));
  return found.prices;
}
function faultOf(text: string): string {
  const found = readPrices(text);
  assert.ok('faults' in found);
  const [first] = found.faults;
  return `${first?.line}: ${first?.reason}`;
}

/** A market day as it is published, with so many hours. */
const dayOf = (day: string, hours: number): string =>
  Array.from({ length: hours }, (_, i) => `${day};${i + 1};${i - 2},50;1.0${i % 10}0,25`).join('\n');
const HEAD = 'Data/Date (YYYYMMDD);Ora /Hour;NORD;SICI';

describe("the market's file of prices", () => {
  it('is read by standard time, zone by zone, bands left out, negative prices kept', () => {
    const prices = read(
      'hour_start_cet_standard,band,NORD,SUD,PUN_like_mean\r\n2025-07-01 00:00:00,F3,90.44,-3.5,88.81\r\n2025-07-01 01:00:00,F3,76.47,,75\r\n',
    );
    assert.deepEqual(prices, [
      { zone: 'NORD', start: Date.parse('2025-06-30T23:00:00Z'), eur_mwh: 90.44 },
      { zone: 'SUD', start: Date.parse('2025-06-30T23:00:00Z'), eur_mwh: -3.5 },
      { zone: 'PUN', start: Date.parse('2025-06-30T23:00:00Z'), eur_mwh: 88.81 },
      { zone: 'NORD', start: Date.parse('2025-07-01T00:00:00Z'), eur_mwh: 76.47 },
      { zone: 'PUN', start: Date.parse('2025-07-01T00:00:00Z'), eur_mwh: 75 },
    ]);
  });

  it('is read by UTC, as a price of the zone that is named', () => {
    const text = 'datetime_utc,price_eur_mwh\n2015-01-05T00:00:00Z,39.1\n2015-01-05 01:00:00,35.21\n';
    assert.deepEqual(
      read(text, 'NORD').map(({ zone, start }) => [zone, new Date(start).toISOString()]),
      [
        ['NORD', '2015-01-05T00:00:00.000Z'],
        ['NORD', '2015-01-05T01:00:00.000Z'],
      ],
    );
    assert.equal(read(text)[0]?.zone, 'PUN');
  });

  it('is read by the market’s own days, which have 23, 24 and 25 hours', () => {
    for (const [day, hours, first] of [
      ['20250330', 23, '2025-03-29T23:00:00.000Z'],
      ['20250630', 24, '2025-06-29T22:00:00.000Z'],
      ['20251026', 25, '2025-10-25T22:00:00.000Z'],
    ] as const) {
      const north = read(`${HEAD}\n${dayOf(day, hours)}`).filter(({ zone }) => zone === 'NORD');
      assert.equal(north.length, hours);
      assert.equal(new Date(north[0]?.start ?? 0).toISOString(), first);
      assert.equal((north.at(-1)?.start ?? 0) - (north[0]?.start ?? 0), (hours - 1) * HOUR);
      assert.equal(north[0]?.eur_mwh, -2.5);
    }
    const sicily = read(`${HEAD}\n20250630;1;1;1.000,25`).find(({ zone }) => zone === 'SICI');
    assert.equal(sicily?.eur_mwh, 1000.25);
    assert.match(faultOf(`${HEAD}\n${dayOf('20250330', 24)}`), /^25: 2025-03-30 has no hour 24: it has 23$/);
  });

  it('is read by quarter-hours, four of which are averaged', () => {
    const head = 'datetime_utc,NORD,SUD';
    const rows = [
      '2025-10-01T10:00:00Z,80.5,',
      '2025-10-01T10:15:00Z,-3.25,',
      '2025-10-01T10:30:00Z,0,',
      '2025-10-01T10:45:00Z,101.2,',
      '2025-10-01T11:00:00Z,1,7',
      '2025-10-01T11:15:00Z,2,7',
      '2025-10-01T11:30:00Z,3,7',
      '2025-10-01T11:45:00Z,4.01,7',
    ];
    assert.deepEqual(read([head, ...rows].join('\n')), [
      { zone: 'NORD', start: Date.parse('2025-10-01T10:00:00Z'), eur_mwh: 44.6125 },
      { zone: 'NORD', start: Date.parse('2025-10-01T11:00:00Z'), eur_mwh: 2.5025 },
      { zone: 'SUD', start: Date.parse('2025-10-01T11:00:00Z'), eur_mwh: 7 },
    ]);
    const three = [head, ...rows.toSpliced(6, 1)].join('\n');
    assert.match(faultOf(three), /^6: NORD: of the hour from 2025-10-01T11:00:00.000Z the file has 3 of 4/);
    const hole = [head, ...rows.with(7, '2025-10-01T11:45:00Z,4.01,')].join('\n');
    assert.match(faultOf(hole), /^6: SUD: .* 3 of 4 quarters/);
  });

  it('is read by the market’s periods, quarters of days of 92, 96 and 100', () => {
    for (const [day, count] of [
      ['20260329', 92],
      ['20260630', 96],
      ['20261025', 100],
    ] as const) {
      const periods = Array.from({ length: count }, (_, i) => i + 1);
      const lines = periods.map((n) => `${day};${Math.ceil(n / 4)};${n};${n},5`);
      const whole = read(`Data/Date;Ora/Hour;Periodo/Period;NORD\n${lines.join('\n')}`);
      assert.equal(whole.length, count / 4);
      // 1.5, 2.5, 3.5 and 4.5, and so on by four.
      assert.deepEqual([whole[0]?.eur_mwh, whole.at(-1)?.eur_mwh], [3, count - 1]);
      assert.equal((whole.at(-1)?.start ?? 0) - (whole[0]?.start ?? 0), (count / 4 - 1) * HOUR);
      const short = periods.map((n) => `${day};${n};${n},5`);
      assert.deepEqual(read(`date;period;NORD\n${short.join('\n')}`), whole);
      assert.match(
        faultOf(`date;period;NORD\n${day};${count + 1};1`),
        /^2: .* has no period .*: it has \d+$/,
      );
    }
    // Hours whose period is empty, or 1 in every line, are hours; a file may go over from hours to quarters.
    const hours = ['20250630;3;;9', '20250630;4;;8'];
    assert.equal(read(`date;hour;period;NORD\n${hours.join('\n')}`).length, 2);
    const ones = ['20250630;3;1;9', '20250630;4;1;8'];
    assert.deepEqual(
      read(`date;hour;period;NORD\n${ones.join('\n')}`).map(({ eur_mwh }) => eur_mwh),
      [9, 8],
    );
    const over = ['20250930;24;0;7', ...[1, 2, 3, 4].map((n) => `20251001;1;${n};${n}`)];
    assert.deepEqual(
      read(`date;hour;period;NORD\n${over.join('\n')}`).map(({ eur_mwh }) => eur_mwh),
      [7, 2.5],
    );
    assert.equal(read('date;hour;period;NORD\n20250630;3;0;9')[0]?.start, Date.parse('2025-06-30T00:00:00Z'));
  });

  it('takes a dot for thousands alone where the comma is the decimal sign', () => {
    const prices = (cell: string) =>
      readPrices(`${HEAD}\n${dayOf('20260301', 24).replace(/^([^;]*;1);[^;]*/, `$1;${cell}`)}`);
    const whole = prices('1.098,50');
    assert.equal('prices' in whole && whole.prices[0]?.eur_mwh, 1098.5);
    assert.ok('faults' in prices('98.50'), 'nobody pays 9,850 EUR/MWh for 98.50');
  });

  it('is refused as a whole, with the line and what is wrong', () => {
    const head = 'datetime_utc,price_eur_mwh';
    assert.match(faultOf('a,b\n1,2'), /^1: the head names no known column of hours/);
    assert.match(faultOf('datetime_utc,remark\n2025-01-01T00:00:00Z,x'), /^1: the head names no zone/);
    assert.match(faultOf('datetime_utc,NORD,NORD\n'), /^1: the zone NORD stands twice/);
    assert.match(faultOf(`${head}\nyesterday,2`), /^2: “yesterday” is no time|^2: “yesterdayZ”/);
    assert.match(faultOf(`${head}\n2026-02-31T00:00:00Z,2`), /^2: .* is no time/, 'no 3 March');
    assert.match(faultOf(`${HEAD}\n20260231;1;1;1`), /^2: “20260231” is no day/);
    assert.match(faultOf(`${head}\n2025-01-01T00:20:00Z,2`), /^2: .* is no full hour/);
    assert.match(faultOf(`${head}\n2025-01-01T00:00:00Z,1e3`), /^2: PUN: “1e3” is no number/);
    assert.match(faultOf(`${head}\n2025-01-01T00:00:00Z,99999`), /^2: PUN: 99999 EUR\/MWh is beyond/);
    assert.match(
      faultOf(`${head}\n2025-01-01T00:00:00Z,1\n2025-01-01T00:00:00Z,2`),
      /^3: PUN: its time stands in the file twice/,
    );
    assert.match(faultOf(head), /^1: the file holds no price/);
    assert.match(faultOf(''), /^1: /);
  });
});
