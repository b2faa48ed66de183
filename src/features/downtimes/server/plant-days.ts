import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import {
  type ExpectedPlant,
  expectedOf,
  hoursOfDay,
  loadExpectedHours,
} from '../../forecast/server/expected-hours.public.ts';
import { withoutCatchingUp } from '../../forecast/told-energy.model.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadHours, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { darkHours, type MakerDay, type PlantDay } from '../loss-parts.model.ts';
import { inputsOfMaker } from '../maker-inputs.model.ts';
import type { PoweredDevice } from '../power-share.model.ts';

const NOTHING = new Float64Array(0);
/** Days that are read at once. */
export const RUN_DAYS = 31;

/** A plant with the power of its devices. */
export interface KnownPlant extends ExpectedPlant {
  readonly devices: readonly PoweredDevice[];
  /** Power of the whole plant, kW. */
  readonly power_kw: number;
}

/** The local days of a plant that touch a window (epoch ms, half-open), in runs of days that are read at once. */
export function runsOfDays(zone: string, { start, end }: { start: number; end: number }): LocalDay[][] {
  const runs: LocalDay[][] = [];
  for (let at = start; at < end; ) {
    const day = localDay(zone, at);
    const run = runs.at(-1);
    if (run && run.length < RUN_DAYS) run.push(day);
    else runs.push([day]);
    at = day.end;
  }
  return runs;
}

type Hours = ReadonlyMap<string, Points>;

/** Energy of a plant's makers hour by hour; of a run that is too long by halves, of a day some devices at a time, and of one of which a device has too many readings nothing. */
async function energiesOf(
  tx: Tx,
  { makers }: Pick<ExpectedPlant, 'makers'>,
  { run, now }: { run: readonly LocalDay[]; now: number },
): Promise<Map<string, Hours>> {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return new Map();
  const energy = makers.map(({ slot }) => slot);
  const asked = { energy, means: [], start: first.start, end: last.end, now };
  const hours = await loadHours(tx, { ...asked, in_parts: run.length === 1 });
  if (hours || run.length === 1) return new Map(run.map(({ day }) => [day, hours ?? new Map()]));
  const middle = Math.ceil(run.length / 2);
  return new Map([
    ...(await energiesOf(tx, { makers }, { run: run.slice(0, middle), now })),
    ...(await energiesOf(tx, { makers }, { run: run.slice(middle), now })),
  ]);
}

/** A day of a plant, by its name. */
export type NamedDay = PlantDay & { readonly day: string };

/** Days of a plant, which follow each other, with what was made and what should have been; of today the hours that are over. */
export async function loadPlantDays(
  tx: Tx,
  known: KnownPlant,
  { run, now }: { run: readonly LocalDay[]; now: number },
): Promise<NamedDay[]> {
  const { plant, makers, devices, power_kw } = known;
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return [];
  const window = { start: first.start, end: last.end };
  const loaded = (await loadExpectedHours([known], { tx, now, window })).get(plant.plant_id) ?? [];
  const expected = new Map(loaded.map((day) => [day.day, day]));
  const energies = await energiesOf(tx, known, { run, now });
  const powers = new Map(devices.map((device) => [device.device_id, device.power_kw]));
  const isSolar = !plant.lacks.includes('not_photovoltaic') && !plant.lacks.includes('place');
  const source_ids = new Set(plant.energy.map(({ device_id }) => device_id));
  const before = new Map<number, Float64Array>();
  return run.flatMap(({ day, start, end }) => {
    const hours = Math.floor((Math.min(end, now) - start) / HOUR_MS);
    if (hours <= 0) return [];
    const of = { start, hours };
    const dark = darkHours(isSolar ? plant : null, of);
    const own = expected.get(day) ?? null;
    const made = makers.map((maker): MakerDay => {
      const { device_id, section_id, slot } = maker;
      const read = hoursOfDay(energies.get(day)?.get(placeKey(slot)), start, hours);
      const energy = withoutCatchingUp(read, before.get(device_id) ?? NOTHING, (hour) => !dark[hour]);
      before.set(device_id, read);
      const inputs = own ? inputsOfMaker(maker, own) : [];
      return {
        device_id,
        section_id,
        energy,
        inputs,
        power_kw: powers.get(device_id) ?? null,
        expected: own ? expectedOf(maker, own) : new Float64Array(hours).fill(Number.NaN),
      };
    });
    return [{ day, ...of, power_kw, source_ids, dark, makers: made, expected: own }];
  });
}
