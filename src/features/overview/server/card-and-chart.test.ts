import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type DeviceFields,
  makeCompany,
  makeDevice,
  makePlant,
  openTestPool,
} from '../../../../tests/support/field.ts';
import { chartOf } from '../../../../tests/support/series.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { ReadingRow } from '../../measurements/readings.model.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { CompanyFollow } from './company-follow.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MIDNIGHT = Date.parse('2026-06-19T22:00:00Z');
const TEN = MIDNIGHT + 10 * HOUR;
const NAMES = { power: 'ac_power_kw', counter: 'energy_total_kwh' } as const;
const FAILED = 4;
const SEEDS = 25;

/** Numbers in [0, 1), the same for the same seed. // mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the energy of today', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool();
    writer = new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => TEN });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  async function cardOf(scope: Scope, plant_id: number) {
    return inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ production: number | null; power_kw: number | null }>(
        'select production, power_kw from plant_live where company_id = $1 and plant_id = $2',
        [scope.company_id, plant_id],
      );
      assert.ok(rows[0]);
      return rows[0];
    });
  }
  async function energyOf(scope: Scope, proj_code: string, now: number): Promise<number | null> {
    const series = await chartOf(
      { pool: base.pool, scope, now: new Date(now) },
      {
        proj_code,
        quantities: 'energy_export_kwh',
        start: new Date(MIDNIGHT).toISOString(),
        end: new Date(MIDNIGHT + 24 * HOUR).toISOString(),
        resolution: 'day',
        points: '100',
      },
    );
    return series[0]?.values[0] ?? null;
  }
  const keepDays = (scope: Scope, now: number) => recomputeDirty(base.pool, scope, { clock: () => now });
  const row = (device_id: number, ts: number, ...values: number[]): ReadingRow => ({
    device_id,
    ts,
    values: Float64Array.from(values),
    quality: null,
  });

  /** Writes the rows, looks, and compares the card with the chart. */
  async function compare(
    name: string,
    arrange: (scope: Scope, plant_id: number) => Promise<ReadingRow[]>,
    fields: { potenza_nominale?: number } = {},
  ) {
    const scope = await makeCompany(base.pool, name);
    const plant_id = await makePlant(base.pool, scope, 'P1', fields);
    await writer.write(scope, await arrange(scope, plant_id));
    await keepDays(scope, TEN);
    await inScope(base.pool, scope, async (tx) =>
      (await CompanyFollow.begin(tx, TEN)).follow(tx, TEN, false),
    );
    const card = await cardOf(scope, plant_id);
    assert.equal(card.production, await energyOf(scope, 'P1', TEN));
    return card;
  }
  const meter = (scope: Scope, plant_id: number, names: string[], fields: DeviceFields = {}) =>
    makeDevice(base.pool, scope, plant_id, 'METER', names, { category: 'production_meter', ...fields });

  it('is capped by the plant where nobody said what the meter can carry', async () => {
    const card = await compare(
      'Cap',
      async (scope, plant_id) => {
        const id = await meter(scope, plant_id, [NAMES.counter]);
        return [
          row(id, MIDNIGHT, 1000),
          row(id, MIDNIGHT + HOUR, 1020),
          row(id, MIDNIGHT + 2 * HOUR, 500_000),
          row(id, MIDNIGHT + 3 * HOUR, 500_020),
        ];
      },
      { potenza_nominale: 100 },
    );
    assert.equal(card.production, 40);
  });

  it('counts the big steps of a slow register', async () => {
    const card = await compare('Steps', async (scope, plant_id) => {
      const id = await meter(scope, plant_id, [NAMES.counter], { nominal_power: 60 });
      return Array.from({ length: 245 }, (_, i) =>
        row(id, MIDNIGHT + i * MINUTE, 1000 + 100 * Math.floor(i / 120)),
      );
    });
    assert.equal(card.production, 200);
  });

  it('holds what a counter made while it was silent since yesterday', async () => {
    const card = await compare('Silent', async (scope, plant_id) => {
      const id = await meter(scope, plant_id, [NAMES.counter], { nominal_power: 60 });
      return [
        row(id, MIDNIGHT - 12 * HOUR, 1000),
        row(id, MIDNIGHT + 8 * HOUR, 1300),
        row(id, MIDNIGHT + 9 * HOUR, 1310),
      ];
    });
    assert.equal(card.production, 310);
  });

  it('comes from a meter that only counts, while the power comes from the inverter', async () => {
    const card = await compare('Both', async (scope, plant_id) => {
      const id = await meter(scope, plant_id, [NAMES.counter]);
      const inverter = await makeDevice(base.pool, scope, plant_id, 'INV1', [NAMES.power]);
      return [row(id, MIDNIGHT, 1000), row(id, TEN, 1100), row(inverter, TEN, 42)];
    });
    assert.deepEqual(card, { production: 100, power_kw: 42 });
  });

  it('comes from the power of a device whose counter never said anything', async () => {
    const card = await compare('Mute', async (scope, plant_id) => {
      const names = [NAMES.power, NAMES.counter];
      const id = await makeDevice(base.pool, scope, plant_id, 'INV', names, { interval_s: 3600 });
      return Array.from({ length: 10 }, (_, i) => row(id, MIDNIGHT + i * HOUR, 5, Number.NaN));
    });
    assert.ok((card.production ?? 0) >= 45, `${card.production}`);
  });

  it('leaves out a power that the device cannot make, which is shown as it was read', async () => {
    const card = await compare('Absurd', async (scope, plant_id) => {
      const fields = { interval_s: 3600, nominal_power: 3 };
      const id = await makeDevice(base.pool, scope, plant_id, 'INV', [NAMES.power], fields);
      const kws = [2, 1e14, 2, -1, 2, 2, 2, 2, 2, 2, 1e14];
      return kws.map((kw, i) => row(id, MIDNIGHT + i * HOUR, kw));
    });
    assert.deepEqual(card, { production: 16, power_kw: 1e14 });
  });

  it('comes from other devices where nothing else is', async () => {
    const card = await compare('Other', async (scope, plant_id) => {
      const id = await meter(scope, plant_id, [NAMES.power, NAMES.counter], { category: 'other' });
      return [row(id, MIDNIGHT, 1, 1000), row(id, TEN, 5, 1012)];
    });
    assert.deepEqual(card, { production: 12, power_kw: 5 });
  });

  /** Readings of a device since yesterday noon: noise, steps, gaps, failures, resets and swaps. */
  function randomRows(device_id: number, interval_s: number, random: () => number): ReadingRow[] {
    const rows: ReadingRow[] = [];
    const unit = [0.001, 0.1, 1, 100][Math.floor(random() * 4)] ?? 1;
    let made = 1000 + random() * 1e5;
    for (let ts = MIDNIGHT - 12 * HOUR; ts <= TEN; ts += interval_s * 1000) {
      const kw = Math.max(0, 80 * random() - 10);
      made += (kw * interval_s) / 3600;
      const luck = random();
      if (luck < 0.01) made = random() * 20;
      else if (luck < 0.015) made = random() * 1e6;
      else if (luck < 0.05) ts += Math.floor(random() * 6 * HOUR);
      if (ts > TEN) break;
      const values = Float64Array.of(kw, Math.floor(made / unit) * unit);
      rows.push({ device_id, ts, values, quality: luck > 0.97 ? Uint8Array.of(FAILED, FAILED) : null });
    }
    return rows;
  }

  /** A plant of three devices of any kind, with their readings. */
  async function randomPlant(scope: Scope, plant_id: number, random: () => number): Promise<ReadingRow[]> {
    const rows: ReadingRow[] = [];
    for (const [i, category] of ['inverter', 'production_meter', 'other'].entries()) {
      const interval_s = random() < 0.5 ? 300 : 900;
      const names = random() < 0.3 ? [NAMES.power] : [NAMES.power, NAMES.counter];
      const id = await makeDevice(base.pool, scope, plant_id, `D${i}`, names, {
        category: random() < 0.4 ? 'inverter' : category,
        interval_s,
        ...(random() < 0.5 ? { nominal_power: 80 } : {}),
      });
      for (const one of randomRows(id, interval_s, random)) {
        const [values, quality] = [one.values, one.quality].map((list) => list?.slice(0, names.length));
        rows.push({ ...one, values: values as Float64Array, quality: (quality as Uint8Array) ?? null });
      }
    }
    return rows;
  }

  it('is the same on the card and in the chart, whatever counters do and in whatever pieces it comes', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomFrom(seed);
      const scope = await makeCompany(base.pool, `Random ${seed}`);
      const nominal = random() < 0.5 ? { potenza_nominale: 90 } : {};
      const plant_id = await makePlant(base.pool, scope, 'P1', nominal);
      const rows = await randomPlant(scope, plant_id, random);
      const between = (from: number, until: number) => rows.filter((r) => r.ts >= from && r.ts < until);
      await writer.write(scope, between(0, MIDNIGHT + HOUR));
      await keepDays(scope, MIDNIGHT + HOUR);
      const follow = await inScope(base.pool, scope, (tx) => CompanyFollow.begin(tx, MIDNIGHT + HOUR));
      const look = (now: number) => inScope(base.pool, scope, (tx) => follow.follow(tx, now, false));
      for (let from = MIDNIGHT + HOUR; from < TEN; from += HOUR) {
        await look(from);
        // Some rows are late: they come in after all the others.
        await writer.write(
          scope,
          between(from, from + HOUR).filter(() => random() > 0.1),
        );
      }
      await look(TEN - MINUTE);
      await writer.write(scope, rows);
      await keepDays(scope, TEN);
      await look(TEN + 15 * MINUTE);
      const card = (await cardOf(scope, plant_id)).production;
      const chart = await energyOf(scope, 'P1', TEN + 15 * MINUTE);
      const same = card === chart || Math.abs((card ?? Number.NaN) - (chart ?? Number.NaN)) < 1e-6;
      assert.ok(same, `seed ${seed}: card ${card}, chart ${chart}`);
    }
  });
});
