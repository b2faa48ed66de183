import type { FramerName } from './modbus/framers.ts';
import type { PlanVariable } from './plan.ts';

/** A device as it is polled. Plain data, so that two configurations compare by value. */
export type DeviceConfiguration = {
  readonly device_id: number;
  readonly short_name: string;
  readonly unit_id: number;
  readonly interval_s: number;
  /** Length of the device's rows: its next free slot. */
  readonly slots: number;
  readonly variables: readonly PlanVariable[];
};

/** A way into the field and the devices behind it, all of one company. */
export type PortConfiguration = {
  readonly company_id: number;
  readonly port_id: number;
  readonly host: string;
  readonly port: number;
  readonly framer: FramerName;
  readonly timeout_ms: number;
  /** Ordered by id. */
  readonly devices: readonly DeviceConfiguration[];
};
