import type { RegisterType } from '../register.ts';
import type { SunspecWarning } from './chain.ts';
import type { SunspecName } from './names.ts';

/** How a variable of a SunSpec device is read: holding registers, high word first. */
export interface SunspecRegister {
  readonly function_code: 3;
  /** 0-based. */
  readonly address: number;
  readonly data_type: RegisterType;
  readonly word_order: 'ABCD';
  readonly factor: number;
  readonly scale_address: number | null;
  readonly sentinel: boolean;
}

/** A variable that a device has, and what it read just now; null where it sleeps. */
export interface SunspecVariable {
  /** Unique in its device. */
  readonly name: string;
  readonly of_name: SunspecName;
  readonly register: SunspecRegister;
  /** The list that says what its numbers mean, where the standard has one. */
  readonly value_table: string | null;
  readonly value: number | null;
}

/** A text that a device has. */
export interface SunspecAttribute {
  readonly name: string;
  readonly address: number;
  /** Registers of two characters. */
  readonly length: number;
  readonly value: string;
}

export interface SunspecModel {
  readonly id: number;
  readonly address: number;
  readonly length: number;
  readonly known: boolean;
  readonly label_en: string;
  readonly label_it: string;
  readonly variables: number;
  readonly not_implemented: number;
}

/** What a device of a chain says of itself. */
export interface SunspecDevice {
  readonly manufacturer: string;
  readonly model: string;
  readonly options: string;
  readonly firmware: string;
  readonly serial_number: string;
  readonly kind: 'inverter' | 'meter' | 'production_meter' | 'string_box' | 'weather_station' | 'other';
  /** kW, from its nameplate. */
  readonly nominal_power: number | null;
  readonly models: readonly SunspecModel[];
  readonly variables: readonly SunspecVariable[];
  readonly attributes: readonly SunspecAttribute[];
  readonly warnings: readonly SunspecWarning[];
}
