import { medianOf } from '../../../../../shared/units/median.ts';
import type { DeviceCategory } from '../../../../plants/plants.model.ts';
import type { AggregateSeries } from '../../../series.contract.ts';
import type { AggregateDevice } from '../../receipt.model.ts';

/** What devices are compared by: energy for each kW of nominal power, energy, or their mean. */
export type Basis = 'specific' | 'energy' | 'mean';

/** A device beside its siblings: what its window came to, and how far it stands from the middle of its plant. */
export interface Standing {
  key: string;
  proj_code: string;
  short_name: string;
  category: DeviceCategory;
  /** kW. */
  nominal_power: number | null;
  sum: number | null;
  mean: number | null;
  min: number | null;
  max: number | null;
  last: number | null;
  /** kWh. */
  energy: number | null;
  /** How much of it was booked when a counter came back after a silence, kWh; null where none is known of. */
  recovered: number | null;
  /** kWh for each kW of nominal power. */
  specific: number | null;
  /** By what it is compared with its siblings. */
  basis: Basis;
  /** Share above (or below) the median of its plant's devices of its kind: -0.03 is 3 % less. Null without enough siblings. */
  deviation: number | null;
}

/** Of which kind a device is, by its id. */
export type CategoryOf = (device_id: number) => DeviceCategory;

/** Fewer than these have no middle that says anything. */
const MIN_SIBLINGS = 3;

/** From here on a device counts as weak. */
export const WEAK = -0.02;

/** Of quarter hours it is not known whether what came back on a day came back in the window. */
function recoveredOf({ resolution, recovered = [] }: AggregateSeries): number | null {
  if (resolution === '15m' || recovered.length === 0) return null;
  return recovered.reduce((sum, { energy }) => sum + energy, 0);
}

function bare(device: AggregateDevice, categoryOf: CategoryOf): Standing[] {
  const { master_id, proj_code, short_name, nominal_power, results } = device;
  const [series] = results;
  if (!series?.figures || master_id === null) return [];
  const { sum, mean, min, max, last, energy } = series.figures;
  const specific =
    energy !== null && nominal_power !== null && nominal_power > 0 ? energy / nominal_power : null;
  return [
    {
      key: String(master_id),
      proj_code,
      short_name: short_name ?? '',
      category: categoryOf(master_id),
      nominal_power,
      sum,
      mean,
      min,
      max,
      last,
      energy,
      recovered: recoveredOf(series),
      specific,
      basis: 'mean',
      deviation: null,
    },
  ];
}

/** What all siblings that have figures can be compared by; the specific energy says most. */
function basisOf(siblings: readonly Standing[]): Basis {
  const known = siblings.filter((one) => one.mean !== null || one.energy !== null);
  if (known.length > 0 && known.every((one) => one.specific !== null)) return 'specific';
  return known.length > 0 && known.every((one) => one.energy !== null) ? 'energy' : 'mean';
}

function compared(siblings: readonly Standing[]): Standing[] {
  const basis = basisOf(siblings);
  const values = siblings.map((one) => one[basis]).filter((value) => value !== null);
  const median = values.length >= MIN_SIBLINGS ? medianOf(values) : null;
  return siblings.map((one) => {
    const value = one[basis];
    const deviation = median === null || median <= 0 || value === null ? null : value / median - 1;
    return { ...one, basis, deviation };
  });
}

/** Devices with their figures, each compared with those of its kind in its plant. */
export function standingsOf(devices: readonly AggregateDevice[], categoryOf: CategoryOf): Standing[] {
  const all = devices.flatMap((device) => bare(device, categoryOf));
  const places = new Map(all.map(({ key }, i) => [key, i]));
  return [...Map.groupBy(all, (one) => `${one.proj_code} ${one.category}`).values()]
    .flatMap(compared)
    .toSorted((a, b) => (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0));
}
