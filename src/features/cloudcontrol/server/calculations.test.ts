import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { QUALITIES, type Quality } from '../../measurements/measurements.model.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { loadSlots } from '../../measurements/server/slot-readings.public.ts';
import { evaluate, type Operation } from '../calculation.model.ts';
import { CompanyCalculations } from './calc-company.ts';
import { renew } from './calc-renew.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-06-20T10:00:00Z');
type Said = number | Quality;

describe('calculations behind their readings', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool(6);
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  let count = 0;
  /** A company with a plant, two meters and a virtual device, and a clock of its own. */
  async function field(more: { zone?: string } = {}) {
    const scope = await makeCompany(base.pool, `Calc ${++count}`);
    const plant = await makePlant(base.pool, scope, 'P1', more.zone ? { time_zone: more.zone } : {});
    const [a, b] = [
      await makeDevice(base.pool, scope, plant, 'A', ['ac_power_kw', 'energy_total_kwh']),
      await makeDevice(base.pool, scope, plant, 'B', ['ac_power_kw', 'energy_total_kwh']),
    ];
    const time = { now: NOON };
    const clock = () => time.now;
    const write = (owner: Scope, rows: Parameters<ReadingWriter['write']>[1]) => writer.write(owner, rows);
    const make = () => new CompanyCalculations({ pool: base.pool, write, clock }, scope.company_id);
    const say = (device_id: number, at: number, said: Said) =>
      writer.write(scope, [
        {
          device_id,
          ts: at,
          values: Float64Array.of(typeof said === 'number' ? said : Number.NaN),
          quality: typeof said === 'number' ? null : Uint8Array.of(QUALITIES.indexOf(said)),
        },
      ]);
    return { scope, plant, a, b, time, clock, make, say };
  }
  type Field = Awaited<ReturnType<typeof field>>;

  const virtual = async ({ scope, plant }: Field, name = 'V') => {
    const id = await makeDevice(base.pool, scope, plant, name, ['ac_power_kw'], { category: 'other' });
    await inScope(base.pool, scope, (tx) => tx.query('update device set virtual = true where id = $1', [id]));
    return id;
  };
  async function group(
    { scope, clock }: Field,
    device_id: number,
    given: { operation?: Operation; of: number[]; variable?: string },
  ): Promise<number> {
    const { operation = 'sum', of, variable = 'ac_power_kw' } = given;
    return inScope(base.pool, scope, async (tx) => {
      // Read first: on several machines a row that is numbered is made of parameters.
      const { rows: read } = await tx.query<{ variable_id: number; name: string; step_s: number }>(
        `select v.id as variable_id, 'G' || d.short_name as name, d.interval_s as step_s
         from device d join variable v on v.company_id = d.company_id and v.device_id = d.id
         join variable_name n on n.company_id = d.company_id and n.id = v.variable_name_id
         where d.company_id = $1 and d.id = $2 and n.name = $3`,
        [scope.company_id, device_id, variable],
      );
      const [own] = read;
      const { rows } = await tx.query<{ id: number }>(
        `insert into calc_group (company_id, device_id, variable_id, name, operation, input_count, step_s)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [scope.company_id, device_id, own?.variable_id, own?.name, operation, of.length, own?.step_s],
      );
      const id = rows[0]?.id ?? 0;
      await tx.query(
        `insert into calc_group_input (company_id, calc_group_id, position, device_id, variable_id)
         select v.company_id, $2, u.i - 1, v.device_id, v.id from variable v
         join unnest($3::bigint[]) with ordinality as u(d, i) on v.device_id = u.d
         where v.company_id = $1 and v.slot = 0`,
        [scope.company_id, id, of],
      );
      await showBin(tx);
      await renew(tx, [id], { now: clock(), fresh: true });
      return id;
    });
  }
  /** What a virtual device's only variable says, by minutes from noon. */
  async function results({ scope }: Field, device_id: number, from = -24 * 60, to = 24 * 60) {
    return inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ slot: number }>('select slot from variable where device_id = $1', [
        device_id,
      ]);
      const window = {
        device_id,
        start: NOON + from * MINUTE,
        end: NOON + to * MINUTE,
        slots: [rows[0]?.slot ?? 0],
      };
      const [found] = (await loadSlots(tx, [window])) ?? [];
      return Object.fromEntries(
        Array.from(found?.ts ?? [], (ts, i) => {
          const { values, quality } = found?.columns[0] ?? { values: [], quality: null };
          const state = quality?.[i] ?? 0;
          return [(ts - NOON) / MINUTE, state ? QUALITIES[state] : values[i]];
        }).filter(([, said]) => said !== undefined && !Number.isNaN(said)),
      );
    });
  }
  const settle = async (one: CompanyCalculations) => {
    while ((await one.workDue()) > 0);
  };

  it('follow within a look, one row for an instant, and repeating changes nothing', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a, here.b] });
    await here.say(here.a, NOON, 10);
    await here.say(here.b, NOON, 2.5);
    here.time.now = NOON + 1000;
    const one = here.make();
    await one.load();
    assert.equal(await one.follow(), 1);
    assert.deepEqual(await results(here, v), { 0: 12.5 });
    assert.equal(await one.follow(), 0);
    const other = here.make();
    await other.load();
    assert.equal(await other.follow(), 0, 'another instance finds it done');
  });

  it('say nothing good while an input is missing, and put it right when that comes late', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a, here.b] });
    const one = here.make();
    await one.load();
    await here.say(here.a, NOON, 10);
    await here.say(here.b, NOON - MINUTE / 2, 1);
    here.time.now = NOON + 5000;
    await one.follow();
    assert.deepEqual(await results(here, v, 0), {});
    here.time.now = NOON + 10_000;
    await one.follow();
    assert.deepEqual(await results(here, v, 0), { 0: 11 });
    here.time.now = NOON + MINUTE + 10_000;
    await here.say(here.a, NOON + MINUTE, 20);
    await one.follow();
    assert.deepEqual(await results(here, v, 0), { 0: 11, 1: 'missing' });
    await here.say(here.b, NOON + MINUTE, 'failed');
    await one.follow();
    assert.deepEqual(await results(here, v, 0), { 0: 11, 1: 'failed' });
  });

  it('go over the whole past of a new group, and leave nothing of an old definition', async () => {
    const here = await field();
    for (let day = 1; day <= 4; day++) {
      const ts = NOON - day * 24 * 60 * MINUTE;
      await here.say(here.a, ts, day);
      await here.say(here.b, ts, 100);
    }
    await recomputeDirty(base.pool, here.scope, { clock: here.clock });
    const v = await virtual(here);
    const id = await group(here, v, { of: [here.a, here.b] });
    const one = here.make();
    await one.load();
    await settle(one);
    const past = (of: (day: number) => Said) =>
      Object.fromEntries([1, 2, 3, 4].map((day) => [-day * 24 * 60, of(day)]));
    assert.deepEqual(
      await results(here, v, -10 * 24 * 60),
      past((day) => 100 + day),
    );
    await inScope(base.pool, here.scope, async (tx) => {
      await tx.query(`update calc_group set operation = 'difference' where id = $1`, [id]);
      await renew(tx, [id], { now: here.clock(), fresh: false });
    });
    assert.deepEqual(await results(here, v, -10 * 24 * 60), {}, 'from the moment of the save');
    await one.load();
    await settle(one);
    assert.deepEqual(
      await results(here, v, -10 * 24 * 60),
      past((day) => day - 100),
    );
    const { rows } = await inScope(base.pool, here.scope, (tx) => tx.query<object>('select from calc_due'));
    assert.equal(rows.length, 0);
  });

  it('calculate a packed day anew when its readings are corrected, marked or come late', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a, here.b] });
    const one = here.make();
    await one.load();
    const old = NOON - 10 * 24 * 60 * MINUTE;
    const all = async () => {
      await recomputeDirty(base.pool, here.scope, { clock: here.clock });
      await settle(one);
      await recomputeDirty(base.pool, here.scope, { clock: here.clock });
      const entries = Object.entries(await results(here, v, -12 * 24 * 60));
      return entries.map(([at, said]) => [Number(at) + 10 * 24 * 60, said]);
    };
    for (const at of [0, 1]) await here.say(here.a, old + at * MINUTE, 5);
    await here.say(here.b, old, 1);
    assert.deepEqual(await all(), [
      [0, 6],
      [1, 'missing'],
    ]);
    await here.say(here.b, old + MINUTE, 2);
    assert.deepEqual(await all(), [
      [0, 6],
      [1, 7],
    ]);
    await here.say(here.a, old, 8);
    assert.deepEqual(await all(), [
      [0, 9],
      [1, 7],
    ]);
    await inScope(base.pool, here.scope, async (tx) => {
      await tx.query(
        `insert into reading_mark (company_id, device_id, start_at, end_at, reason) values ($1, $2, $3, $4, 'x')`,
        [here.scope.company_id, here.b, new Date(old), new Date(old + 1)],
      );
      await tx.query(
        'insert into obs_dirty (company_id, device_id, day) select company_id, device_id, day from measurements.stored_day where device_id = $1',
        [here.b],
      );
    });
    assert.deepEqual(await all(), [
      [0, 'failed'],
      [1, 7],
    ]);
  });

  it('stand upon one another', async () => {
    const here = await field();
    const [v, w] = [await virtual(here, 'V'), await virtual(here, 'W')];
    await group(here, v, { of: [here.a, here.b] });
    await group(here, w, { operation: 'difference', of: [v, here.b] });
    const one = here.make();
    await one.load();
    await here.say(here.a, NOON, 10);
    await here.say(here.b, NOON, 3);
    here.time.now = NOON + 1000;
    await one.follow();
    assert.deepEqual([await results(here, v), await results(here, w)], [{ 0: 13 }, { 0: 10 }]);
  });

  it('yield nothing from when an input lies in the bin, and keep what they were', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a, here.b] });
    const one = here.make();
    await one.load();
    for (const device of [here.a, here.b]) await here.say(device, NOON, 1);
    here.time.now = NOON + 1000;
    await one.follow();
    await inScope(base.pool, here.scope, async (tx) => {
      await showBin(tx);
      await tx.query('update variable set deleted_at = now() where device_id = $1', [here.b]);
    });
    await one.load();
    await here.say(here.a, NOON + MINUTE, 1);
    here.time.now = NOON + MINUTE + 10_000;
    await one.follow();
    await inScope(base.pool, here.scope, (tx) =>
      tx.query('insert into calc_due (company_id, device_id, day) values ($1, $2, $3)', [
        here.scope.company_id,
        v,
        '2026-06-20',
      ]),
    );
    await settle(one);
    assert.deepEqual(await results(here, v), { 0: 2, 1: 'missing' });
  });

  it('are never a part of a sum when an input is gone for good', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a, here.b] });
    await inScope(base.pool, here.scope, (tx) =>
      tx.query('delete from variable where device_id = $1', [here.b]),
    );
    const one = here.make();
    await one.load();
    await here.say(here.a, NOON, 1);
    here.time.now = NOON + 10_000;
    await one.follow();
    assert.deepEqual(await results(here, v), { 0: 'missing' });
  });

  it('begin anew when the rhythm of their device changes', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a] });
    for (let minute = 0; minute < 10; minute++) await here.say(here.a, NOON + minute * MINUTE, minute);
    here.time.now = NOON + 9 * MINUTE + 1000;
    const one = here.make();
    await one.load();
    await one.follow();
    await inScope(base.pool, here.scope, (tx) =>
      tx.query('update device set interval_s = 300 where id = $1', [v]),
    );
    await one.load();
    await settle(one);
    assert.deepEqual(await results(here, v), { 0: 0, 5: 5 });
  });

  it('come to the same as the sorted readings, whatever comes when, twice or after a fall', async () => {
    const here = await field({ zone: 'America/New_York' });
    const v = await virtual(here);
    await group(here, v, { of: [here.a, here.b] });
    let seed = 7;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const said = [here.a, here.b].flatMap((device_id) =>
      Array.from({ length: 300 }, (_, i) => ({
        device_id,
        ts: NOON + i * 20_000 + Math.floor(random() * 15_000),
        value: Math.floor(random() * 100),
      })),
    );
    const arrivals = said
      .flatMap((one) =>
        [one, ...(random() < 0.1 ? [one] : [])].map((each) => ({
          ...each,
          at: each.ts + (random() < 0.2 ? random() * 40 * MINUTE : random() * 3000),
        })),
      )
      .sort((x, y) => x.at - y.at);
    let one = here.make();
    await one.load();
    let looks = 0;
    for (const { device_id, ts, value, at } of arrivals) {
      here.time.now = at;
      await here.say(device_id, ts, value);
      if (random() < 0.3) await one.follow();
      if (++looks % 150 === 0) {
        one = here.make();
        await one.load();
      }
    }
    here.time.now = NOON + 3 * 60 * MINUTE;
    await recomputeDirty(base.pool, here.scope, { clock: here.clock, today: true });
    one = here.make();
    await one.load();
    await settle(one);
    const inputs = [here.a, here.b].map((device_id) => {
      const own = said.filter((each) => each.device_id === device_id).sort((x, y) => x.ts - y.ts);
      return {
        ts: Float64Array.from(own, ({ ts }) => ts),
        column: { values: Float64Array.from(own, ({ value }) => value), quality: null },
        factor: 1,
        rests: () => false,
      };
    });
    const whole = evaluate('sum', inputs, { start: NOON, end: here.time.now, step_ms: MINUTE });
    const expected = Object.fromEntries(
      Array.from(
        whole.ts,
        (ts, i) =>
          [
            (ts - NOON) / MINUTE,
            whole.quality[i] ? QUALITIES[whole.quality[i] ?? 0] : (whole.values[i] ?? 0),
          ] as const,
      ).filter((_, i) => whole.speaks[i]),
    );
    assert.deepEqual(await results(here, v), expected);
  });

  it('leave days alone whose readings were let go, and go on when they die between writing and taking the mark', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a] });
    await here.say(here.a, NOON - 24 * 60 * MINUTE, 4);
    await recomputeDirty(base.pool, here.scope, { clock: here.clock });
    const dying = new CompanyCalculations(
      {
        pool: base.pool,
        clock: here.clock,
        write: async (scope, rows) => {
          await writer.write(scope, rows);
          throw new Error('killed');
        },
      },
      here.scope.company_id,
    );
    await dying.load();
    await assert.rejects(dying.workDue(), /could not be calculated/);
    const one = here.make();
    await one.load();
    assert.ok((await one.workDue()) > 0, 'the mark stood');
    assert.deepEqual(await results(here, v), { [-24 * 60]: 4 });
    await inScope(base.pool, here.scope, async (tx) => {
      await tx.query('update obs_figures set expired = days where device_id = $1', [here.a]);
      await tx.query('delete from obs_stretch where device_id = $1', [here.a]);
      await tx.query('delete from obs where device_id = $1', [here.a]);
      await tx.query(`insert into calc_due (company_id, device_id, day) values ($1, $2, '2026-06-19')`, [
        here.scope.company_id,
        v,
      ]);
    });
    await settle(one);
    assert.deepEqual(await results(here, v), { [-24 * 60]: 4 });
  });

  it('hold no mark while they write, so that whoever renews it goes on and the renewed mark stands', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a] });
    for (const days of [1, 2]) await here.say(here.a, NOON - days * 24 * 60 * MINUTE, days);
    await recomputeDirty(base.pool, here.scope, { clock: here.clock });
    const renewed: number[] = [];
    const one = new CompanyCalculations(
      {
        pool: base.pool,
        clock: here.clock,
        write: async (scope, rows) => {
          await inScope(base.pool, scope, async (tx) => {
            await tx.query("set local lock_timeout = '200ms'");
            const { rowCount } = await tx.query('update calc_due set marked_at = clock_timestamp()');
            renewed.push(rowCount);
          });
          return writer.write(scope, rows);
        },
      },
      here.scope.company_id,
    );
    await one.load();
    assert.ok((await one.workDue()) > 0);
    const marks = await inScope(base.pool, here.scope, (tx) => tx.query('select from calc_due'));
    assert.equal(marks.rowCount, 3, 'each was renewed: both days and today');
    // A slow machine takes more turns for the same.
    await settle(one);
    assert.deepEqual(renewed, [3, 3], 'at the first day and at the second');
    const left = await inScope(base.pool, here.scope, (tx) => tx.query('select from calc_due'));
    assert.equal(left.rowCount, 1, 'the marks as they are now are taken away; today rests');
    assert.deepEqual(await results(here, v, -3 * 24 * 60), { [-48 * 60]: 2, [-24 * 60]: 1 });
  });

  it('leave a mark alone that somebody holds, instead of waiting for them', async () => {
    const here = await field();
    const v = await virtual(here);
    await group(here, v, { of: [here.a] });
    await here.say(here.a, NOON - 24 * 60 * MINUTE, 1);
    await recomputeDirty(base.pool, here.scope, { clock: here.clock });
    const one = here.make();
    await one.load();
    await inScope(base.pool, here.scope, async (tx) => {
      await tx.query('select from calc_due for update');
      await one.workDue();
    });
    assert.ok((await one.workDue()) > 0, 'they stood');
    assert.equal(await one.workDue(), 0);
  });
});
