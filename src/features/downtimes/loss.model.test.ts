import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cents } from '../../shared/units/money.ts';
import { dayBorders, HOUR_MS } from '../../shared/units/zones.ts';
import {
  type DayLoss,
  dayLoss,
  type LossQuestion,
  type StoppedPart,
  totalLoss,
  unheardParts,
} from './loss.model.ts';
import { downHours, hourShares, type Standing } from './overlap.model.ts';
import { partOut } from './power-share.model.ts';

const ROME = 'Europe/Rome';
/** A day of summer time in Rome: its midnight is 22:00 UTC of the day before. */
const DAY = dayBorders(ROME, '2026-06-18');
const at = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return DAY.start + (hours + minutes / 60) * HOUR_MS;
};

const all = (value: number, hours = 24): Float64Array => new Float64Array(hours).fill(value);
const UNKNOWN = all(Number.NaN, 25);
const UNCERTAINTY = { sisters: 0.02, irradiance: 0.05, expected: 0.2 };

const standing = (id: number, start: number, stop: number | null, devices: number[] | null): Standing => ({
  id,
  start,
  stop,
  device_ids: devices && new Set(devices),
});

/** An inverter of a plant of 400 kW that stands still, alone unless `weight` says otherwise. */
function part(
  own: Standing,
  given: Partial<StoppedPart> & { others?: Standing[]; day?: typeof DAY },
): StoppedPart {
  const { others = [], day = DAY, device_id = 1, ...rest } = given;
  const hours = { start: day.start, hours: (day.end - day.start) / HOUR_MS };
  return {
    device_id,
    weight: 1,
    yields: { sisters: UNKNOWN, irradiance: UNKNOWN, expected: UNKNOWN },
    uncertainty: UNCERTAINTY,
    paired: new Array<boolean>(25).fill(true),
    ...hourShares(own, { device_id, others, hours }),
    ...rest,
  };
}

/** What it lost on its day: a quarter of 400 kW unless it is said, in an hour of 80 EUR/MWh. */
function lossOf(
  parts: StoppedPart[],
  given: Partial<Omit<LossQuestion, 'priceAt'>> & { priceAt?: (at: number) => number | undefined } = {},
): DayLoss {
  const { priceAt = () => 80, ...rest } = given;
  return dayLoss({
    day: DAY.day,
    start: DAY.start,
    hours: 24,
    dark: new Array<boolean>(25).fill(false),
    parts,
    power_kw: 400,
    percentage: 25,
    by_tariff: false,
    ...rest,
    priceAt: (at) => {
      const eur_mwh = priceAt(at);
      return eur_mwh === undefined ? null : eur_mwh / 1000;
    },
  });
}

const near = (actual: number | null | undefined, expected: number): void =>
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) < 1e-9,
    `${actual} instead of ${expected}`,
  );

describe('energy that a downtime lost', () => {
  it('counts the first and the last hour by their minutes', () => {
    // Sisters made 0.5 kWh for each kW in every hour. 25 % of 400 kW = 100 kW → 50 kWh an hour.
    // 10:15–12:30: 0.75 h + 1 h + 0.5 h = 2.25 h → 112.5 kWh; at 80 EUR/MWh 9.00 EUR.
    const own = standing(1, at('10:15'), at('12:30'), [1]);
    const day = lossOf([
      part(own, { yields: { sisters: all(0.5), irradiance: UNKNOWN, expected: UNKNOWN } }),
    ]);
    near(day.energy_kwh, 112.5);
    near(day.hours, 2.25);
    near(day.priced_eur, 9);
    const total = totalLoss([day]);
    assert.equal(total.model, 'sisters');
    near(total.uncertainty, 0.02);
    near(total.earning_eur, 9);
  });

  it('loses nothing at night, whatever a counter says', () => {
    // Dark from 21:00 to 05:00; it stood still from 20:00 on: one hour of light before midnight, 50 kWh.
    const dark = Array.from({ length: 24 }, (_, hour) => hour >= 21 || hour < 5);
    const own = standing(1, at('20:00'), null, [1]);
    const yields = { sisters: all(0.5), irradiance: UNKNOWN, expected: UNKNOWN };
    near(lossOf([part(own, { yields })], { dark }).energy_kwh, 50);
    // Wholly at night: nothing is lost, and that is known although nothing else is.
    const atNight = standing(1, at('22:00'), at('23:30'), [1]);
    const total = totalLoss([lossOf([part(atNight, {})], { dark })]);
    assert.deepEqual(
      [total.energy_kwh, total.earning_eur, total.missing_hours, total.model],
      [0, 0, 0, null],
    );
  });

  it('counts days of 23 and 25 hours by their hours', () => {
    // The whole plant, 400 kW, 0.01 kWh/kW each hour → 4 kWh an hour: 23 × 4 = 92 kWh, 25 × 4 = 100 kWh.
    for (const [name, hours, kwh] of [
      ['2026-03-29', 23, 92],
      ['2026-10-25', 25, 100],
    ] as const) {
      const day = dayBorders(ROME, name);
      const own = standing(1, day.start, day.end, null);
      const yields = { sisters: UNKNOWN, irradiance: UNKNOWN, expected: all(0.01, hours) };
      // Of the hour that comes twice, or not at all: price by UTC, 1 EUR/MWh more each hour from 100 on.
      const priceAt = (instant: number) => 100 + (instant - day.start) / HOUR_MS;
      const loss = lossOf([part(own, { yields, day })], { hours, priceAt, percentage: 100, ...day });
      near(loss.energy_kwh, kwh);
      // Σ 4 kWh × (100 + h) / 1000 = 0.004 × (100 n + n (n − 1) / 2): n = 23 → 10.212 EUR, to the cent 10.21; n = 25 → 11.2 EUR.
      near(loss.priced_eur, cents(0.004 * (100 * hours + (hours * (hours - 1)) / 2)));
    }
  });

  it('never counts an hour of a device twice: the downtime that began earlier keeps it', () => {
    // A: inverter 1, 09:00–11:00. B: the whole plant, 10:00–12:00, of inverters 1 (100 kW) and 2 (300 kW).
    // 0.5 kWh/kW. A: 2 h × 50 = 100 kWh. B: inverter 2 two hours = 2 × 150 = 300; inverter 1 only 11:00–12:00 = 50 → 350 kWh.
    // Together 450 kWh = inverter 1 three hours (150) + inverter 2 two hours (300).
    const yields = { sisters: UNKNOWN, irradiance: all(0.5), expected: UNKNOWN };
    const a = standing(7, at('09:00'), at('11:00'), [1]);
    const b = standing(3, at('10:00'), at('12:00'), null);
    near(lossOf([part(a, { yields, others: [b] })]).energy_kwh, 100);
    const both = [
      part(b, { yields, others: [a], weight: 0.25, device_id: 1 }),
      part(b, { yields, others: [a], weight: 0.75, device_id: 2 }),
    ];
    const loss = lossOf(both, { percentage: 100 });
    near(loss.energy_kwh, 350);
    // One of two hours of a quarter of the power is A's.
    near(loss.given_hours, 0.25);
    // Of two that began together the one that was recorded first keeps it.
    const twin = standing(9, a.start, at('12:00'), [1]);
    near(lossOf([part(twin, { yields, others: [a] })]).energy_kwh, 50);
    assert.deepEqual(downHours([a, b], { device_id: 2, hours: { start: at('09:00'), hours: 4 } }), [
      false,
      true,
      true,
      false,
    ]);
  });

  it('counts two that stop a part of a device both, as far as they come to no more than all of it', () => {
    // 400 kW, 0.5 kWh/kW, five hours from 10:00 on: all of it is 200 kWh an hour.
    const yields = { sisters: UNKNOWN, irradiance: all(0.5), expected: UNKNOWN };
    const plant = (id: number, percent: number) => ({
      ...standing(id, at(id === 1 ? '08:00' : '10:00'), at('15:00'), null),
      part: percent / 100,
    });
    const lost = (first: number, later: number) => {
      const [a, b] = [plant(1, first), plant(2, later)];
      const of = { yields, others: [a, b] };
      return [
        lossOf([part(a, of)], { percentage: first }).energy_kwh,
        lossOf([part(b, of)], { percentage: later }).energy_kwh,
      ];
    };
    // A derating of 5 % from 08:00 on: 7 h × 10 kWh. The plant stops at 10:00: 95 % are left to that, 5 h × 190 kWh.
    lost(5, 100).forEach((kwh, i) => {
      near(kwh, [70, 950][i] ?? 0);
    });
    // 40 % and 30 % have room beside each other: 7 h × 80 kWh, 5 h × 60 kWh.
    lost(40, 30).forEach((kwh, i) => {
      near(kwh, [560, 300][i] ?? 0);
    });
    // One inverter of four (100 kW) stops while 5 % of the plant are out: 95 % of it are left, 5 h × 47.5 kWh.
    const inverter = standing(3, at('10:00'), at('15:00'), [1]);
    const loss = lossOf([part(inverter, { yields, others: [plant(1, 5)] })]);
    near(loss.energy_kwh, 237.5);
    near(loss.given_hours, 0.25);
    // What is said of two of four inverters: half of the plant is all of them, a quarter of it half of them.
    const powered = {
      nominal_kw: 400,
      devices: [1, 2, 3, 4].map((device_id) => ({ device_id, section_id: null, power_kw: 100, makes: true })),
    };
    const by = (percentage: number) =>
      partOut(powered, new Set([1, 2]), { percentage, percentage_by: 'hand' });
    assert.deepEqual([by(50), by(25), by(80)], [1, 0.5, 1]);
    // Where no power is known the four are alike, and the meter beside them is none of them.
    const meter = { device_id: 9, section_id: null, power_kw: null, makes: false };
    const unknown = {
      nominal_kw: null,
      devices: [...powered.devices.map((one) => ({ ...one, power_kw: null })), meter],
    };
    assert.equal(partOut(unknown, new Set([1]), { percentage: 10, percentage_by: 'hand' }), 0.4);
  });

  it('takes the next model where one does not know an hour, and says which hours nobody knows', () => {
    // Irradiance is missing from 11 on (0.4 kWh/kW before), expected energy (0.3) from 12 on. 100 kW.
    // 10–11: 40 kWh by irradiance; 11–12: 30 kWh by expected energy; 12–13: not known.
    const irradiance = all(0.4).fill(Number.NaN, 11);
    const expected = all(0.3).fill(Number.NaN, 12);
    const own = standing(1, at('10:00'), at('13:00'), [1]);
    const loss = lossOf([part(own, { yields: { sisters: UNKNOWN, irradiance, expected } })]);
    near(loss.energy_kwh, 70);
    assert.deepEqual([loss.hours, loss.missing_hours], [3, 1]);
    const total = totalLoss([loss]);
    assert.equal(total.model, 'irradiance');
    // (40 × 5 % + 30 × 20 %) / 70
    near(total.uncertainty, 8 / 70);
    // Of a day of which nothing is known, it is not known: null, and no zero.
    const dark = totalLoss([lossOf([part(own, {})])]);
    assert.deepEqual([dark.energy_kwh, dark.earning_eur, dark.missing_hours], [null, null, 3]);
  });

  it('keeps apart what the plant made nothing known of', () => {
    // In the second of two hours the inverter was silent: 50 of 100 kWh stand in the plant's paired sums.
    const own = standing(1, at('10:00'), at('12:00'), [1]);
    const yields = { sisters: all(0.5), irradiance: UNKNOWN, expected: UNKNOWN };
    const paired = Array.from({ length: 24 }, (_, hour) => hour < 11);
    const loss = lossOf([part(own, { yields, paired })]);
    near(loss.energy_kwh, 100);
    near(loss.paired_kwh, 50);
  });
});

describe('a device that was only not heard', () => {
  const own = { ...standing(1, at('10:00'), at('13:00'), [1]), unheard: true };
  const yields = { sisters: all(0.5), irradiance: UNKNOWN, expected: UNKNOWN };

  it('lost nothing in hours of which its readings came, and nobody knows of the others', () => {
    // 10–11 and 11–12 came later, of 12–13 nothing did.
    const came = all(0.4).map((value, hour) =>
      DAY.start + hour * HOUR_MS < at('12:00') ? value : Number.NaN,
    );
    const some = totalLoss([lossOf(unheardParts([part(own, { yields })], [came]))]);
    assert.deepEqual([some.energy_kwh, some.earning_eur, some.hours, some.missing_hours], [0, 0, 3, 1]);
    const none = totalLoss([lossOf(unheardParts([part(own, { yields })], [UNKNOWN]))]);
    assert.deepEqual([none.energy_kwh, none.earning_eur], [null, null]);
  });

  it('takes no hours from a standstill, though its silence began before', () => {
    const fault = standing(2, at('11:00'), at('12:00'), [1]);
    near(totalLoss([lossOf([part(fault, { yields, others: [own] })])]).energy_kwh, 50);
    near(totalLoss([lossOf([part(own, { yields, others: [fault] })])]).given_hours, 1);
  });
});

describe('what a downtime cost', () => {
  const yields = { sisters: all(0.5), irradiance: UNKNOWN, expected: UNKNOWN };
  const own = standing(1, at('10:00'), at('13:00'), [1]);

  it('takes each hour at its price: in hours of negative prices, standing still saved money', () => {
    // 50 kWh an hour at 100, −20 and 0 EUR/MWh: 5.00 − 1.00 + 0.00 = 4.00 EUR.
    const prices = new Map([
      [at('10:00'), 100],
      [at('11:00'), -20],
      [at('12:00'), 0],
    ]);
    const total = totalLoss([lossOf([part(own, { yields })], { priceAt: (hour) => prices.get(hour) })]);
    near(total.earning_eur, 4);
    // Only the negative hour: −1.00 EUR.
    const short = standing(1, at('11:00'), at('12:00'), [1]);
    const saved = lossOf([part(short, { yields })], { priceAt: (hour) => prices.get(hour) });
    near(totalLoss([saved]).earning_eur, -1);
  });

  it('is told apart by what priced it, where tariffs hold on some of its days', () => {
    // A day by tariffs, 3 h × 50 kWh × 80 EUR/MWh = 12.00 EUR, and one by the market, the same.
    const of = (by_tariff: boolean) => lossOf([part(own, { yields })], { by_tariff });
    const total = totalLoss([of(true), of(false)]);
    near(total.priced_eur, 24);
    assert.deepEqual([total.tariff_eur, total.tariff_kwh], [12, 150]);
  });

  it('is not known while an hour has no price; what is known of it stands beside', () => {
    const priceAt = (hour: number) => (hour === at('12:00') ? undefined : 100);
    const total = totalLoss([lossOf([part(own, { yields })], { priceAt })]);
    assert.equal(total.earning_eur, null);
    near(total.priced_eur, 10);
    assert.deepEqual([total.unpriced_hours, total.unpriced_kwh], [1, 50]);
  });
});
