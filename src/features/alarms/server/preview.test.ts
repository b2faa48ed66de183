import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import { AlarmEvaluator } from '../evaluation/evaluator.model.ts';
import { joinPreviews } from '../joined-preview.model.ts';
import { type PreviewRequest, previewRule } from './preview.service.ts';
import { AlarmTally } from './replay/alarm-tally.ts';
import { WatchedCompany } from './watched-company.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const [RUNNING, FAULT] = [4, 7];
const at = (text: string) => Date.parse(text);
const INVERTER = ['ac_power_kw', 'inverter_state'];
const STRINGS = ['string_current_01_a', 'string_current_02_a', 'string_current_03_a', 'string_current_04_a'];

type Said = readonly number[] | null;

describe('previews of thresholds', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool();
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const run = (scope: Scope, text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, async (tx) => (await tx.query<Record<string, unknown>>(text, values)).rows);

  /** A photovoltaic plant in Rome with devices that are polled every minute, there since `since`. */
  async function arrange(scope: Scope, code: string, since: number, devices: Record<string, string[]>) {
    const plant_id = await makePlant(base.pool, scope, code);
    const ids: number[] = [];
    for (const [name, variables] of Object.entries(devices)) {
      const category = name.startsWith('BOX') ? 'string_box' : 'inverter';
      const fields = { interval_s: 60, nominal_power: 10, category };
      ids.push(await makeDevice(base.pool, scope, plant_id, name, variables, fields));
    }
    await run(
      scope,
      `with made as (insert into port (company_id, plant_id, name, host, port)
         values ($1, $2, 'gateway', '127.0.0.1', 1502) returning id)
       update device set port_id = made.id, unit_id = 1, created_at = $3 from made where plant_id = $2`,
      [scope.company_id, plant_id, new Date(since)],
    );
    await run(
      scope,
      `update variable set function_code = 3, address = slot, data_type = 'uint16' where company_id = $1`,
      [scope.company_id],
    );
    await run(
      scope,
      `update plant set created_at = $3, latitude = 41.9, longitude = 12.5, production_type = 'photovoltaic'
       where company_id = $1 and id = $2`,
      [scope.company_id, plant_id, new Date(since)],
    );
    return ids;
  }

  const write = (
    scope: Scope,
    ids: readonly number[],
    instants: readonly number[],
    say: (ts: number) => Said[],
  ) =>
    writer.write(
      scope,
      instants.flatMap((ts) =>
        say(ts).flatMap((values, i) =>
          values ? [{ device_id: ids[i] ?? 0, ts, values: Float64Array.from(values), quality: null }] : [],
        ),
      ),
    );
  const minutes = (from: number, until: number) =>
    Array.from({ length: (until - from) / MINUTE }, (_, i) => from + i * MINUTE);
  const preview = (scope: Scope, now: number, question: Partial<PreviewRequest> & { code: EvaluatedCode }) =>
    previewRule(
      { pool: base.pool, scope, now, budget_ms: 120_000 },
      { enabled: null, params: {}, ...question },
    );

  it('raise what was raised live by the same readings, device by device and within a step', async () => {
    const scope = await makeCompany(base.pool, 'Live and again');
    const start = at('2026-10-25T05:30:00Z');
    const end = at('2026-10-25T15:00:00Z');
    const ids = await arrange(scope, 'ROME', start - HOUR, {
      I1: INVERTER,
      I2: INVERTER,
      I3: INVERTER,
      BOX1: STRINGS,
    });
    const within = (ts: number, from: string, until: string) =>
      ts >= at(`2026-10-25T${from}:00Z`) && ts < at(`2026-10-25T${until}:00Z`);
    const say = (ts: number): Said[] => {
      const sun = Math.sin(Math.PI * (0.15 + (0.7 * (ts - start)) / (end - start)));
      if (within(ts, '06:50', '07:20')) return [null, null, null, null];
      const kw = 8 * sun;
      const fault = within(ts, '09:02', '09:40') || within(ts, '11:00', '11:20');
      const amps = 8 * sun;
      return [
        [fault ? 0 : kw, fault ? FAULT : RUNNING],
        within(ts, '10:00', '12:03') ? null : [kw * 1.01, RUNNING],
        [within(ts, '12:30', '13:30') ? 0 : kw, RUNNING],
        [within(ts, '10:00', '11:30') ? 0 : amps, amps, amps * 1.02, amps * 0.97],
      ];
    };
    const codes: EvaluatedCode[] = [
      'connection_lost',
      'device_silent',
      'inverter_fault',
      'no_production',
      'string_weak',
    ];
    const step = 5 * MINUTE;
    const judge = new AlarmEvaluator({ open: [], state: null, now: start, apart_ms: 2 * step });
    const tallies = codes.map((code) => new AlarmTally({ code, device_id: null }));
    const watched = new WatchedCompany();
    for (let now = start; now < end; now += step) {
      await write(scope, ids, minutes(now - 4 * MINUTE, now + MINUTE), say);
      const load = (tx: Tx) => watched.load(tx, { now, changed: now === start });
      const { plants, rules } = await inScope(base.pool, scope, load);
      const standing = judge.evaluate(plants, rules, now);
      for (const tally of tallies) tally.record(standing, now);
    }
    for (const [i, code] of codes.entries()) {
      const live = tallies[i]?.alarms(start, end) ?? [];
      const { in_force, proposed } = await preview(scope, end, { code });
      assert.ok(live.length > 0, `${code} was raised live`);
      assert.deepEqual(
        in_force.first.map(({ device_id, count }) => [device_id, count]),
        live.map(({ device_id, count }) => [device_id, count]),
        code,
      );
      assert.deepEqual(proposed, in_force);
      for (const [place, alarm] of live.entries()) {
        const again = in_force.first[place];
        const apart = (a: number, b: string | null | undefined) => Math.abs(a - Date.parse(b ?? ''));
        assert.ok(
          apart(alarm.began_at, again?.from) <= step,
          `${code} began ${alarm.began_at}, ${again?.from}`,
        );
        // To close, two looks must have seen that it is over.
        if (alarm.end === null) assert.equal(again?.to, null, `${code} stands`);
        else assert.ok(apart(alarm.end, again?.to) <= 2 * step, `${code} ended ${alarm.end}, ${again?.to}`);
      }
    }
  });

  describe('of a month', () => {
    const NOW = at('2026-11-20T12:00:00Z');
    /** Minutes of fault, each on a day of its own, from 10:00 UTC. */
    const FAULTS = [2, 4, 7, 12, 12, 25, 40, 3, 9, 18];
    const dayOf = (i: number) => at('2026-11-07T00:00:00Z') + i * DAY;
    let scope: Scope;
    let ids: number[];
    let hot: Awaited<ReturnType<typeof previewRule>>;
    before(async () => {
      scope = await makeCompany(base.pool, 'Month');
      ids = await arrange(scope, 'MONTH', at('2026-11-06T00:00:00Z'), { I1: INVERTER, I2: INVERTER });
      for (const [i, length] of FAULTS.entries()) {
        const from = dayOf(i) + 10 * HOUR;
        await write(scope, ids, minutes(from - HOUR, from + 2 * HOUR), (ts) => {
          const faulty = ts >= from && ts < from + length * MINUTE;
          return [
            [faulty ? 0 : 5, faulty ? FAULT : RUNNING],
            [5, RUNNING],
          ];
        });
      }
    });

    const withDelay = (open_after_min: number) =>
      preview(scope, NOW, { code: 'inverter_fault', proj_code: 'MONTH', params: { open_after_min } });

    it('count as the series itself says, beside what is in force', async () => {
      hot = await withDelay(10);
      for (const delay of [5, 10, 20]) {
        const said = delay === 10 ? hot : await withDelay(delay);
        const { proposed, in_force, days, real, plants } = said;
        assert.equal(proposed.count, FAULTS.filter((length) => length > delay).length, `after ${delay} min`);
        assert.equal(in_force.count, FAULTS.length);
        assert.deepEqual([real, plants], [0, { asked: 1, looked_at: 1 }]);
        const by = days.filter((day) => day.proposed > 0).map(({ day }) => day);
        const expected = FAULTS.flatMap((length, i) =>
          length > delay ? [new Date(dayOf(i)).toISOString().slice(0, 10)] : [],
        );
        assert.deepEqual(by, expected);
        assert.equal(days.length, 31);
      }
      const { proposed } = await preview(scope, NOW, { code: 'inverter_fault', enabled: false });
      assert.equal(proposed.count, 0);
    });

    it('of one device leave the others out', async () => {
      const one = (device_id: number | undefined) =>
        preview(scope, NOW, { code: 'inverter_fault', ...(device_id ? { device_id } : {}) });
      assert.deepEqual(
        [(await one(ids[0])).in_force.count, (await one(ids[1])).in_force.count],
        [FAULTS.length, 0],
      );
    });

    it('are the same when the days are packed', async () => {
      await recomputeDirty(base.pool, scope, { clock: () => NOW });
      const [left] = await run(scope, 'select count(*)::int as n from obs where device_id = any($1)', [ids]);
      assert.equal(left?.n, 0, 'nothing lies hot any more');
      assert.deepEqual(await withDelay(10), hot);
    });

    it('say how many plants there was time for, and stop when nobody waits', async () => {
      for (const code of ['MORE', 'STILL-MORE']) await arrange(scope, code, NOW - DAY, { I1: INVERTER });
      let time = 0;
      const deps = { pool: base.pool, scope, now: NOW, budget_ms: 30, clock: () => (time += 10) };
      const question = { code: 'inverter_fault' as const, enabled: null, params: {} };
      const short = await previewRule(deps, question);
      assert.ok(short.plants.looked_at < 3, `looked at ${short.plants.looked_at}`);
      assert.equal(short.plants.asked, 3);
      let whole = short;
      for (let next = whole.next; next !== null; next = whole.next) {
        const more = await previewRule({ ...deps, clock: () => (time += 10) }, { ...question, after: next });
        assert.ok(more.plants.looked_at > 0, 'each answer comes further');
        whole = joinPreviews(whole, more);
      }
      const { plants: _, ...atOnce } = await preview(scope, NOW, question);
      assert.deepEqual(whole, { ...atOnce, plants: { asked: 3, looked_at: 3 } });
      const alone = await previewRule({ ...deps, budget_ms: 0 }, { ...question, proj_code: 'MONTH' });
      assert.ok(alone.looked_until !== null && alone.looked_until < alone.end);
      const gone = AbortSignal.abort();
      await assert.rejects(previewRule({ ...deps, signal: gone }, question), { code: 'unavailable' });
    });
  });
});
