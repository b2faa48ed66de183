import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { killWriting, moveToAnotherWorker, moveWriting } from '../../../../tests/support/machines.ts';
import { keepByDays } from '../../../../tests/support/old-layout.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import type { ReadingRow } from '../readings.model.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { lockDays } from './day-rows.repository.ts';
import { expireDays } from './expiry.public.ts';
import { listOldMonths } from './old-layout.repository.ts';
import { moveOldMonths } from './old-layout.ts';
import { markOpenDays } from './open-days.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';
import { loadReadings } from './stored-readings.ts';
import { joinLanded } from './stretch-joining.ts';

const NOW = Date.parse('2026-04-02T10:00:00Z');
const FIRST = Date.parse('2026-01-27T00:00:00Z');
const NAMES = ['ac_power_kw', 'energy_total_kwh', 'module_temperature_c'];
/** As many as a logger's device has. */
const MORE_NAMES = [
  'dc_power_kw',
  'reactive_power_kvar',
  'power_factor',
  'frequency_hz',
  'voltage_l1_v',
  'voltage_l2_v',
  'voltage_l3_v',
  'current_l1_a',
  'current_l2_a',
  'current_l3_a',
];
const ZONES = ['Europe/Rome', 'Pacific/Auckland', 'America/Denver', 'UTC'];
const AWKWARD = [0, -0, 0.1, 1e-310, 2 ** 53 + 2, -1.7976931348623157e308, 1 / 3, 231.4];

type PlainStep =
  | 'make'
  | 'pack'
  | 'join'
  | 'move'
  | 'dieWhileMoving'
  | 'killWhileMoving'
  | 'dieWhileMaking'
  | 'moveCompany';
type Step =
  | {
      do: 'deliver';
      device: number;
      from: number;
      count: number;
      step: number;
      seed: number;
      /** What the delivery meets: connections or a worker that end, or its company's move to another worker. */
      meets?: 'nothing' | 'kill' | 'move';
    }
  | { do: PlainStep }
  | { do: 'keepByDays'; device: number }
  | { do: 'zone'; zone: number };

/** Of ten deliveries one meets the end of what it speaks to, another a move. */
const EVENTS = [...Array<'nothing'>(8).fill('nothing'), 'kill', 'move'] as const;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      device: fc.integer({ min: 0, max: 1 }),
      from: fc.integer({ min: 0, max: 64 * 24 }),
      count: fc.constantFrom(1, 3, 40, 120, 500),
      step: fc.constantFrom(1, 7, 60, 24 * 60),
      seed: fc.nat(1000),
      meets: fc.constantFrom(...EVENTS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'make',
        'pack',
        'join',
        'move',
        'dieWhileMoving',
        'killWhileMoving',
        'dieWhileMaking',
      ),
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('keepByDays' as const), device: fc.integer({ min: 0, max: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('moveCompany' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('zone' as const),
      zone: fc.integer({ min: 0, max: ZONES.length - 1 }),
    }),
  },
);

const histories = fc.array(anyStep, { minLength: 4, maxLength: 14 });

/** A counter speaks again two days after a late reading; on the day between it says nothing. */
const SILENT_BETWEEN: Step[] = [
  { do: 'deliver', device: 0, from: 24, count: 120, step: 24 * 60, seed: 520 },
  { do: 'make' },
  { do: 'deliver', device: 0, from: 0, count: 1, step: 1, seed: 0 },
];

/** A counter's reading at the first instant of a day also ends the day before, which has none of its own. */
const AT_MIDNIGHT: Step[] = [
  { do: 'deliver', device: 1, from: 1254, count: 1, step: 1, seed: 0 },
  { do: 'deliver', device: 1, from: 0, count: 1, step: 1, seed: 0 },
  { do: 'zone', zone: 2 },
  { do: 'make' },
  { do: 'deliver', device: 1, from: 0, count: 1, step: 1, seed: 471 },
];

/** What a device must hold: by instant and slot the value and quality that came last. */
type Model = Map<number, Map<number, string>>;
const said = (value: number, quality: number): string => `${Object.is(value, -0) ? '-0' : value} ${quality}`;

describe('the store after any history', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool(4);
    writer = new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => NOW });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const run = (scope: Scope, text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, (tx) => tx.query(text, values));

  function rowsOf(
    device_id: number,
    { from, count, step, seed }: Step & { do: 'deliver' },
    slots: number,
  ): ReadingRow[] {
    return Array.from({ length: count }, (_, i) => {
      const pick = (k: number) => Math.imul(seed + i * 31 + k * 7, 2654435761) >>> 8;
      const quality =
        pick(9) % 11 === 0 ? Uint8Array.from({ length: slots }, (_, slot) => pick(slot) % 5) : null;
      const values = Float64Array.from({ length: slots }, (_, slot) => {
        if (pick(slot + 3) % 6 === 0) return Number.NaN;
        return pick(slot) % 13 === 0 ? (AWKWARD[pick(slot) % AWKWARD.length] ?? 0) : (pick(slot) % 5000) / 10;
      });
      return { device_id, ts: FIRST + from * HOUR_MS + i * step * MINUTE_MS, values, quality };
    }).filter(({ ts }) => ts < NOW - MINUTE_MS);
  }

  function note(model: Model, rows: readonly ReadingRow[]): void {
    for (const { ts, values, quality } of rows)
      values.forEach((value, slot) => {
        const state = quality?.[slot] ?? 0;
        if (Number.isNaN(value) && state === 0) return;
        const at = model.get(ts) ?? new Map<number, string>();
        model.set(ts, at.set(slot, said(value, state)));
      });
  }

  async function found(scope: Scope, device_id: number): Promise<Model> {
    const windows = [{ device_id, start: FIRST - DAY_MS, end: NOW }];
    const [readings] =
      (await inScope(base.pool, scope, (tx) => loadReadings(tx, { windows, slots: null }))) ?? [];
    const model: Model = new Map();
    readings?.ts.forEach((ts, i) => {
      readings.columns.forEach(({ values, quality }, slot) => {
        const [value, state] = [values[i] ?? Number.NaN, quality?.[i] ?? 0];
        if (Number.isNaN(value) && state === 0) return;
        const at = model.get(ts) ?? new Map<number, string>();
        model.set(ts, at.set(slot, said(value, state)));
      });
    });
    return model;
  }

  const make = (scope: Scope) => recomputeDirty(base.pool, scope, { clock: () => NOW, today: true });
  const dying = new Error('the process dies');

  async function changeZone(scope: Scope, zone: number): Promise<void> {
    await run(scope, 'update plant set time_zone = $1 where company_id = $2', [
      ZONES[zone],
      scope.company_id,
    ]);
    writer.forgetPlaces();
    await run(
      scope,
      `insert into obs_dirty (company_id, device_id, day) select distinct company_id, device_id, day + beside
       from (select company_id, device_id, day from measurements.stored_day where company_id = $1
             union all select company_id, device_id, day from obs_dirty where company_id = $1) known, generate_series(-1, 1) beside
       on conflict do nothing`,
      [scope.company_id],
    );
  }

  async function dieWhileMaking(scope: Scope): Promise<void> {
    await assert.rejects(
      inScope(base.pool, scope, async (tx) => {
        await lockDays(tx);
        await tx.query('delete from obs_dirty where company_id = $1', [tx.scope.company_id]);
        await tx.query('delete from obs where company_id = $1', [tx.scope.company_id]);
        throw dying;
      }),
      dying,
    );
  }

  async function moveMonths(scope: Scope, dies: boolean): Promise<void> {
    await inScope(base.pool, scope, async (tx) => {
      await lockDays(tx);
      const months = await listOldMonths(tx, { after: { device_id: 0, month: '0001-01-01' }, atMost: 2 });
      await moveOldMonths(tx, months, NOW);
      if (dies) throw dying;
    }).catch((error: unknown) => {
      if (error !== dying) throw error;
    });
  }

  async function pack(scope: Scope): Promise<void> {
    await inScope(base.pool, scope, (tx) => markOpenDays(tx, new Date(NOW - 2 * DAY_MS), 1000));
    await make(scope);
  }

  const plainSteps: Record<PlainStep, (scope: Scope) => Promise<unknown>> = {
    make,
    pack,
    join: (scope) => joinLanded(base.pool, scope, { now: NOW, atMost: 10, all: true }),
    move: (scope) => moveMonths(scope, false),
    dieWhileMoving: (scope) => moveMonths(scope, true),
    killWhileMoving: (scope) => killWriting(base.superuser, () => moveMonths(scope, false)),
    dieWhileMaking,
    moveCompany: (scope) => moveToAnotherWorker(base.superuser, scope),
  };

  async function take(
    scope: Scope,
    step: Step,
    devices: readonly number[],
    models: readonly Model[],
    slots: number,
  ): Promise<void> {
    const device_id = 'device' in step ? (devices[step.device] ?? 0) : 0;
    if (step.do === 'deliver') {
      const rows = rowsOf(device_id, step, slots);
      const write = () => writer.write(scope, rows);
      if (step.meets === 'kill') await killWriting(base.superuser, write);
      else if (step.meets === 'move') await moveWriting(base.superuser, scope, write);
      else await write();
      note(models[step.device] ?? new Map(), rows);
    } else if (step.do === 'keepByDays') {
      // Days that wait to be made in another zone have no place in the layout by days.
      await make(scope);
      await inScope(base.pool, scope, (tx) => keepByDays(tx, device_id));
    } else if (step.do === 'zone') await changeZone(scope, step.zone);
    else await plainSteps[step.do](scope);
  }

  it('holds every reading to the bit, and figures that agree with them', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.boolean(), async (steps, wide) => {
        const scope = await makeCompany(base.pool, `History ${runs++}`);
        const plant = await makePlant(base.pool, scope, 'HISTORY');
        const names = wide ? [...NAMES, ...MORE_NAMES] : NAMES;
        const devices = [
          await makeDevice(base.pool, scope, plant, 'A', names, { interval_s: 900, nominal_power: 100 }),
          await makeDevice(base.pool, scope, plant, 'B', names, { interval_s: 3600 }),
        ];
        const models: Model[] = [new Map(), new Map()];
        const holds = async () => {
          for (const [i, id] of devices.entries()) assert.deepEqual(await found(scope, id), models[i]);
        };
        for (const step of steps) {
          await take(scope, step, devices, models, names.length);
          await holds();
        }
        await make(scope);
        await make(scope);
        await holds();
        const faults: string[] = [];
        await checkStore(base.pool, scope, (fault) => faults.push(fault));
        assert.deepEqual(faults, []);
      }),
      {
        numRuns: Number(process.env.HISTORIES ?? 25),
        ...(process.env.HISTORY_SEED ? { seed: Number(process.env.HISTORY_SEED) } : {}),
        includeErrorInReport: true,
        // A step takes seconds there: what is found is told as it was found.
        endOnFailure: process.env.CITUS_URL !== undefined,
        examples: [
          [SILENT_BETWEEN, false],
          [AT_MIDNIGHT, false],
          [SILENT_BETWEEN, true],
        ],
        ...(process.env.HISTORY
          ? {
              examples: [[JSON.parse(process.env.HISTORY), process.env.WIDE !== undefined]],
              numRuns: 1,
              endOnFailure: true,
            }
          : {}),
      },
    );
  });

  it('lets go what is older than it is kept, wherever that lies', async () => {
    const scope = await makeCompany(base.pool, 'Let go');
    const plant = await makePlant(base.pool, scope, 'GO');
    const id = await makeDevice(base.pool, scope, plant, 'A', ['ac_power_kw'], { interval_s: 900 });
    const rows = rowsOf(
      id,
      { do: 'deliver', device: 0, from: 0, count: 3000, step: 15, seed: 3 },
      NAMES.length,
    );
    await writer.write(scope, rows);
    const before = new Date('2026-02-10T12:00:00Z');
    assert.equal(await inScope(base.pool, scope, (tx) => expireDays(tx, id, before)), 14);
    const left = [...(await found(scope, id)).keys()];
    assert.equal(Math.min(...left), Date.parse('2026-02-09T23:00:00Z'));
    await writer.write(scope, rows.slice(0, 3));
    await make(scope);
    assert.deepEqual([...(await found(scope, id)).keys()], left);
    const faults: string[] = [];
    await checkStore(base.pool, scope, (fault) => faults.push(fault));
    assert.deepEqual(faults, []);
  });
});
