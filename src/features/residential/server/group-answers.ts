import type { Out } from '../../../shared/contract/call.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { addDays, DEFAULT_CLOCK, localDay, periodBorders } from '../../../shared/units/zones.ts';
import { type PlantSource, plantSources } from '../../measurements/plant-series.model.ts';
import { placeKey } from '../../measurements/server/plant-hours.public.ts';
import { isRestTime } from '../../plants/daylight.model.ts';
import { type GroupDay, MAX_HOMES } from '../groups.contract.ts';
import { isGroup, MIN_GROUP, type QuarterSum, toldTogether } from '../ranking.model.ts';
import type { residentialCalls } from '../residential.contract.ts';
import { MAX_DAYS } from '../residential-fields.contract.ts';
import { listGroupSums } from './group-days.repository.ts';
import type { DaySum } from './home-days.repository.ts';
import { type HomeDevice, listHomeDevices } from './home-devices.repository.ts';
import { loadByStart, loadHeard, placeOf, type Span, sumOfTold, valuesAt } from './home-flows.ts';
import { MONTH_DAYS } from './home-months.repository.ts';
import { dayOf, iso, tooMany } from './home-powers.ts';
import { countHomes, type HomeFacts, listHomeFacts } from './homes.repository.ts';
import { judgeProject } from './homes.ts';

/** Homes whose readings of a day lie in memory together. */
const HOMES_AT_ONCE = 100;
export interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** The days that are asked for, else the last thirty that are over. @throws AppError invalid */
export function askedDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: number,
  /** What the last day is called where it is asked for. */
  path = 'to',
): AskedDays {
  const last = to ?? addDays(localDay(zone, now).day, -1);
  const first = from ?? addDays(last, 1 - MONTH_DAYS);
  const count = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  if (count >= 1 && count <= MAX_DAYS) return { from: first, to: last, count };
  const message = count < 1 ? 'must not lie before from' : 'must lie at most 400 days after from';
  throw new AppError('invalid', message, {
    errors: [{ path, message, code: count < 1 ? 'before_start' : 'too_long' }],
  });
}

/** How many homes of a project or of all there are, and the zone of most. @throws AppError not_found for a project that is not there */
export async function groupOf(tx: Tx, project_id: number | undefined) {
  await judgeProject(tx, project_id);
  const { homes, time_zone } = await countHomes(tx, project_id);
  return { homes, zone: time_zone ?? DEFAULT_CLOCK };
}

const share = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : withoutNoise(Math.min(1, Math.max(0, part / whole)));

function presentSum(sum: DaySum): GroupDay {
  const { produced_kwh, imported_kwh, used_kwh, self_used_kwh } = sum;
  const own = used_kwh === null || imported_kwh === null ? null : used_kwh - imported_kwh;
  return {
    ...sum,
    self_consumption: share(self_used_kwh, produced_kwh),
    self_sufficiency: share(own, used_kwh),
  };
}

/** Days of homes together; of fewer than five nothing. */
export async function groupDays(
  tx: Tx,
  asked: { project_id?: number | undefined; from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<Out<(typeof residentialCalls)['groupDays']['ok']>> {
  const { homes, zone } = await groupOf(tx, asked.project_id);
  const { from, to } = askedDays(asked, zone, now.getTime());
  const group = { homes, enough: isGroup(homes) };
  if (!group.enough) return { ...group, days: [] };
  const sums = await listGroupSums(tx, { project_id: asked.project_id, from, to, least: MIN_GROUP });
  return { ...group, days: sums.map(presentSum) };
}

type PowerSpan = Span & { readonly aggregate: 'mean' };

/** By quarter: what the homes of each project made that told it, and how many these are; of homes of no project by null. */
type SumsOfHomes = Map<number | null, QuarterSum>[];

/** Adds the powers of some homes to a day's quarters, each as far as all of its devices told it. @throws AppError limit */
async function addPowers(
  tx: Tx,
  homes: readonly HomeFacts[],
  { span, starts, sums }: { span: PowerSpan; starts: readonly number[]; sums: SumsOfHomes },
): Promise<void> {
  const devices = await listHomeDevices(
    tx,
    homes.map(({ plant_id }) => plant_id),
  );
  const byPlant = Map.groupBy(devices, ({ plant_id }) => plant_id);
  const makers = homes.map((home) => ({
    home,
    sources: plantSources(byPlant.get(home.plant_id) ?? [], 'ac_power_kw'),
  }));
  const places = makers.flatMap(({ sources }) => sources.map(placeOf));
  const told = (await loadByStart(tx, places, span)) ?? tooMany();
  const heard = await loadHeard(
    tx,
    makers.map(({ sources }) => sources),
  );
  const ofSource = (source: PlantSource<HomeDevice>) => told.get(placeKey(placeOf(source)));
  // Of a home that told nothing all day its night is not known either.
  const spoken = makers.filter(({ sources }) => sources.some((source) => (ofSource(source)?.size ?? 0) > 0));
  const toldAt = (at: number) => (source: PlantSource<HomeDevice>) => ofSource(source)?.get(at);
  for (const [i, at] of starts.entries())
    for (const { home, sources } of spoken) {
      const rests = () => isRestTime(home, at);
      const kw = sumOfTold(valuesAt(sources, { told: toldAt(at), heard, at, rests }));
      if (kw === null) continue;
      const before = sums[i]?.get(home.project_id) ?? { sum: 0, homes: 0 };
      sums[i]?.set(home.project_id, { sum: before.sum + kw, homes: before.homes + 1 });
    }
}

/** @throws AppError invalid for more homes than one answer reads */
export function judgeNumber(homes: number): void {
  if (homes <= MAX_HOMES) return;
  const message = `The power of at most ${MAX_HOMES} homes is added up at once: choose a project`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'project_id', message, code: 'too_many_homes', params: { most: MAX_HOMES } }],
  });
}

/** Power of homes together in a day; quarters that fewer than five homes told are not shown. @throws AppError limit; invalid for too many homes */
export async function groupPower(
  tx: Tx,
  { project_id, date }: { project_id?: number | undefined; date?: string | undefined },
  now: Date,
): Promise<Out<(typeof residentialCalls)['rresData']['ok']>> {
  await judgeProject(tx, project_id);
  const homes = await listHomeFacts(tx, project_id);
  judgeNumber(homes.length);
  const group = { homes: homes.length, enough: isGroup(homes.length), unit: 'kW' } as const;
  if (!group.enough) return { ...group, ts: [], values: [], told_by: [], left_out: [] };
  const zone = homes[0]?.time_zone ?? DEFAULT_CLOCK;
  const { start, end } = dayOf({ time_zone: zone }, date, now.getTime());
  const span = { resolution: '15m', aggregate: 'mean', start, end, now: now.getTime() } as const;
  const until = Math.min(end, Math.max(start, now.getTime()));
  const starts = periodBorders(zone, '15m', start, until).slice(0, -1);
  const sums: SumsOfHomes = starts.map(() => new Map());
  for (let from = 0; from < homes.length; from += HOMES_AT_ONCE)
    await addPowers(tx, homes.slice(from, from + HOMES_AT_ONCE), { span, starts, sums });
  const told = sums.map(toldTogether);
  return {
    ...group,
    ts: starts.map(iso),
    values: told.map(({ sum, homes }) => (isGroup(homes) ? withoutNoise(sum) : null)),
    told_by: told.map(({ homes, left_out }) => homes + left_out),
    left_out: told.map(({ left_out }) => left_out),
  };
}
