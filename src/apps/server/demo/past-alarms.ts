import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { fleet } from '../../../../simulators/fleet.ts';
import { type DeviceReadings, deviceReadings, gridTimes } from '../../../../simulators/history.ts';
import { plantDevices } from '../../../../simulators/plant-definition.ts';
import { CompanyRules } from '../../../features/alarms/alarm-rules.model.ts';
import { AlarmEvaluator } from '../../../features/alarms/evaluation/evaluator.model.ts';
import {
  MAX_STEPS,
  STEP_MS,
  type Steps,
  type WatchedDevice,
  type WatchedPlant,
} from '../../../features/alarms/evaluation/watched.model.ts';
import { replayPast } from '../../../features/alarms/server/company-evaluation.ts';
import { lockEvaluationState } from '../../../features/alarms/server/evaluation-state.repository.ts';
import {
  type DeviceFacts,
  listDeviceFacts,
  listPlantFacts,
} from '../../../features/alarms/server/watched.repository.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { hasAlarms, markAllNotified } from './demo.repository.ts';

const EVALUATE_EVERY_MS = 300_000;
/** So long before the first start alarms are replayed, and so long before that readings are known. */
const PAST_MS = 36 * HOUR_MS;
const BEFORE_MS = 12 * HOUR_MS;

interface Deps {
  readonly pool: pg.Pool;
  readonly scopes: readonly Scope[];
  readonly end_ms: number;
  readonly log: Logger;
  readonly isStopped: () => boolean;
}

interface Replay extends Omit<Deps, 'scopes'> {
  /** Called once nobody else evaluates the company. */
  readonly onHeld: () => void;
}

/** A device with what its simulator said. */
interface Heard {
  readonly facts: DeviceFacts;
  readonly readings: DeviceReadings;
  /** Mean and number of readings of each quarter of an hour, by its begin. */
  readonly quarters: ReadonlyMap<number, { readonly mean: number; readonly n: number }>;
}

/** The slot whose mean the evaluator compares. */
const meanSlot = ({ category, slots }: DeviceFacts): number | undefined => {
  const makesPower = !['weather_station', 'string_box', 'other'].includes(category);
  const quantity = makesPower ? 'ac_power_kw' : 'irradiance_poa_wm2';
  return slots.find((slot) => slot.quantity === quantity)?.slot;
};

function quartersOf(facts: DeviceFacts, { ts, values }: DeviceReadings): Heard['quarters'] {
  const slot = meanSlot(facts);
  const sums = new Map<number, { sum: number; n: number }>();
  ts.forEach((at, i) => {
    const value = slot === undefined ? undefined : values[slot]?.[i];
    if (value === undefined || Number.isNaN(value)) return;
    const begin = Math.floor(at / STEP_MS) * STEP_MS;
    const { sum, n } = sums.get(begin) ?? { sum: 0, n: 0 };
    sums.set(begin, { sum: sum + value, n: n + 1 });
  });
  return new Map([...sums].map(([begin, { sum, n }]) => [begin, { mean: sum / n, n }]));
}

function stepsAt(quarters: Heard['quarters'], now: number): Steps {
  const end = Math.floor(now / STEP_MS) * STEP_MS;
  const begins = Array.from({ length: MAX_STEPS }, (_, i) => end - (MAX_STEPS - i) * STEP_MS);
  return {
    end,
    means: begins.map((at) => quarters.get(at)?.mean ?? null),
    covered: begins.map((at) => ((quarters.get(at)?.n ?? 0) * EVALUATE_EVERY_MS) / STEP_MS),
  };
}

function deviceAt({ facts, readings, quarters }: Heard, now: number): WatchedDevice {
  const { plant_id: _, slots, ...device } = facts;
  const row = readings.ts.findLastIndex((at) => at <= now);
  const at = readings.ts[row] ?? null;
  return {
    ...device,
    // Its past was read as often as it is evaluated.
    rhythm_s: EVALUATE_EVERY_MS / 1000,
    last_good_at: at,
    reason: null,
    steps: stepsAt(quarters, now),
    values: slots.map((slot) => {
      const value = readings.values[slot.slot]?.[row] ?? Number.NaN;
      const said = Number.isNaN(value) ? { value: null, at: null } : { value, at };
      return { ...slot, ...said, rhythm_s: EVALUATE_EVERY_MS / 1000, failed: false };
    }),
  };
}

/** What the company's simulators said; devices that none stands for are left out. */
async function loadHeard(tx: Tx, { end_ms, isStopped }: Replay): Promise<Map<number, Heard[]>> {
  const codes = new Map((await listPlantFacts(tx)).map((plant) => [plant.plant_id, plant.proj_code]));
  const times = [...gridTimes(end_ms - PAST_MS - BEFORE_MS, end_ms, EVALUATE_EVERY_MS)];
  const heard: Heard[] = [];
  for (const facts of await listDeviceFacts(tx)) {
    if (isStopped()) break;
    const plant = fleet.find(({ proj_code }) => proj_code === codes.get(facts.plant_id));
    const device = plant && plantDevices(plant).find(({ short_name }) => short_name === facts.short_name);
    if (!plant || !device) continue;
    const readings = deviceReadings(plant, device, times);
    heard.push({ facts, readings, quarters: quartersOf(facts, readings) });
    // The simulators answer polls in this same process; and a connection that asks nothing for long would be ended.
    await breathe();
    await lockEvaluationState(tx, new Date());
  }
  return Map.groupBy(heard, ({ facts }) => facts.plant_id);
}

/** Replays the company's last day and a half, unless it has alarms already; answers whether that is done. */
async function replay(tx: Tx, deps: Replay): Promise<boolean> {
  if (await hasAlarms(tx)) return true;
  if ((await lockEvaluationState(tx, new Date())) === undefined) return false;
  deps.onHeld();
  const heard = await loadHeard(tx, deps);
  if (deps.isStopped()) return true;
  const plants = await listPlantFacts(tx);
  const rules = new CompanyRules([]);
  const instants = [...gridTimes(deps.end_ms - PAST_MS, deps.end_ms, EVALUATE_EVERY_MS)];
  const watchedAt = async (now: number) => {
    await breathe();
    const made = plants.map((plant): WatchedPlant => {
      const devices = (heard.get(plant.plant_id) ?? []).map((device) => deviceAt(device, now));
      return { ...plant, ports: [], devices };
    });
    return { plants: made, rules };
  };
  const now = instants[0] ?? deps.end_ms;
  const evaluator = new AlarmEvaluator({ open: [], state: null, now, apart_ms: 2 * EVALUATE_EVERY_MS });
  if (!(await replayPast(tx, { instants, evaluator, watchedAt }))) return false;
  await markAllNotified(tx);
  return true;
}

async function replayCompany(scope: Scope, deps: Replay): Promise<void> {
  try {
    // The row is there before it is held for long: who wants it passes over one that is held, but waits for one that is made.
    await inScope(deps.pool, scope, (tx) => lockEvaluationState(tx, new Date()));
    let isDone = false;
    for (let tries = 0; tries < 50 && !isDone && !deps.isStopped(); tries++) {
      isDone = await inScope(deps.pool, scope, (tx) => replay(tx, deps));
      if (!isDone) await pause(200);
    }
  } catch (err) {
    deps.log.warn({ err }, 'the alarms of the past could not be replayed');
  }
}

/**
 * The alarms of the time before the first start: the evaluator replays what the simulators said then, so that there is
 * a history to see. Meanwhile the evaluation scheduler leaves the companies alone; who waits for `held` before any reading
 * comes knows that it has not opened alarms of its own by then, which would leave no room for a past.
 */
export function replayPastAlarms({ scopes, ...deps }: Deps): {
  readonly held: Promise<unknown>;
  readonly done: Promise<unknown>;
} {
  const replays = scopes.map((scope) => {
    const held = Promise.withResolvers<void>();
    const done = replayCompany(scope, { ...deps, onHeld: held.resolve }).finally(held.resolve);
    return { held: held.promise, done };
  });
  return {
    held: Promise.all(replays.map(({ held }) => held)),
    done: Promise.all(replays.map(({ done }) => done)),
  };
}
