import {
  type Assumed,
  arraysOf,
  type PlantArray,
  type RecordedSection,
  type SensorPlanes,
  sensorPlane,
  sensorPlanes,
} from '../../energy/plant-arrays.ts';
import { knownZone } from '../../shared/units/zones.ts';
import { plantSources } from '../measurements/plant-series.model.ts';
import type { DeviceCategory, Quantity } from '../plants/plants.model.ts';
import { isSamePlane } from './inputs.model.ts';

/** Modules on one plane as expected energy is computed for them. */
export type SectionModel = PlantArray;

/** A slot of a device that tells something of a plant. */
export interface PlantSlot {
  readonly device_id: number;
  readonly slot: number;
  readonly section_id: number | null;
}

/** Something that makes energy, or counts what others make. */
export interface EnergySource extends PlantSlot {
  /** kW; null where nobody said. */
  readonly nominal_power: number | null;
  /** When somebody entered it, epoch ms. */
  readonly entered_at: number;
  /** Its last reading, epoch ms, of one that was switched off; null: it works. */
  readonly ended_at: number | null;
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
  /** What its energy is counted by, also what was switched off since. */
  readonly energy: readonly EnergySource[];
  /** Its inverters, also where a meter counts its energy. */
  readonly inverters: readonly EnergySource[];
  readonly sensors: Readonly<Record<SensorQuantity, readonly PlantSlot[]>>;
  /** Where its sensors of irradiance stand. */
  readonly sensor_planes: SensorPlanes;
  readonly lacks: readonly Lack[];
  readonly assumed: readonly Assumed[];
}

export const SENSORS = [
  'irradiance_poa_wm2',
  'irradiance_ghi_wm2',
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
  /** Epoch ms. */
  readonly entered_at: number;
  readonly slots: readonly {
    slot: number;
    kind: 'gauge' | 'counter' | 'state';
    quantity: Quantity;
    heard: boolean;
    /** Its last good reading, epoch ms, of a device that is switched off; null of others. */
    last_at: number | null;
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

/** What the energy of these devices is counted by. */
const energyOf = (devices: readonly DeviceOfPlant[]): EnergySource[] =>
  plantSources(devices, 'energy_export_kwh').map(({ device, slot }) => ({
    device_id: device.device_id,
    slot,
    section_id: device.section_id,
    nominal_power: device.nominal_power,
    entered_at: device.entered_at,
    ended_at: device.enabled ? null : (device.slots.find((one) => one.slot === slot)?.last_at ?? 0),
  }));

/** A plant as expected energy is computed for it; what it lacks is named, and nothing is expected then. */
export function plantModel(plant: PlantOfCompany): PlantModel {
  const lacks: Lack[] = [];
  if (plant.production_type !== 'photovoltaic') lacks.push('not_photovoltaic');
  const latitude = plant.latitude ?? Number.NaN;
  const longitude = plant.longitude ?? Number.NaN;
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) lacks.push('place');
  const energy = energyOf(plant.devices);
  const { arrays: sections, assumed } = arraysOf({
    ...plant,
    counted: energy.filter(({ ended_at }) => ended_at === null),
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
    energy,
    inverters: energyOf(plant.devices.filter(({ category }) => category === 'inverter')),
    sensors: {
      irradiance_poa_wm2: sensorsOf('irradiance_poa_wm2'),
      irradiance_ghi_wm2: sensorsOf('irradiance_ghi_wm2'),
      module_temperature_c: sensorsOf('module_temperature_c'),
      ambient_temperature_c: sensorsOf('ambient_temperature_c'),
      wind_speed_ms: sensorsOf('wind_speed_ms'),
    },
    sensor_planes: sensorPlanes(plant, sections),
    lacks,
    assumed,
  };
}

/** The sensors of a plant that speak for a plane: those of the section itself, else those on a plane like it. */
export function sensorsFor(
  section: SectionModel,
  of: Pick<PlantModel, 'sensors' | 'sections' | 'sensor_planes'>,
  quantity: SensorQuantity,
): readonly PlantSlot[] {
  const slots = of.sensors[quantity];
  const isOfPlant = of.sections.includes(section);
  const own = slots.filter(
    ({ section_id }) => isOfPlant && section_id !== null && section_id === section.section_id,
  );
  if (own.length > 0) return own;
  return slots.filter(({ section_id }) => isSamePlane(sensorPlane(of.sensor_planes, section_id), section));
}
