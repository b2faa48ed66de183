import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, earlier } from '../../../shared/units/zones.ts';
import { KEPT_DAYS } from '../../forecast/periods.model.ts';
import { listFirstDays, listLetGoOf } from '../../measurements/server/plant-days.public.ts';
import type { RatedPlant } from './availability.repository.ts';
import { listGaps, listMissingDays } from './availability-days.repository.ts';

interface Query {
  readonly plants: readonly RatedPlant[];
  /** Days of the plants' calendars that are over, ascending. */
  readonly days: readonly string[];
  /** How many of them are kept, by plant. */
  readonly kept: ReadonlyMap<number, number>;
  /** By the plants' calendars. */
  readonly today: string;
}

/** Days of a plant that are over since it was first heard, and are not kept. */
export interface Unmade {
  /** That the program makes. */
  readonly unmade: number;
  /** That lie too far back for it. */
  readonly older: number;
}

export const NONE_UNMADE: Unmade = { unmade: 0, older: 0 };

/**
 * How many days of plants with inverters are over since they were first heard and are not kept, by plant; of others nothing. Those whose
 * readings were let go before are not waited for. The days themselves are looked at only of plants with fewer than they should have.
 */
export async function unmadeDays(
  tx: Tx,
  { plants, days, kept, today }: Query,
): Promise<ReadonlyMap<number, Unmade>> {
  const plant_ids = plants.filter(({ devices }) => devices.length > 0).map(({ plant_id }) => plant_id);
  const [begin, to] = [days[0], days.at(-1)];
  if (begin === undefined || to === undefined || plant_ids.length === 0) return new Map();
  const first = await listFirstDays(tx, plant_ids);
  const unsure = plant_ids.flatMap((plant_id) => {
    const heard = first.get(plant_id);
    if (heard === undefined || heard > to) return [];
    const since = earlier(heard, begin) === begin ? heard : begin;
    const due = days.length - days.findIndex((day) => day >= since);
    return due === (kept.get(plant_id) ?? 0) ? [] : [{ plant_id, since }];
  });
  return gapsOf(tx, unsure, { to, makes_from: addDays(today, -KEPT_DAYS) });
}

interface Since {
  readonly plant_id: number;
  readonly since: string;
}

async function gapsOf(
  tx: Tx,
  plants: readonly Since[],
  { to, makes_from }: { readonly to: string; readonly makes_from: string },
): Promise<ReadonlyMap<number, Unmade>> {
  const unmade = new Map<number, Unmade>();
  if (plants.length === 0) return unmade;
  const gaps = await listGaps(tx, plants, { to, makes_from });
  if (gaps.length === 0) return unmade;
  for (const { plant_id, ...of } of gaps) unmade.set(plant_id, of);
  const let_go = await listLetGoOf(tx, {
    plant_ids: gaps.map(({ plant_id }) => plant_id),
    from: gaps.map(({ first }) => first).sort()[0] ?? to,
    to:
      gaps
        .map(({ last }) => last)
        .sort()
        .at(-1) ?? to,
  });
  const some = plants.filter(({ plant_id }) => unmade.has(plant_id) && let_go.has(plant_id));
  for (const { plant_id, days } of some.length === 0 ? [] : await listMissingDays(tx, some, to)) {
    const left = days.filter((day) => !let_go.get(plant_id)?.has(day));
    const older = left.filter((day) => day < makes_from).length;
    unmade.set(plant_id, { unmade: left.length - older, older });
  }
  return unmade;
}
