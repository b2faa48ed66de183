import { sumIfAllKnown } from '../shared/units/sums.ts';
import type { Surface } from './plane-of-array.ts';
import type { ArrayModel } from './section-power.ts';

/** Modules on one plane, as power and energy are worked out for them. */
export interface PlantArray extends Surface, ArrayModel {
  /** Null: the plant has no sections, and is taken as one. */
  readonly section_id: number | null;
  readonly name: string;
}

/** A section as far as somebody has recorded it. */
export interface RecordedSection {
  readonly section_id: number;
  readonly name: string;
  readonly tilt_deg: number | null;
  readonly azimuth_deg: number | null;
  readonly kw_peak: number | null;
  readonly losses_percent: number | null;
}

/** An inverter that runs: rated output, kW, null where nobody recorded it. */
export interface RatedInverter {
  readonly section_id: number | null;
  readonly nominal_power: number | null;
}

/** A plant as far as somebody has recorded it. */
export interface RecordedPlant {
  readonly latitude: number | null;
  readonly potenza_nominale: number | null;
  readonly tilt_deg: number | null;
  readonly azimuth_deg: number | null;
  readonly sections: readonly RecordedSection[];
  readonly inverters: readonly RatedInverter[];
  /** Where what its energy is counted by stands; without it, where its inverters do. */
  readonly counted?: readonly Pick<RatedInverter, 'section_id'>[];
}

/** How modules stand, as far as somebody has recorded it, degrees. */
type RecordedPlane = Pick<RecordedSection, 'tilt_deg' | 'azimuth_deg'>;

/** What was taken for something where nobody said. */
export const ASSUMED = [
  'plane',
  'section_kw_peak',
  'sections_without_kw_peak',
  'losses',
  'rest_beside_sections',
  'rest_left_out',
] as const;
export type Assumed = (typeof ASSUMED)[number];

/** Where nobody said how the modules stand: as most do in Italy. */
export const USUAL_PLANE: Surface = { tilt_deg: 30, azimuth_deg: 180 };
const NORTH_DEG = 0;

type Sized = Omit<RecordedSection, 'section_id' | 'kw_peak'> & { section_id: number | null; kw_peak: number };

/** Sections come to less than their plant where this share of its power is lacking; below it powers were rounded. */
export const MIN_REST = 0.01;

/**
 * What the power of a plant's sections leaves of its own, as one more array that stands as the plant does, else as its largest section:
 * where something counts energy outside of all sections, it counts that of the rest, too. Where all of it stands in sections, nobody
 * tells what the rest makes, and nothing is expected of it.
 */
function restOf(plant: RecordedPlant, sized: readonly Sized[], assumed: Set<Assumed>): Sized[] {
  const [first, ...others] = sized;
  const nominal = plant.potenza_nominale ?? 0;
  const kw_peak = nominal - sized.reduce((sum, one) => sum + one.kw_peak, 0);
  if (!first || kw_peak <= nominal * MIN_REST) return [];
  const ids = new Set<number | null>(plant.sections.map(({ section_id }) => section_id));
  const counted = plant.counted ?? plant.inverters;
  const isCounted = counted.length === 0 || counted.some(({ section_id }) => !ids.has(section_id));
  assumed.add(isCounted ? 'rest_beside_sections' : 'rest_left_out');
  if (!isCounted) return [];
  const largest = others.reduce((most, one) => (one.kw_peak > most.kw_peak ? one : most), first);
  const stands = plant.tilt_deg === null || plant.azimuth_deg === null ? planeOf(largest, plant) : plant;
  const { tilt_deg, azimuth_deg } = stands;
  return [{ section_id: null, name: '', losses_percent: null, kw_peak, tilt_deg, azimuth_deg }];
}

/** Sections with their power; those without one share what the plant's power leaves. */
function sizedSections(plant: RecordedPlant, assumed: Set<Assumed>): Sized[] {
  if (plant.sections.length === 0) {
    const { potenza_nominale } = plant;
    const whole = { section_id: null, name: '', tilt_deg: null, azimuth_deg: null, losses_percent: null };
    return potenza_nominale && potenza_nominale > 0 ? [{ ...whole, kw_peak: potenza_nominale }] : [];
  }
  const unsized = plant.sections.filter(({ kw_peak }) => kw_peak === null).length;
  const known = plant.sections.reduce((sum, { kw_peak }) => sum + (kw_peak ?? 0), 0);
  const rest = Math.max(0, (plant.potenza_nominale ?? 0) - known);
  if (unsized > 0) assumed.add(rest > 0 ? 'section_kw_peak' : 'sections_without_kw_peak');
  const sized = plant.sections.flatMap((section) => {
    const kw_peak = section.kw_peak ?? rest / unsized;
    return kw_peak > 0 ? [{ ...section, kw_peak }] : [];
  });
  return [...sized, ...restOf(plant, sized, assumed)];
}

/** Rated output of the inverters in each section; those in no section stand for all sections by their power. */
function ratings(inverters: readonly RatedInverter[], sections: readonly Sized[]): (number | null)[] {
  const sumOf = (some: readonly RatedInverter[]): number | null =>
    some.length === 0 ? null : sumIfAllKnown(some.map(({ nominal_power }) => nominal_power));
  const ids = new Set(sections.map(({ section_id }) => section_id));
  const free = sumOf(inverters.filter(({ section_id }) => !ids.has(section_id) || section_id === null));
  const own = sections.map(({ section_id }) =>
    section_id === null ? null : sumOf(inverters.filter((inverter) => inverter.section_id === section_id)),
  );
  const without = sections.filter((_, i) => own[i] === null);
  const power = without.reduce((sum, { kw_peak }) => sum + kw_peak, 0);
  return sections.map(({ kw_peak, section_id }, i) => {
    const rating = own[i] ?? null;
    if (rating !== null) return rating > 0 ? rating : null;
    // A section with an inverter of unknown power is not helped out by those of others.
    if (section_id !== null && inverters.some((inverter) => inverter.section_id === section_id)) return null;
    return free === null || free <= 0 ? null : (free * kw_peak) / power;
  });
}

/** How the modules of a section stand: as it says, else as the plant does, else as is usual in its hemisphere. */
function planeOf(section: RecordedPlane, plant: RecordedPlane & Pick<RecordedPlant, 'latitude'>): Surface {
  const usual = (plant.latitude ?? 0) < 0 ? NORTH_DEG : USUAL_PLANE.azimuth_deg;
  return {
    tilt_deg: section.tilt_deg ?? plant.tilt_deg ?? USUAL_PLANE.tilt_deg,
    azimuth_deg: section.azimuth_deg ?? plant.azimuth_deg ?? usual,
  };
}

/** The planes that a plant's sensors of irradiance stand on. */
export interface SensorPlanes {
  /** Of those in a section, also in one without power. */
  readonly sections: readonly (Surface & { readonly section_id: number })[];
  /** Of those that stand in no section: the plant's, else that of its largest section. */
  readonly free: Surface;
}

/** On which planes sensors stand, for expected energy and for how clear the sky is alike. */
export function sensorPlanes(
  plant: Omit<RecordedPlant, 'inverters' | 'potenza_nominale'>,
  arrays: readonly PlantArray[],
): SensorPlanes {
  const sections = plant.sections.map((section) => ({
    section_id: section.section_id,
    ...planeOf(section, plant),
  }));
  const isRecorded = plant.tilt_deg !== null && plant.azimuth_deg !== null;
  const [first, ...others] = isRecorded ? [] : arrays;
  const largest = first && others.reduce((most, one) => (one.kw_peak > most.kw_peak ? one : most), first);
  const { tilt_deg, azimuth_deg } = largest ?? planeOf(plant, plant);
  return { sections, free: { tilt_deg, azimuth_deg } };
}

/** The plane of a sensor by the section that it stands in. */
export const sensorPlane = ({ sections, free }: SensorPlanes, section_id: number | null): Surface =>
  sections.find((section) => section.section_id === section_id) ?? free;

/**
 * The arrays that a plant's power is worked out from, for its forecast and for its expected energy alike. How much power they come to
 * stands once more as SQL, for reports on many plants: `model_kw` of features/reports/server/reports.repository.ts.
 * @param plant as recorded; its inverters are those that run
 * @returns none where no power is recorded; `kw_ac` is null where the rating of an inverter is not known, and nothing is clipped then
 */
export function arraysOf(plant: RecordedPlant): { arrays: PlantArray[]; assumed: Assumed[] } {
  const assumed = new Set<Assumed>();
  const sized = sizedSections(plant, assumed);
  const rated = ratings(plant.inverters, sized);
  const arrays = sized.map(({ section_id, name, kw_peak, losses_percent, ...section }, i) => {
    const tilt_deg = section.tilt_deg ?? plant.tilt_deg;
    const azimuth_deg = section.azimuth_deg ?? plant.azimuth_deg;
    if (tilt_deg === null || azimuth_deg === null) assumed.add('plane');
    if (losses_percent === null) assumed.add('losses');
    return {
      section_id,
      name,
      kw_peak,
      losses_percent,
      kw_ac: rated[i] ?? null,
      ...planeOf(section, plant),
    };
  });
  return { arrays, assumed: [...assumed] };
}
