import { hashInteger } from './noise.ts';

export type ProductionType = 'photovoltaic' | 'hydro' | 'biogas';

/** Faults that a plant always shows, beside those that come by chance. */
export interface StandingFaults {
  /** String box and string (both from 1) that gives 60 % of its siblings, always. */
  readonly weak_string?: { readonly box: number; readonly string: number };
  /** Generator (from 1) that trips for 35 minutes of every two hours. */
  readonly cycling_trip?: { readonly generator: number };
  /** short_name of a device that does not answer for 12 minutes of each hour. */
  readonly hourly_silence?: string;
  /** A device that answers in one hour of the day only (0…23, UTC): at any other its silence is an open alarm. */
  readonly daily_silence?: { readonly device: string; readonly heard_hour: number };
  /** Generator (from 1) that is held down by a fault, day and night: its alarm is always open. */
  readonly standing_trip?: { readonly generator: number };
  /** The whole gateway is away for 100 minutes of every ten hours. */
  readonly gateway_silence?: boolean;
  /** Generator (from 1) that runs with a standing warning. */
  readonly standing_warning?: { readonly generator: number };
}

export interface PlantDefinition {
  readonly proj_code: string;
  readonly name: string;
  readonly company: 'aurora' | 'borea';
  readonly comune: string;
  readonly provincia: string;
  readonly seed: number;
  readonly production_type: ProductionType;
  /** Degrees, WGS84. */
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude_m: number;
  /** Degrees from the horizontal and from north; 0 and 180 where there are no modules. */
  readonly tilt: number;
  readonly azimuth: number;
  /** kWp of the modules, or kW of the generators. */
  readonly potenza_nominale_kw: number;
  /** Inverters, turbines or engines. */
  readonly generators: number;
  readonly string_boxes: number;
  readonly has_meter: boolean;
  readonly has_weather_station: boolean;
  /** Chance of a trip for each generator and day, 0…1. */
  readonly trip_rate: number;
  readonly meter_swaps: boolean;
  readonly snoozed: boolean;
  /** The weather station stands by itself and publishes by MQTT; it is not behind the plant's gateway. */
  readonly weather_by_mqtt: boolean;
  readonly faults: StandingFaults;
}

export type DeviceKind =
  | 'inverter'
  | 'meter'
  | 'weather_station'
  | 'string_box'
  | 'hydro_turbine'
  | 'biogas_engine';

export interface SimulatedDevice {
  readonly short_name: string;
  readonly kind: DeviceKind;
  /** Name of its device template. */
  readonly template: string;
  /** Modbus unit, 1…247. */
  readonly unit_id: number;
  /** From 1 within its kind. */
  readonly number: number;
  /** Rated alternating-current power; for a string box its modules' kWp; 0 for a weather station. */
  readonly nominal_power_kw: number;
  readonly manufacturer: string;
  readonly model: string;
}

/** What a device measures, by variable name, before its registers round it. */
export type DeviceValues = Readonly<Record<string, number>>;

export const STRINGS_PER_BOX = 12;
/** Modules' power over inverters' power. */
const DC_TO_AC = 1.1;

const KINDS: Readonly<
  Record<
    DeviceKind,
    { prefix: string; unit_base: number; template: string; manufacturer: string; model: string }
  >
> = {
  inverter: {
    prefix: 'INV',
    unit_base: 1,
    template: 'sunspec_inverter',
    manufacturer: 'Helion',
    model: 'HX3',
  },
  hydro_turbine: {
    prefix: 'TUR',
    unit_base: 1,
    template: 'hydro_turbine',
    manufacturer: 'Rivalta',
    model: 'TC200',
  },
  biogas_engine: {
    prefix: 'MOT',
    unit_base: 1,
    template: 'biogas_engine',
    manufacturer: 'Padana',
    model: 'BG400',
  },
  string_box: {
    prefix: 'SB',
    unit_base: 41,
    template: 'sunspec_string_box',
    manufacturer: 'Helion',
    model: 'SC12',
  },
  weather_station: {
    prefix: 'METEO',
    unit_base: 81,
    template: 'sunspec_weather_station',
    manufacturer: 'Eolo',
    model: 'WS5',
  },
  meter: {
    prefix: 'METER',
    unit_base: 91,
    template: 'sunspec_meter',
    manufacturer: 'Contalto',
    model: 'M203',
  },
};

/** Rated power of one inverter, turbine or engine, kW of alternating current. */
export function generatorNominalKw(plant: PlantDefinition): number {
  const share = plant.potenza_nominale_kw / plant.generators;
  return plant.production_type === 'photovoltaic' ? share / DC_TO_AC : share;
}

const devicesOf = new WeakMap<PlantDefinition, readonly SimulatedDevice[]>();

/** The devices behind a plant's gateway, generators first. Same objects at each call. */
export function plantDevices(plant: PlantDefinition): readonly SimulatedDevice[] {
  const known = devicesOf.get(plant);
  if (known) return known;
  const devices = buildDevices(plant);
  devicesOf.set(plant, devices);
  return devices;
}

function buildDevices(plant: PlantDefinition): readonly SimulatedDevice[] {
  const generatorKind: DeviceKind =
    plant.production_type === 'photovoltaic'
      ? 'inverter'
      : plant.production_type === 'hydro'
        ? 'hydro_turbine'
        : 'biogas_engine';
  const nominal = generatorNominalKw(plant);
  const boxKwp = plant.potenza_nominale_kw / Math.max(1, plant.string_boxes);
  return [
    ...several(generatorKind, plant.generators, nominal),
    ...several('string_box', plant.string_boxes, boxKwp),
    ...several('weather_station', plant.has_weather_station ? 1 : 0, 0),
    ...several('meter', plant.has_meter ? 1 : 0, nominal * plant.generators),
  ];
}

function several(kind: DeviceKind, count: number, nominal: number): SimulatedDevice[] {
  const { prefix, unit_base, template, manufacturer, model } = KINDS[kind];
  return Array.from({ length: count }, (_, index) => ({
    short_name: `${prefix}${index + 1}`,
    kind,
    template,
    unit_id: unit_base + index,
    number: index + 1,
    nominal_power_kw: nominal,
    manufacturer,
    model,
  }));
}

/** Whether a device publishes its values itself instead of being polled. */
export function publishesItself(plant: PlantDefinition, device: SimulatedDevice): boolean {
  return plant.weather_by_mqtt && device.kind === 'weather_station';
}

/** Above 200 kW an Italian plant feeds the medium-voltage grid, and is measured there. */
export function isMediumVoltageMeter(device: SimulatedDevice): boolean {
  return device.kind === 'meter' && device.nominal_power_kw > 200;
}

/** @throws RangeError when the plant has no such device */
export function getPlantDevice(plant: PlantDefinition, shortName: string): SimulatedDevice {
  const found = plantDevices(plant).find((device) => device.short_name === shortName);
  if (!found) throw new RangeError(`${plant.proj_code} has no device ${shortName}`);
  return found;
}

/** Serial number; a meter's ends with the number of its swaps so far. */
export function serialNumber(plant: PlantDefinition, device: SimulatedDevice, swap: number): string {
  const number = hashInteger([100_000, 999_999], plant.seed, device.unit_id, 77);
  return device.kind === 'meter' ? `${number}-${swap}` : String(number);
}
