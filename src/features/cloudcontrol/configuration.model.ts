import { MAX_VARIABLES } from '../plants/plants.model.ts';

export {
  DEVICE_STATES,
  type DeviceState,
  SHOWN_STATES,
  type ShownState,
  shownState,
} from './device-states.model.ts';

/** A device that sends by itself is silent after three of its intervals, and never before ten minutes. */
export const SILENT_AFTER = { intervals: 3, seconds: 600 } as const;

// spec §9: hints of the port and the IP, time-out of cloud control
export const HINTS = { port: 502, ip: '{ip}' } as const;
/** What stands in an empty field for an address. */
export const EXAMPLE_IP = '192.168.1.10';
export const TIMEOUT_S = 30;

/** Minutes for which a device's log is kept in detail once somebody asks for it. */
export const TRACE_MINUTES = 10;

/** Versions that are kept of a device; beyond them the oldest go. */
export const MAX_VERSIONS = 1000;

/** The longest that sleep-test takes to answer. */
export const MAX_SLEEP_S = 5;

/** The limits that forms and server share: numbers with their units in their names. */
export const LIMITS = {
  variables: MAX_VARIABLES,
  versions: MAX_VERSIONS,
  trace_minutes: TRACE_MINUTES,
  unit_id: { least: 1, most: 247 },
  /** Only where the framer is tcp. */
  unit_id_tcp: { least: 0, most: 255 },
  port: { least: 1, most: 65_535 },
  address: { least: 0, most: 65_535 },
  timeout_ms: { least: 50, most: 60_000 },
  gap_ms: { least: 0, most: 5_000 },
  /** More than one only where the framer is tcp. */
  window: { least: 1, most: 16 },
  interval_s: { least: 1, most: 86_400 },
  slow_interval_s: { least: 1, most: 86_400 },
  decimals: { least: 0, most: 6 },
  bit: { least: 0, most: 15 },
  bit_count: { least: 1, most: 16 },
  attribute_length: { least: 1, most: 64 },
} as const;
