import {
  type LastValue,
  MAX_STEPS,
  STEP_MS,
  type WatchedDevice,
  type WatchedPlant,
  type WatchedPort,
} from '../../../src/features/alarms/evaluation/watched.model.ts';
import type { DeviceCategory } from '../../../src/features/plants/plants.model.ts';
import { chance, cloudShare, type Sky, skyAt } from './sky.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const LOOK_EVERY_MS = 5 * MINUTE;

export interface SimDevice {
  readonly id: number;
  readonly category: DeviceCategory;
  readonly port: number | null;
  readonly faces?: 'south' | 'east' | 'west';
  readonly section?: number;
  readonly nominal?: number;
  readonly strings?: number;
  readonly since?: number;
}

export interface SimPlant {
  readonly id: number;
  readonly type: 'photovoltaic' | 'hydro';
  readonly latitude: number;
  readonly longitude: number;
  readonly ports: readonly number[];
  readonly devices: readonly SimDevice[];
  /** Its inverters' and boxes' way to us sleeps with them. */
  readonly sleeps?: boolean;
}

/** What is done to a plant from one instant to another. What is not named is as it should be. */
export interface Trouble {
  readonly plant: number;
  readonly from: number;
  readonly to: number;
  /** Of these devices; of all of the plant where there are none. */
  readonly devices?: readonly number[];
  readonly ports?: readonly number[];
  /** What is left of the power; of the strings named, of their current. */
  readonly power?: number;
  readonly state?: number;
  readonly strings?: readonly number[];
  readonly silent?: boolean;
  readonly disconnected?: boolean;
  readonly unread?: boolean;
  /** It goes on saying the power that it said last. */
  readonly still?: boolean;
  readonly cold?: boolean;
  /** No cloud is in the sky. */
  readonly clear?: boolean;
}

interface Heard {
  last_good_at: number | null;
  readonly at: Map<string, number>;
  /** The last good value of each slot. */
  readonly values: number[];
  counter_kwh: number;
  readonly means: (number | null)[];
  readonly covered: number[];
  sum: number;
  good: number;
  looks: number;
  end: number;
}

interface Says {
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  readonly value: number;
  readonly failed?: boolean;
}

/** Plants whose devices are read every minute, under a sky, with a script of what goes wrong. It never asks the judge. */
export class AlarmWorld {
  readonly #heard = new Map<number, Heard>();
  readonly #since = new Map<number, { connected: boolean; since: number }>();
  readonly plants: readonly SimPlant[];
  readonly #troubles: readonly Trouble[];

  constructor(plants: readonly SimPlant[], troubles: readonly Trouble[]) {
    this.plants = plants;
    this.#troubles = troubles;
  }

  /** What the judge is given at an instant; instants must ascend, LOOK_EVERY_MS apart. */
  at(now: number): WatchedPlant[] {
    const active = this.#troubles.filter(({ from, to }) => from <= now && now < to);
    return this.plants.map((plant) =>
      this.#plantAt(
        plant,
        active.filter((t) => t.plant === plant.id),
        now,
      ),
    );
  }

  #plantAt(plant: SimPlant, troubles: readonly Trouble[], now: number): WatchedPlant {
    const clear = troubles.some((t) => t.clear);
    const sky = skyAt(plant, now, cloudShare(plant.id, now, clear));
    const devices = plant.devices.filter(({ since }) => since === undefined || since <= now);
    const made = new Map(devices.map((d) => [d.id, powerOf(plant, d, { sky, troubles, now })]));
    const total = devices.reduce((sum, d) => sum + (isMaker(d) ? (made.get(d.id) ?? 0) : 0), 0);
    const ports = plant.ports.map((id) => this.#portAt(id, isLost(plant, id, { sky, troubles }), now));
    const lost = new Set(ports.filter((p) => !p.connected).map((p) => p.port_id));
    return {
      plant_id: plant.id,
      proj_code: `P${plant.id}`,
      production_type: plant.type,
      latitude: plant.latitude,
      longitude: plant.longitude,
      created_at: 0,
      ports,
      devices: devices.map((device) => {
        const own = troubles.filter(
          (t) => t.devices?.includes(device.id) ?? (t.ports === undefined && t.strings === undefined),
        );
        const real = isMaker(device) ? (made.get(device.id) ?? 0) : total * 0.985 * leftOf(own);
        const power = own.some((t) => t.still) ? (this.#heard.get(device.id)?.values[0] ?? real) : real;
        const says = saysOf(plant, device, {
          power,
          sky,
          own,
          troubles,
          counter: this.#count(device, power, now),
        });
        // Now and then a poll is lost, never two in turn.
        const turn = now / LOOK_EVERY_MS;
        const missed = turn % 2 === 0 && chance(device.id, turn) < 0.02;
        const silent = missed || lost.has(device.port ?? 0) || own.some((t) => t.silent);
        return this.#deviceAt(device, { says, silent, now });
      }),
    };
  }

  #portAt(port_id: number, lost: boolean, now: number): WatchedPort {
    const before = this.#since.get(port_id);
    const state = before?.connected === !lost ? before : { connected: !lost, since: now };
    this.#since.set(port_id, state);
    const reason = lost ? { code: 'connect_failed', detail: 'connect EHOSTUNREACH' } : null;
    return { port_id, name: `port ${port_id}`, reason, ...state };
  }

  #heardOf({ id }: SimDevice, now: number): Heard {
    const known = this.#heard.get(id);
    if (known) return known;
    const end = Math.floor(now / STEP_MS) * STEP_MS;
    const heard: Heard = {
      last_good_at: null,
      at: new Map(),
      counter_kwh: 1000 * id,
      values: [],
      means: [],
      covered: [],
      sum: 0,
      good: 0,
      looks: 0,
      end,
    };
    this.#heard.set(id, heard);
    return heard;
  }

  #count(device: SimDevice, power: number, now: number): number {
    const heard = this.#heardOf(device, now);
    heard.counter_kwh += (power * LOOK_EVERY_MS) / HOUR;
    return heard.counter_kwh;
  }

  #deviceAt(
    device: SimDevice,
    { says, silent, now }: { says: readonly Says[]; silent: boolean; now: number },
  ): WatchedDevice {
    const heard = this.#heardOf(device, now);
    if (!silent) heard.last_good_at = now;
    const values = says.map(({ failed = false, ...said }, slot): LastValue => {
      if (!silent && !failed) {
        heard.at.set(said.name, now);
        heard.values[slot] = said.value;
      }
      return {
        slot,
        ...said,
        rhythm_s: 60,
        value: heard.values[slot] ?? null,
        at: heard.at.get(said.name) ?? null,
        failed: failed && !silent,
        value_table: null,
      };
    });
    const main = says.find((s) => s.quantity === 'ac_power_kw' || s.quantity === 'irradiance_poa_wm2');
    takeStep(heard, silent ? null : (main?.value ?? null), now);
    return {
      device_id: device.id,
      short_name: `D${device.id}`,
      category: device.category,
      port_id: device.port,
      section_id: device.section ?? null,
      nominal_power: device.nominal ?? null,
      rhythm_s: 60,
      polled: device.port !== null,
      created_at: device.since ?? 0,
      last_good_at: heard.last_good_at,
      reason: null,
      values,
      steps:
        main && heard.means.length > 0
          ? { end: heard.end, means: [...heard.means], covered: [...heard.covered] }
          : null,
    };
  }
}

/** Means of quarters of an hour: known once they are over. */
function takeStep(heard: Heard, value: number | null, now: number): void {
  if (now - heard.end >= STEP_MS) {
    heard.means.push(heard.good > 0 ? heard.sum / heard.good : null);
    heard.covered.push(heard.good / Math.max(1, heard.looks));
    if (heard.means.length > MAX_STEPS) {
      heard.means.shift();
      heard.covered.shift();
    }
    heard.end += STEP_MS;
    heard.sum = heard.good = heard.looks = 0;
  }
  heard.looks++;
  if (value === null) return;
  heard.good++;
  heard.sum += value;
}

const isMaker = ({ category }: SimDevice): boolean => category === 'inverter' || category === 'generator';
const leftOf = (own: readonly Trouble[]): number => own.reduce((left, t) => left * (t.power ?? 1), 1);

/** Where the modules lie under snow or a plant is held back, that is a trouble of its power as any other. */
function powerOf(
  plant: SimPlant,
  device: SimDevice,
  { sky, troubles, now }: { sky: Sky; troubles: readonly Trouble[]; now: number },
): number {
  if (!isMaker(device)) return 0;
  const nominal = device.nominal ?? 0;
  const own = troubles.filter((t) => !t.strings && !t.ports && (t.devices?.includes(device.id) ?? true));
  const ownWay = 0.97 + 0.06 * chance(device.id, 7) + 0.02 * chance(device.id, now / LOOK_EVERY_MS);
  const light = plant.type === 'hydro' ? 0.6 : (sky.plane[device.faces ?? 'south'] / 1000) * 0.86;
  const power = Math.min(nominal, nominal * light * ownWay) * leftOf(own);
  return power < nominal * 0.004 ? 0 : power;
}

/** A way is lost because somebody cut it, or because all that is behind it sleeps. */
function isLost(
  plant: SimPlant,
  port: number,
  { sky, troubles }: { sky: Sky; troubles: readonly Trouble[] },
): boolean {
  if (troubles.some((t) => t.disconnected && (t.ports?.includes(port) ?? true))) return true;
  return plant.sleeps === true && sky.elevation_deg < 1;
}

interface Doing {
  readonly power: number;
  readonly sky: Sky;
  readonly own: readonly Trouble[];
  readonly troubles: readonly Trouble[];
  readonly counter: number;
}

function saysOf(plant: SimPlant, device: SimDevice, { power, sky, own, troubles, counter }: Doing): Says[] {
  const failed = own.some((t) => t.unread);
  const light = sky.plane[device.faces ?? 'south'];
  const kw = { name: 'ac_power_kw', quantity: 'ac_power_kw', unit: 'kW', value: power };
  const energy = {
    name: 'energy_total_kwh',
    quantity: 'energy_export_kwh',
    unit: 'kWh',
    value: counter,
    failed,
  };
  if (isMaker(device)) {
    const sleeping = plant.type === 'photovoltaic' && sky.elevation_deg < 0 ? 2 : 4;
    const value = own.find((t) => t.state !== undefined)?.state ?? sleeping;
    return [kw, energy, { name: 'inverter_state', quantity: 'device_state', unit: '', value }];
  }
  if (device.category.endsWith('_meter')) return [kw, energy];
  if (device.category === 'string_box') {
    return Array.from({ length: device.strings ?? 0 }, (_, i) => {
      const mine = troubles.filter((t) => t.devices?.includes(device.id) && t.strings?.includes(i + 1));
      const value = (light / 1000) * 9 * (0.98 + 0.04 * chance(device.id, i)) * leftOf(mine);
      return { name: `string_current_${i + 1}_a`, quantity: 'string_current_a', unit: 'A', value };
    });
  }
  const air = troubles.some((t) => t.cold) ? -3 : 12;
  return [
    { name: 'irradiance_poa_wm2', quantity: 'irradiance_poa_wm2', unit: 'W/m²', value: light },
    { name: 'ambient_temperature_c', quantity: 'ambient_temperature_c', unit: '°C', value: air },
  ];
}
