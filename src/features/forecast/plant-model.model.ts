import { knownZone } from '../../shared/units/zones.ts';
import { plantSources } from '../measurements/plant-series.model.ts';
import type { DeviceCategory, Quantity } from '../plants/plants.model.ts';
import { isSamePlane, type Plane } from './inputs.model.ts';

/** Modules on one plane as expected energy is computed for them. */
export interface SectionModel extends Plane {
  /** Null: the plant has no sections, and is taken as one. */
  readonly section_id: number | null;
  readonly name: string;
  readonly kw_peak: number;
  /** Rated output of its inverters; null where one's is not known. */
  readonly kw_ac: number | null;
  readonly losses_percent: number | null;
}

/** A slot of a device that tells something of a plant. */
export interface PlantSlot {
  readonly device_id: number;
  readonly slot: number;
  readonly section_id: number | null;
}

/** What makes energy, and which share of each section's. */
export interface Makers {
  readonly energy: readonly PlantSlot[];
  readonly shares: readonly (readonly number[])[];
}

/** What is missing before anything can be expected of a plant. */
export const LACKS = ['not_photovoltaic', 'place', 'kw_peak'] as const;
export type Lack = (typeof LACKS)[number];

/** What was assumed where nobody said. */
export const ASSUMED = ['plane', 'section_kw_peak', 'sections_without_kw_peak'] as const;
export type Assumed = (typeof ASSUMED)[number];

/** A plant as expected energy is computed for it. */
export interface PlantModel {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly time_zone: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Of its sections together. */
  readonly kw_peak: number;
  readonly sections: readonly SectionModel[];
  /** What its energy is counted by. */
  readonly energy: readonly PlantSlot[];
  /** Share of each section's energy that each of these makes: [source][section]; a section's shares add up to 1. */
  readonly shares: readonly (readonly number[])[];
  /** The same of its inverters, also where a meter counts its energy. */
  readonly inverters: Makers;
  readonly sensors: Readonly<Record<SensorQuantity, readonly PlantSlot[]>>;
  /** The plane of sensors that stand in no section: the plant's, else that of its largest section. */
  readonly sensor_plane: Plane;
  readonly lacks: readonly Lack[];
  readonly assumed: readonly Assumed[];
}

export const SENSORS = [
  'irradiance_poa_wm2',
  'module_temperature_c',
  'ambient_temperature_c',
  'wind_speed_ms',
] as const satisfies readonly Quantity[];
export type SensorQuantity = (typeof SENSORS)[number];

export interface DeviceOfPlant {
  readonly device_id: number;
  readonly category: DeviceCategory;
  readonly enabled: boolean;
  readonly section_id: number | null;
  readonly nominal_power: number | null;
  readonly slots: readonly {
    slot: number;
    kind: 'gauge' | 'counter' | 'state';
    quantity: Quantity;
    heard: boolean;
  }[];
}

export interface PlantOfCompany {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly production_type: string;
  readonly time_zone: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly potenza_nominale: number | null;
  readonly tilt_deg: number | null;
  readonly azimuth_deg: number | null;
  readonly sections: readonly {
    readonly section_id: number;
    readonly name: string;
    readonly tilt_deg: number | null;
    readonly azimuth_deg: number | null;
    readonly kw_peak: number | null;
    readonly losses_percent: number | null;
  }[];
  readonly devices: readonly DeviceOfPlant[];
}

/** Where nobody said how the modules stand: as most do in Italy. */
const USUAL_TILT_DEG = 30;
const SOUTH_DEG = 180;
const NORTH_DEG = 0;

const usualAzimuth = (latitude: number): number => (latitude < 0 ? NORTH_DEG : SOUTH_DEG);

interface Sized {
  section_id: number | null;
  name: string;
  tilt_deg: number | null;
  azimuth_deg: number | null;
  kw_peak: number;
  losses_percent: number | null;
}

/** Sections with their power; those without one share what the plant's power leaves. */
function sizedSections(plant: PlantOfCompany, assumed: Set<Assumed>): Sized[] {
  if (plant.sections.length === 0) {
    const { tilt_deg, azimuth_deg, potenza_nominale } = plant;
    const whole = { section_id: null, name: '', tilt_deg, azimuth_deg, losses_percent: null };
    return potenza_nominale ? [{ ...whole, kw_peak: potenza_nominale }] : [];
  }
  const unsized = plant.sections.filter(({ kw_peak }) => kw_peak === null).length;
  const known = plant.sections.reduce((sum, { kw_peak }) => sum + (kw_peak ?? 0), 0);
  const rest = Math.max(0, (plant.potenza_nominale ?? 0) - known);
  if (unsized > 0) assumed.add(rest > 0 ? 'section_kw_peak' : 'sections_without_kw_peak');
  return plant.sections.flatMap((section) => {
    const kw_peak = section.kw_peak ?? rest / unsized;
    return kw_peak > 0 ? [{ ...section, kw_peak }] : [];
  });
}

/** Rated output of the inverters in a section; those in no section stand for all sections by their power. */
function ratings(devices: readonly DeviceOfPlant[], sections: readonly Sized[]): (number | null)[] {
  const inverters = devices.filter(({ category, enabled }) => category === 'inverter' && enabled);
  const sumOf = (some: readonly DeviceOfPlant[]): number | null =>
    some.length === 0 || some.some(({ nominal_power }) => nominal_power === null)
      ? null
      : some.reduce((sum, { nominal_power }) => sum + (nominal_power ?? 0), 0);
  const ids = new Set(sections.map(({ section_id }) => section_id));
  const free = sumOf(inverters.filter(({ section_id }) => !ids.has(section_id) || section_id === null));
  const own = sections.map(({ section_id }) =>
    section_id === null ? null : sumOf(inverters.filter((device) => device.section_id === section_id)),
  );
  const without = sections.filter((_, i) => own[i] === null);
  const power = without.reduce((sum, { kw_peak }) => sum + kw_peak, 0);
  return sections.map(({ kw_peak, section_id }, i) => {
    const rating = own[i] ?? null;
    if (rating !== null) return rating > 0 ? rating : null;
    // A section with an inverter of unknown power is not helped out by those of others.
    if (section_id !== null && inverters.some((device) => device.section_id === section_id)) return null;
    return free === null || free <= 0 ? null : (free * kw_peak) / power;
  });
}

/** Which share of each section's energy each source makes: by nominal power, alike where one's is not known. */
function sharesOf(
  sources: readonly (PlantSlot & { nominal_power: number | null })[],
  sections: readonly Sized[],
): number[][] {
  const shares = sources.map(() => sections.map(() => 0));
  const places = [...sources.keys()];
  for (const [column, { section_id }] of sections.entries()) {
    const inside = places.filter((i) => section_id !== null && sources[i]?.section_id === section_id);
    const free = places.filter((i) => sources[i]?.section_id === null);
    const makers = inside.length > 0 ? inside : free.length > 0 ? free : places;
    const powers = makers.map((i) => sources[i]?.nominal_power ?? null);
    const total = powers.includes(null) ? 0 : powers.reduce<number>((sum, kw) => sum + (kw ?? 0), 0);
    makers.forEach((i, place) => {
      const row = shares[i];
      if (row) row[column] = total > 0 ? (powers[place] ?? 0) / total : 1 / makers.length;
    });
  }
  return shares;
}

/** What the energy of these devices is counted by, and the sections that each stands for. */
function makersOf(devices: readonly DeviceOfPlant[], sections: readonly Sized[]): Makers {
  const makers = plantSources(devices, 'energy_export_kwh').map(({ device, slot }) => ({
    device_id: device.device_id,
    slot,
    section_id: device.section_id,
    nominal_power: device.nominal_power,
  }));
  return {
    energy: makers.map(({ nominal_power: _, ...slot }) => slot),
    shares: sharesOf(makers, sections),
  };
}

function sensorPlane({ tilt_deg, azimuth_deg }: PlantOfCompany, sections: readonly SectionModel[]): Plane {
  if (tilt_deg !== null && azimuth_deg !== null) return { tilt_deg, azimuth_deg };
  const [first, ...others] = sections;
  if (!first) return { tilt_deg: USUAL_TILT_DEG, azimuth_deg: SOUTH_DEG };
  return others.reduce((largest, one) => (one.kw_peak > largest.kw_peak ? one : largest), first);
}

/** A plant as expected energy is computed for it; what it lacks is named, and nothing is expected then. */
export function plantModel(plant: PlantOfCompany): PlantModel {
  const assumed = new Set<Assumed>();
  const lacks: Lack[] = [];
  if (plant.production_type !== 'photovoltaic') lacks.push('not_photovoltaic');
  const latitude = plant.latitude ?? Number.NaN;
  const longitude = plant.longitude ?? Number.NaN;
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) lacks.push('place');
  const sized = sizedSections(plant, assumed);
  if (sized.length === 0) lacks.push('kw_peak');
  const rated = ratings(plant.devices, sized);
  const sections = sized.map((section, i) => {
    const tilt_deg = section.tilt_deg ?? plant.tilt_deg;
    const azimuth_deg = section.azimuth_deg ?? plant.azimuth_deg;
    if (tilt_deg === null || azimuth_deg === null) assumed.add('plane');
    return {
      section_id: section.section_id,
      name: section.name,
      kw_peak: section.kw_peak,
      losses_percent: section.losses_percent,
      kw_ac: rated[i] ?? null,
      tilt_deg: tilt_deg ?? USUAL_TILT_DEG,
      azimuth_deg: azimuth_deg ?? usualAzimuth(latitude),
    };
  });
  const sensorsOf = (quantity: SensorQuantity): PlantSlot[] =>
    plantSources(
      plant.devices.filter(({ enabled }) => enabled),
      quantity,
    ).map(({ device, slot }) => ({ device_id: device.device_id, slot, section_id: device.section_id }));
  return {
    plant_id: plant.plant_id,
    proj_code: plant.proj_code,
    time_zone: knownZone(plant.time_zone),
    latitude,
    longitude,
    kw_peak: sections.reduce((sum, { kw_peak }) => sum + kw_peak, 0),
    sections,
    ...makersOf(plant.devices, sized),
    inverters: makersOf(
      plant.devices.filter(({ category }) => category === 'inverter'),
      sized,
    ),
    sensors: {
      irradiance_poa_wm2: sensorsOf('irradiance_poa_wm2'),
      module_temperature_c: sensorsOf('module_temperature_c'),
      ambient_temperature_c: sensorsOf('ambient_temperature_c'),
      wind_speed_ms: sensorsOf('wind_speed_ms'),
    },
    sensor_plane: sensorPlane(plant, sections),
    lacks,
    assumed: [...assumed],
  };
}

/** The sensors of a plant that speak for a plane: those of the section itself, else those on a plane like it. */
export function sensorsFor(
  section: SectionModel,
  of: Pick<PlantModel, 'sensors' | 'sections' | 'sensor_plane'>,
  quantity: SensorQuantity,
): readonly PlantSlot[] {
  const slots = of.sensors[quantity];
  const isOfPlant = of.sections.includes(section);
  const own = slots.filter(
    ({ section_id }) => isOfPlant && section_id !== null && section_id === section.section_id,
  );
  if (own.length > 0) return own;
  return slots.filter(({ section_id }) => {
    const plane = of.sections.find((one) => one.section_id === section_id && section_id !== null);
    return isSamePlane(plane ?? of.sensor_plane, section);
  });
}
