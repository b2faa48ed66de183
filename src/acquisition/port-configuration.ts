import type { FramerName } from './modbus/framers.ts';
import type { SerialSettings } from './modbus/serial.ts';
import type { PlanVariable } from './plan.ts';

/** A text that is read from a device now and then: its serial number, its firmware. */
export type AttributeDefinition = {
  readonly id: number;
  readonly function_code: 3 | 4;
  readonly address: number;
  /** Registers of two characters each. */
  readonly length: number;
  /** The two characters of each register come in the other order. */
  readonly swapped: boolean;
};

/** A device as it is polled. Plain data, so that two configurations compare by value. */
export type DeviceConfiguration = {
  readonly device_id: number;
  readonly short_name: string;
  /** Of its plant. */
  readonly proj_code: string;
  readonly time_zone: string;
  readonly unit_id: number;
  readonly interval_s: number;
  /** Of variables that are read slowly. */
  readonly slow_interval_s: number;
  /** Until then each request and answer is logged; null where none is. */
  readonly trace_until_ms: number | null;
  /** Length of the device's rows: its next free slot. */
  readonly slots: number;
  readonly variables: readonly PlanVariable[];
  readonly attributes: readonly AttributeDefinition[];
};

/** A way into the field and the devices behind it, all of one company. */
export type PortConfiguration = {
  readonly company_id: number;
  readonly port_id: number;
  readonly host: string;
  readonly port: number;
  readonly framer: FramerName;
  readonly timeout_ms: number;
  /** Rest between an answer and the next request. */
  readonly gap_ms: number;
  /** Requests in flight at once. */
  readonly window: number;
  /** A serial device in place of host and port. */
  readonly serial: SerialSettings | null;
  /** Ordered by id. */
  readonly devices: readonly DeviceConfiguration[];
};
