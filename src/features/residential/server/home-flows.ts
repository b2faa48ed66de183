import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import type { Period } from '../../../shared/units/zones.ts';
import { gridSources, type PlantSource, plantSources } from '../../measurements/plant-series.model.ts';
import { type HoursPlace, loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import { isRestTime, type Place, restsAtNight } from '../../plants/daylight.model.ts';
import type { Quantity } from '../../plants/plants.model.ts';
import { FLOWS, type FlowName, type HomeFlows, type MeasuredFlow } from '../home-balance.model.ts';
import type { HomeDevice } from './home-devices.repository.ts';

type Source = PlantSource<HomeDevice>;

/** Every slot of a quantity and kind at a home's devices. */
export function slotsOf(
  devices: readonly HomeDevice[],
  quantity: Quantity,
  kind: 'counter' | 'gauge',
): Source[] {
  return devices.flatMap((device) =>
    device.slots
      .filter((slot) => slot.quantity === quantity && slot.kind === kind)
      .map(({ slot }) => ({ device, slot })),
  );
}

/** By which devices each flow of a home is told. */
const sourcesOf = (devices: readonly HomeDevice[]): Readonly<Record<FlowName, readonly Source[]>> => ({
  produced: plantSources(devices, 'energy_export_kwh'),
  imported: gridSources(devices, 'energy_import_kwh'),
  exported: gridSources(devices, 'energy_export_kwh'),
  charged: slotsOf(devices, 'battery_charge_kwh', 'counter'),
  discharged: slotsOf(devices, 'battery_discharge_kwh', 'counter'),
});

export interface Span {
  readonly resolution: Period;
  /** Epoch ms of local midnights, half-open. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

export const placeOf = ({ device, slot }: Source): HoursPlace => ({ device_id: device.device_id, slot });

/** What places came to by the begin of their periods, by `placeKey`; undefined when the readings would be too many. */
export async function loadByStart(
  tx: Tx,
  places: readonly HoursPlace[],
  span: Span & { aggregate: 'energy' | 'mean' },
): Promise<Map<string, Map<number, number>> | undefined> {
  const loaded = await loadPeriods(tx, { ...span, places });
  if (!loaded) return undefined;
  return new Map(
    [...loaded].map(([key, { ts, values }]) => {
      const known = [...ts].flatMap((at, i): [number, number][] => {
        const value = values[i] ?? Number.NaN;
        return Number.isNaN(value) ? [] : [[at, value]];
      });
      return [key, new Map(known)];
    }),
  );
}

/** Whether a device that did not tell anything in a period was not there: it works no more, or was heard of only later. */
const isAbsent = (
  { enabled, device_id }: Pick<HomeDevice, 'enabled' | 'device_id'>,
  heard: ReadonlyMap<number, number>,
  at: number,
): boolean => !enabled || (heard.get(device_id) ?? 0) > at;

/** When the devices of homes were first heard of, where one of several may have replaced another. */
export async function loadHeard(
  tx: Tx,
  flows: Iterable<readonly Source[]>,
): Promise<ReadonlyMap<number, number>> {
  const several = [...flows].filter((sources) => sources.length > 1).flat();
  return loadFirstDays(tx, [...new Set(several.map(({ device }) => device.device_id))]);
}

interface PeriodFlows {
  readonly told: (source: Source) => number | undefined;
  readonly heard: ReadonlyMap<number, number>;
  /** The begin of the period. */
  readonly at: number;
  /** Whether what the night switches off may be off then. Asked only where it matters. */
  readonly rests: () => boolean;
}

/**
 * What sources told in a period, of those that were there: null where one that works did not tell. What the night switches off makes
 * nothing.
 */
export function valuesAt(
  sources: readonly Source[],
  { told, heard, at, rests }: PeriodFlows,
): number[] | null {
  const values: number[] = [];
  for (const source of sources) {
    const { device } = source;
    const value = told(source) ?? (restsAtNight(device.category) && rests() ? 0 : undefined);
    if (value !== undefined) values.push(value);
    else if (!isAbsent(device, heard, at)) return null;
  }
  return values;
}

/** The sum of what sources told; null where it is not known. */
export const sumOfTold = (values: readonly number[] | null): number | null => values && sumKnown(values);

/** The sum of a flow's sources in a period. */
const flowAt = (sources: readonly Source[], of: PeriodFlows): MeasuredFlow => ({
  kwh: sumOfTold(valuesAt(sources, of)),
  measured: sources.length > 0,
});

/** A home and when its flows are asked for. */
export interface FlowsOf {
  readonly plant_id: number;
  readonly place: Place;
  /** The begins of the periods, epoch ms. */
  readonly starts: readonly number[];
}

/** The flows of homes period by period, by plant and begin; undefined when the readings would be too many at once. */
export async function loadFlows(
  tx: Tx,
  { homes, devices }: { homes: readonly FlowsOf[]; devices: readonly HomeDevice[] },
  span: Span,
): Promise<Map<number, Map<number, HomeFlows>> | undefined> {
  const byPlant = Map.groupBy(devices, ({ plant_id }) => plant_id);
  const chosen = new Map(homes.map(({ plant_id }) => [plant_id, sourcesOf(byPlant.get(plant_id) ?? [])]));
  const places = [...chosen.values()].flatMap((flows) => FLOWS.flatMap((name) => flows[name].map(placeOf)));
  const told = await loadByStart(tx, places, { ...span, aggregate: 'energy' });
  if (!told) return undefined;
  const heard = await loadHeard(
    tx,
    [...chosen.values()].flatMap((flows) => FLOWS.map((name) => flows[name])),
  );
  return new Map(
    homes.map(({ plant_id, place, starts }) => {
      const sources = chosen.get(plant_id);
      const parts = starts.map((at): [number, HomeFlows] => {
        const rests = () => span.resolution === 'hour' && isRestTime(place, at);
        const flow = (name: FlowName) =>
          flowAt(sources?.[name] ?? [], {
            // A battery works at night, also one that a hybrid inverter tells of.
            rests: name === 'produced' ? rests : () => false,
            heard,
            at,
            told: (source) => told.get(placeKey(placeOf(source)))?.get(at),
          });
        return [at, Object.fromEntries(FLOWS.map((name) => [name, flow(name)])) as unknown as HomeFlows];
      });
      return [plant_id, new Map(parts)];
    }),
  );
}
