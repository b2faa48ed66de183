import { listChangedDays } from '../../../shared/server/changed-days.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import type { PlantAvailability } from '../availability.contract.ts';
import { energyAvailability, hoursUnder, noHours } from '../availability.model.ts';
import { countedOf } from '../availability-day.model.ts';
import { listRules, type RatedPlant } from './availability.repository.ts';
import { type KeptSum, sumKept } from './availability-days.repository.ts';
import { begunDays, wholeDaysOf } from './counted-days.ts';
import { lostKwh, powerOf, sunSource, withShares } from './plant-shares.ts';
import { NONE_UNMADE, type Unmade, unmadeDays } from './unmade-days.ts';

interface Window {
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

function toldOf(
  plant: RatedPlant,
  sum: KeptSum | undefined,
  {
    window,
    lost,
    open,
    unmade,
    since,
  }: { window: Window; lost: number; open: number; unmade: Unmade; since: Date | null },
): PlantAvailability {
  const { proj_code, plant_name, time_zone } = plant;
  const { raw, cells } = sum ? countedOf(sum) : { raw: noHours(), cells: null };
  const energy_kwh = sum?.energy_kwh ?? null;
  return {
    proj_code,
    plant_name,
    time_zone,
    least_irradiance_wm2: plant.least_irradiance_wm2,
    sun: sunSource(plant),
    start: new Date(window.start).toISOString(),
    end: new Date(window.end).toISOString(),
    raw: withShares(raw),
    contractual: withShares(cells ? hoursUnder(cells) : noHours()),
    energy: {
      availability: energy_kwh === null ? null : energyAvailability(energy_kwh, lost),
      energy_kwh: energy_kwh ?? 0,
      lost_kwh: lost,
    },
    pending_days: plant.devices.length === 0 ? 0 : open + unmade.unmade,
    unmade_days: unmade.unmade,
    older_days: unmade.older,
    power_kw: powerOf(plant),
    recounting_since: since?.toISOString() ?? null,
    sections: [],
    devices: [],
  };
}

/** Since when days of plants that lie in a window are to be counted anew; nothing of those that are not. */
export async function recountingSince(
  tx: Tx,
  plant_ids: readonly number[],
  { start, end }: Pick<Window, 'start' | 'end'>,
): Promise<ReadonlyMap<number, Date>> {
  const since = new Map<number, Date>();
  for (const { plant_id, from_at, to_at, changed_at } of await listChangedDays(tx, plant_ids))
    if (from_at.getTime() < end && (to_at?.getTime() ?? end) > start && !since.has(plant_id))
      since.set(plant_id, changed_at);
  return since;
}

/** Availability of many plants, as sums of their days that are kept. Today, days that lie in the window only in part, and days that are not made yet are told as pending. */
export async function availabilityOfMany(
  tx: Tx,
  plants: readonly RatedPlant[],
  window: Window,
): Promise<PlantAvailability[]> {
  const rules = await listRules(tx);
  const told = new Map<number, PlantAvailability>();
  const since = await recountingSince(
    tx,
    plants.map(({ plant_id }) => plant_id),
    window,
  );
  for (const [zone, own] of Map.groupBy(plants, ({ time_zone }) => time_zone)) {
    const days = wholeDaysOf(zone, window);
    const [first, last] = [days[0], days.at(-1)];
    const span = {
      plant_ids: own.map(({ plant_id }) => plant_id),
      from: first?.day ?? '',
      to: last?.day ?? '',
    };
    const sums = first ? await sumKept(tx, span, 0) : [];
    const lost = first
      ? await lostKwh(tx, { ...span, of_kept_days: true }, rules)
      : new Map<number, number>();
    const byPlant = new Map(sums.map((sum) => [sum.plant_id, sum]));
    const kept = new Map(sums.map((sum) => [sum.plant_id, sum.days]));
    const unmade = await unmadeDays(tx, {
      plants: own,
      days: days.map(({ day }) => day),
      kept,
      today: localDay(zone, window.now).day,
    });
    // Today, and days at its borders that lie in the window only in part.
    const open = begunDays(zone, window) - days.length;
    for (const plant of own) {
      const { plant_id } = plant;
      const of = { window, open, unmade: unmade.get(plant_id) ?? NONE_UNMADE, lost: lost.get(plant_id) ?? 0 };
      told.set(plant_id, toldOf(plant, byPlant.get(plant_id), { ...of, since: since.get(plant_id) ?? null }));
    }
  }
  return plants.flatMap(({ plant_id }) => told.get(plant_id) ?? []);
}
