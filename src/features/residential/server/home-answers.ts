import type { Out } from '../../../shared/contract/call.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import { placeKey } from '../../measurements/server/plant-hours.public.ts';
import { batterySums, cyclesOf, isBatteryImpossible, lastWeek, savedEur } from '../home-balance.model.ts';
import type { HomeDay } from '../home-energies.contract.ts';
import { type HomePeriod, periodsOf } from '../months.model.ts';
import { pricesOn } from '../prices.model.ts';
import type { residentialCalls } from '../residential.contract.ts';
import { askedDays } from './group-answers.ts';
import { listHomeDays, listKeptHomeDays, type StoredHomeDay } from './home-days.repository.ts';
import { findUnknownVariable, listHomeDevices } from './home-devices.repository.ts';
import { loadByStart } from './home-flows.ts';
import { iso, tooMany } from './home-powers.ts';
import type { HomeRow } from './homes.repository.ts';

/** Units that one chart holds. // spec §5, §9 */
const MAX_UNITS = 4;

const share = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : withoutNoise(Math.min(1, Math.max(0, part / whole)));

function presentDay(home: HomeRow, { plant_id: _, ...day }: StoredHomeDay): HomeDay {
  const { used_kwh, imported_kwh, produced_kwh, self_used_kwh } = day;
  const own = used_kwh === null || imported_kwh === null ? null : used_kwh - imported_kwh;
  return {
    ...day,
    self_consumption: share(self_used_kwh, produced_kwh),
    self_sufficiency: share(own, used_kwh),
    saved_eur: withoutNoise(savedEur(day, pricesOn(home, day.day))),
  };
}

/** Days of a home, with whether its battery's meters can be right. @throws AppError invalid */
export async function daysOfHome(
  tx: Tx,
  home: HomeRow,
  { now, ...asked }: { from?: string | undefined; to?: string | undefined; now: number },
): Promise<{ days: HomeDay[]; battery_cycles: number | null; battery_fault: boolean }> {
  const { from, to } = askedDays(asked, home.time_zone, now);
  const stored = await listHomeDays(tx, { plant_id: home.plant_id, from, to });
  return {
    days: stored.map((day) => presentDay(home, day)),
    battery_cycles: withoutNoise(cyclesOf(stored, home.storage_kwh)),
    battery_fault: isBatteryImpossible(batterySums(lastWeek(stored, to)), home.storage_kwh),
  };
}

const presentPeriod = (period: HomePeriod): HomePeriod => ({
  ...period,
  produced_kwh: withoutNoise(period.produced_kwh),
  imported_kwh: withoutNoise(period.imported_kwh),
  exported_kwh: withoutNoise(period.exported_kwh),
  used_kwh: withoutNoise(period.used_kwh),
  self_sufficiency: withoutNoise(period.self_sufficiency),
  saved_eur: withoutNoise(period.saved_eur),
  capacity_kwh: withoutNoise(period.capacity_kwh),
});

/** The months and years of a home, of all of its days that are kept. */
export async function periodsOfHome(
  tx: Tx,
  home: HomeRow,
): Promise<Out<(typeof residentialCalls)['homePeriods']['ok']>> {
  const days = (await listKeptHomeDays(tx, home.plant_id)).map((day) => ({
    ...day,
    saved_eur: savedEur(day, pricesOn(home, day.day)),
  }));
  return {
    proj_code: home.proj_code,
    months: periodsOf(days, 'month').map(presentPeriod),
    years: periodsOf(days, 'year').map(presentPeriod),
  };
}

/** @throws AppError invalid for a name that the company does not know */
async function judgeVariables(tx: Tx, names: readonly string[]): Promise<void> {
  const unknown = await findUnknownVariable(tx, names);
  if (unknown === undefined) return;
  const message = `unknown variable ${unknown}`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'variables', message, code: 'no_such_variable', params: { name: unknown } }],
  });
}

/** @throws AppError invalid */
function tooManyUnits(): never {
  // spec §5: the sentence of a fifth unit
  const message = 'Too much units of measure. Deselect a variable';
  throw new AppError('invalid', message, {
    errors: [{ path: 'variables', message, code: 'too_many_units', params: { most: MAX_UNITS } }],
  });
}

interface ChartAsked {
  readonly variables: readonly string[];
  readonly start: string;
  readonly end: string;
  readonly resolution: '15m' | 'hour' | 'day' | 'month';
  readonly now: number;
}

/** Variables of a home's devices over time. @throws AppError invalid for a fifth unit; limit */
export async function chartOfHome(
  tx: Tx,
  home: HomeRow,
  asked: ChartAsked,
): Promise<Out<(typeof residentialCalls)['chartData']['ok']>> {
  const { resolution, now } = asked;
  const { from, to } = askedDays({ from: asked.start, to: asked.end }, home.time_zone, now, 'end');
  await judgeVariables(tx, asked.variables);
  const devices = await listHomeDevices(tx, [home.plant_id]);
  const chosen = devices.flatMap(({ device_id, short_name, slots }) =>
    slots
      .filter(({ name }) => asked.variables.includes(name))
      .map(({ slot, name, unit, kind }) => ({
        device_id,
        slot,
        device: short_name,
        variable: name,
        unit,
        kind,
      })),
  );
  if (new Set(chosen.map(({ unit }) => unit)).size > MAX_UNITS) tooManyUnits();
  const span = {
    resolution,
    now,
    start: dayBorders(home.time_zone, from).start,
    end: dayBorders(home.time_zone, to).end,
  };
  const counters = chosen.filter(({ kind }) => kind === 'counter');
  const others = chosen.filter(({ kind }) => kind !== 'counter');
  const energies = (await loadByStart(tx, counters, { ...span, aggregate: 'energy' })) ?? tooMany();
  const means = (await loadByStart(tx, others, { ...span, aggregate: 'mean' })) ?? tooMany();
  return chosen.map(({ device, variable, unit, kind, ...place }) => {
    const points = (kind === 'counter' ? energies : means).get(placeKey(place)) ?? new Map<number, number>();
    const ts = [...points.keys()];
    return { device, variable, unit, ts: ts.map(iso), values: [...points.values()].map(withoutNoise) };
  });
}
