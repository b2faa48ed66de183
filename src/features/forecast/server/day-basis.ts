import { createHash } from 'node:crypto';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LocalDay } from '../../../shared/units/zones.ts';
import { loadDays } from '../../measurements/server/stored-days.public.ts';
import type { EnergySource, PlantSlot } from '../plant-model.model.ts';
import type { PastIrradiance } from './past-irradiance.ts';
import { type PlantContext, slotsOf } from './plant-contexts.ts';
import type { SinceOf } from './since.ts';

/** Of a day of which nothing was measured. */
const NOTHING = '-';

/** Whether something that makes energy stood there on a day, where that is not told by its readings. */
function standing(source: EnergySource, { start, end }: LocalDay, since: SinceOf): string {
  const { ended_at } = source;
  if (since(source) >= end || (ended_at !== null && ended_at < start)) return 'absent ';
  return ended_at !== null && ended_at < end ? `until ${ended_at} ` : '';
}

/** What days are made from. */
export interface Bases {
  /** As one text: the plant's digest, what the day's readings come to, and what a weather provider says of it. */
  readonly of: (context: PlantContext, day: LocalDay) => string;
  /**
   * Whether a kept day still stands on what it was made from. A weather provider's irradiance changes no day whose sun was
   * measured, and what is too old to be kept takes nothing from the days that were made from it.
   */
  readonly stands: (kept: KeptBasis, context: PlantContext, day: LocalDay) => boolean;
}

interface KeptBasis {
  readonly basis: string;
  readonly measured: boolean;
}

/** The digest of the plant alone, of a basis. */
export const isOfPlant = (basis: string, { digest }: Pick<PlantContext, 'digest'>): boolean =>
  basis.startsWith(`${digest}.`);

/**
 * Tells the basis of plants' days: it changes when a plant's model, its typical year, the readings of the day, which of its sources
 * stood there or what a weather provider says of it do. What readings come to is taken from the figures of days, which are made anew whenever readings come in.
 */
export async function loadBases(
  tx: Tx,
  contexts: readonly PlantContext[],
  { from, to, weather, since }: { from: string; to: string; weather: PastIrradiance; since: SinceOf },
): Promise<Bases> {
  const slots = new Map(contexts.map((context) => [context.plant.plant_id, slotsOf(context)]));
  const places = [...slots.values()].flatMap(({ energy, means }) => [...energy, ...means]);
  const figures = new Map<string, string>();
  if (places.length > 0) {
    const wanted = [...new Set(places.map(({ slot }) => slot))].sort((a, b) => a - b);
    const days = await loadDays(tx, {
      device_ids: [...new Set(places.map(({ device_id }) => device_id))],
      slots: wanted,
      from,
      to,
      fields: ['n', 'sum', 'energy'],
    });
    for (const { device_id, day, row } of days)
      wanted.forEach((slot, i) => {
        if (row.n[i])
          figures.set(`${device_id}/${slot}/${day}`, `${row.n[i]}:${row.sum[i]}:${row.energy[i]}`);
      });
  }
  const measured = (context: PlantContext, of: LocalDay): string => {
    const { energy = [], means = [] } = slots.get(context.plant.plant_id) ?? {};
    const figuresOf = ({ device_id, slot }: PlantSlot) =>
      figures.get(`${device_id}/${slot}/${of.day}`) ?? NOTHING;
    const known = [...energy, ...means].some((slot) => figuresOf(slot) !== NOTHING);
    const found = [
      ...energy.map((source) => `${standing(source, of, since)}${figuresOf(source)}`),
      ...means.map(figuresOf),
    ];
    const data = known
      ? createHash('sha1').update(found.join(' ')).digest('base64url').slice(0, 16)
      : NOTHING;
    return `${context.digest}.${data}`;
  };
  const of = (context: PlantContext, day: LocalDay): string => {
    const said = weather.digestOf(context.plant, day);
    return said === null ? measured(context, day) : `${measured(context, day)}.${said}`;
  };
  const stands = (kept: KeptBasis, context: PlantContext, day: LocalDay): boolean => {
    const own = measured(context, day);
    if (kept.basis !== own && !kept.basis.startsWith(`${own}.`)) return false;
    const said = kept.measured ? null : weather.digestOf(context.plant, day);
    return said === null || kept.basis === `${own}.${said}`;
  };
  return { of, stands };
}
