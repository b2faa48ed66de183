import type { Place } from '../../plants/daylight.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';

/**
 * What the evaluator must be given of a company's plants. Instants are epoch ms; null is "not known", never zero. Of a
 * device's
 * variables only the enabled ones with one of these quantities, or with a value table, are looked at.
 */
export const WATCHED_QUANTITIES = [
  'ac_power_kw',
  'energy_export_kwh',
  'device_state',
  'event_code',
  'string_current_a',
  'irradiance_poa_wm2',
  'ambient_temperature_c',
  'module_temperature_c',
] as const;

/** The last good value of a variable. */
export interface LastValue {
  readonly slot: number;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  /** Seconds between two readings, by its polling plan. */
  readonly rhythm_s: number;
  readonly value: number | null;
  readonly at: number | null;
  /** Whether the newest row of its device has it as failed or missing: value and at are older then. */
  readonly failed: boolean;
  /** variable.value_table */
  readonly value_table: string | null;
}

export const STEP_MS = 900_000;
/** Twelve hours: the longest window that a rule can have. */
export const MAX_STEPS = 48;

/**
 * Means over the last whole quarters of an hour (UTC), oldest first: AC power in kW of inverters, generators and meters
 * (from their energy counter where they have no power), plane-of-array irradiance in W/m² of every other device.
 */
export interface Steps {
  /** End of the last one. */
  readonly end: number;
  /** Null where there was no good reading. */
  readonly means: readonly (number | null)[];
  /** Share of each, 0 to 1, that good readings stand for by their rhythm. */
  readonly covered: readonly number[];
}

/** A reason as acquisition says it: a code and its parameters. */
export interface SilenceReason {
  readonly code: string;
  readonly [parameter: string]: string | number;
}

export interface WatchedDevice {
  readonly device_id: number;
  readonly short_name: string;
  readonly category: DeviceCategory;
  /** Null for a device that sends by itself. */
  readonly port_id: number | null;
  readonly section_id: number | null;
  /** kW, or kWp of what is connected to it. */
  readonly nominal_power: number | null;
  /** Seconds between two readings of its quickest variable. */
  readonly rhythm_s: number;
  /** Whether the program asks it for readings itself; others send when they please, or have nothing but texts. */
  readonly polled: boolean;
  readonly created_at: number;
  readonly last_good_at: number | null;
  /** Why it is silent, by device_health; null while it answers or nobody knows. */
  readonly reason: SilenceReason | null;
  /** By slot. */
  readonly values: readonly LastValue[];
  /** Null where nothing is known of the last hours. */
  readonly steps: Steps | null;
}

/** A port that is polled, by port_health; nothing is known of one without a row there. */
export interface WatchedPort {
  readonly port_id: number;
  readonly name: string;
  readonly connected: boolean | null;
  readonly reason: SilenceReason | null;
  /** Since when it is as connected says. */
  readonly since: number | null;
}

export interface WatchedPlant extends Place {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly created_at: number;
  /** Those that a watched device of this plant is polled through. */
  readonly ports: readonly WatchedPort[];
  readonly devices: readonly WatchedDevice[];
}
