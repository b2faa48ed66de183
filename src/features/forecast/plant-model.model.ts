import {
  type Assumed,
  arraysOf,
  type PlantArray,
  type RecordedSection,
  USUAL_PLANE,
} from '../../energy/plant-arrays.ts';
import { knownZone } from '../../shared/units/zones.ts';
import { plantSources } from '../measurements/plant-series.model.ts';
import type { DeviceCategory, Quantity } from '../plants/plants.model.ts';
import { isSamePlane, type Plane } from './inputs.model.ts';

/** Modules on one plane as expected energy is computed for them. */
export type SectionModel = PlantArray;

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

export { ASSUMED } from '../../energy/plant-arrays.ts';

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
  readonly sections: readonly RecordedSection[];
  readonly devices: readonly DeviceOfPlant[];
}

/** Which share of each section's energy each source makes: by nominal power, alike where one's is not known. */
function sharesOf(
  sources: readonly (PlantSlot & { nominal_power: number | null })[],
  sections: readonly SectionModel[],
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
function makersOf(devices: readonly DeviceOfPlant[], sections: readonly SectionModel[]): Makers {
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
  if (!first) return USUAL_PLANE;
  return others.reduce((largest, one) => (one.kw_peak > largest.kw_peak ? one : largest), first);
}

/** A plant as expected energy is computed for it; what it lacks is named, and nothing is expected then. */
export function plantModel(plant: PlantOfCompany): PlantModel {
  const lacks: Lack[] = [];
  if (plant.production_type !== 'photovoltaic') lacks.push('not_photovoltaic');
  const latitude = plant.latitude ?? Number.NaN;
  const longitude = plant.longitude ?? Number.NaN;
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) lacks.push('place');
  const { arrays: sections, assumed } = arraysOf({
    ...plant,
    inverters: plant.devices.filter(({ category, enabled }) => category === 'inverter' && enabled),
  });
  if (sections.length === 0) lacks.push('kw_peak');
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
    ...makersOf(plant.devices, sections),
    inverters: makersOf(
      plant.devices.filter(({ category }) => category === 'inverter'),
      sections,
    ),
    sensors: {
      irradiance_poa_wm2: sensorsOf('irradiance_poa_wm2'),
      module_temperature_c: sensorsOf('module_temperature_c'),
      ambient_temperature_c: sensorsOf('ambient_temperature_c'),
      wind_speed_ms: sensorsOf('wind_speed_ms'),
    },
    sensor_plane: sensorPlane(plant, sections),
    lacks,
    assumed,
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
