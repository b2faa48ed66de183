import type { PlanVariable } from '../../src/acquisition/plan.ts';
import type { PortConfiguration } from '../../src/acquisition/port-configuration.ts';
import type { NumericType } from '../../src/devices/decode/data-type.ts';

/** Registers of each device, all asked for by one request. */
export const REGISTERS = 100;
const TIMEOUT_MS = 3000;

/** What lies in the registers: 40 scaled and 20 signed ones of one register, 10 floats and 10 counters of two. */
const LAYOUT: readonly { count: number; type: NumericType; factor: number }[] = [
  { count: 40, type: 'uint16', factor: 0.1 },
  { count: 20, type: 'int16', factor: 1 },
  { count: 10, type: 'float32', factor: 1 },
  { count: 10, type: 'uint32', factor: 0.01 },
];

interface Place {
  readonly type: NumericType;
  readonly factor: number;
  readonly address: number;
}

/** Where each variable lies, by its slot. */
export const PLACES: readonly Place[] = makePlaces();

function makePlaces(): Place[] {
  const places: Place[] = [];
  let address = 0;
  for (const { count, type, factor } of LAYOUT)
    for (let i = 0; i < count; i += 1) {
      places.push({ type, factor, address });
      address += type.endsWith('16') ? 1 : 2;
    }
  return places;
}

/** The registers of a simulated device, as they are sent. */
export function registerBytes(): Buffer {
  const bytes = Buffer.alloc(REGISTERS * 2);
  for (const [slot, { type, address }] of PLACES.entries()) {
    const at = address * 2;
    if (type === 'uint16') bytes.writeUInt16BE(2000 + slot, at);
    else if (type === 'int16') bytes.writeInt16BE(-slot, at);
    else if (type === 'float32') bytes.writeFloatBE(slot * 1.25, at);
    else bytes.writeUInt32BE(1_000_000 + slot, at);
  }
  return bytes;
}

/** The same as numbers, by hand, as a user of a library writes it: what every client's result is compared with. */
export function decodeByHand(bytes: Buffer): Float64Array {
  const values = new Float64Array(PLACES.length);
  for (let slot = 0; slot < PLACES.length; slot += 1) {
    const { type, factor, address } = PLACES[slot] ?? { type: 'uint16', factor: 1, address: 0 };
    const at = address * 2;
    if (type === 'uint16') values[slot] = bytes.readUInt16BE(at) * factor;
    else if (type === 'int16') values[slot] = bytes.readInt16BE(at) * factor;
    else if (type === 'float32') values[slot] = bytes.readFloatBE(at) * factor;
    else values[slot] = bytes.readUInt32BE(at) * factor;
  }
  return values;
}

export const VARIABLES: readonly PlanVariable[] = PLACES.map(({ type, factor, address }, slot) => ({
  slot,
  function_code: 3,
  address,
  data_type: type,
  word_order: 'ABCD',
  bit: null,
  factor,
  value_offset: 0,
  scale_address: null,
  sentinel: false,
}));

/** One port of the field with so many devices behind it, the ids counted on from port to port. */
export function portOf(
  tcp_port: number,
  index: number,
  field: { units: number; interval_s: number; company_id?: number; device_ids?: readonly number[] },
): PortConfiguration {
  const { units, interval_s, company_id = 1, device_ids } = field;
  return {
    company_id,
    port_id: index + 1,
    host: '127.0.0.1',
    port: tcp_port,
    framer: 'tcp',
    timeout_ms: TIMEOUT_MS,
    gap_ms: 0,
    window: 1,
    serial: null,
    devices: Array.from({ length: units }, (_, unit) => ({
      device_id: device_ids?.[index * units + unit] ?? index * units + unit + 1,
      short_name: `D${index * units + unit}`,
      proj_code: 'BENCH',
      time_zone: 'Europe/Rome',
      unit_id: unit + 1,
      interval_s,
      slow_interval_s: 900,
      trace_until_ms: null,
      slots: VARIABLES.length,
      variables: VARIABLES,
      attributes: [],
    })),
  };
}
