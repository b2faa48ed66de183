import { createHash } from 'node:crypto';
import type { LocalDay } from '../../../shared/units/zones.ts';
import { loadDays } from '../../measurements/server/stored-days.public.ts';
import type { RatedPlant } from './availability.repository.ts';
import { type Counting, leastOf, STEP_MS, standingIn, standsIn } from './counting.ts';
import { listOthers } from './rgi.repository.ts';

/** Raised when days come out otherwise from the same inputs. */
const VERSION = 1;

const digest = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('base64url').slice(0, 20);

/** What the readings of the day come to, of each place. */
async function figuresOf({ tx }: Counting, plant: RatedPlant, span: { from: string; to: string }) {
  const places = [...plant.devices, ...plant.sensors];
  const slots = [...new Set(places.map(({ slot }) => slot))].sort((a, b) => a - b);
  const found = new Map<string, string>();
  if (places.length === 0) return { places, found };
  const device_ids = [...new Set(places.map(({ device_id }) => device_id))];
  for (const { device_id, day, row } of await loadDays(tx, {
    device_ids,
    slots,
    ...span,
    fields: ['n', 'sum', 'max'],
  }))
    slots.forEach((slot, i) => {
      if (row.n[i]) found.set(`${device_id}/${slot}/${day}`, `${row.n[i]}:${row.sum[i]}:${row.max[i]}`);
    });
  return { places, found };
}

/** What stands in a plant on a day, and how; what came later or had gone before makes no day anew. */
function modelsOf(counting: Counting, plant: RatedPlant): (day: LocalDay) => string {
  const { plant_name: _, proj_code: __, least_irradiance_wm2: ___, devices, sensors, ...place } = plant;
  const inside = (one: RatedPlant['sensors'][number], day: LocalDay): number[] => {
    const { from, until } = standingIn(counting, one);
    return [...(from >= day.start ? [from] : []), ...(until < day.end ? [-until] : [])];
  };
  return (day) => {
    const there = <T extends RatedPlant['sensors'][number]>(list: readonly T[]) =>
      list.filter((one) => standsIn(standingIn(counting, one), day));
    const rated = there(devices).map((one) => [
      one.device_id,
      one.nominal_power,
      one.slot,
      ...inside(one, day),
    ]);
    const lit = there(sensors).map((one) => ({ device_id: one.device_id, slot: one.slot }));
    const cut = there(sensors).flatMap((one) => inside(one, day));
    return digest([
      VERSION,
      { ...place, sensors: lit },
      rated,
      leastOf(counting, plant),
      ...(cut.length > 0 ? [cut] : []),
    ]);
  };
}

/**
 * Of what days of a plant are made, as one text each: the devices and sensors that stood there that day, what their readings come to, the periods of its
 * calendar, downtimes, and what is said of their causes. A kept day whose text is another one is made anew.
 */
export async function basesOf(
  counting: Counting,
  plant: RatedPlant,
  days: readonly LocalDay[],
): Promise<ReadonlyMap<string, string>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const modelOf = modelsOf(counting, plant);
  const { places, found } = await figuresOf(counting, plant, { from: first.day, to: last.day });
  const periods = await listOthers(counting.tx, {
    plant_id: plant.plant_id,
    start: first.start,
    end: last.end,
  });
  const downtimes = counting.downtimes.filter(({ plant_id }) => plant_id === plant.plant_id);
  const rules = counting.rules.filter(({ plant_id }) => plant_id === null || plant_id === plant.plant_id);
  const within = <T extends { start_at: Date }>(
    list: readonly T[],
    end: (one: T) => Date | null,
    day: LocalDay,
  ) =>
    list.filter(
      (one) =>
        one.start_at.getTime() < day.end && (end(one)?.getTime() ?? Number.POSITIVE_INFINITY) > day.start,
    );
  return new Map(
    days.map((day) => {
      const stood = within(downtimes, ({ stop_at }) => stop_at, day);
      const known = new Set(stood.map(({ cause_id }) => cause_id));
      const said = rules.filter(
        (rule) => known.has(rule.cause_id) && rule.from_on <= day.day && (rule.to_on ?? day.day) >= day.day,
      );
      const there = places.filter((one) => standsIn(standingIn(counting, one), day));
      const read = there.map(({ device_id, slot }) => found.get(`${device_id}/${slot}/${day.day}`) ?? '-');
      const closed = within(periods, ({ end_at }) => end_at, day).map(
        (one) => [one.start_at, one.end_at, one.working] as const,
      );
      const borders = [...closed.flat(), ...stood.flatMap((one) => [one.start_at, one.stop_at])];
      // Quarters were not always cut: days with such borders come out otherwise than before, all others stay as they are.
      const cut = borders.some((at) => at instanceof Date && at.getTime() % STEP_MS !== 0) ? ['cut'] : [];
      // Of several that stopped a part at once only the first was counted.
      const parts = stood.filter(({ part }) => part < 1).length > 1 ? ['parts'] : [];
      return [day.day, `${modelOf(day)}.${digest([read, closed, stood, said, ...cut, ...parts])}`];
    }),
  );
}
