import { DATA_TYPES } from '../../../../../devices/register.ts';
import { findValueTable, valueTables } from '../../../../../devices/values/value-tables.ts';
import {
  BAUD_RATES,
  BYTE_ORDERS,
  BYTE_SIZES,
  FRAMERS,
  FUNCTION_CODES,
  PARITIES,
  POLLS,
  PORT_TYPES,
  STOP_BITS,
} from '../../../../plants/field.model.ts';
import { LIMITS } from '../../../configuration.model.ts';
import type { Field } from './fields.model.ts';

// spec §3: Port
export const PORT_FIELDS = [
  { name: 'name', kind: 'text', required: true, long: 120 },
  { name: 'type', kind: 'choice', choices: PORT_TYPES, words: 'port_type' },
  { name: 'framer', kind: 'choice', choices: FRAMERS, words: 'framer' },
  { name: 'host', kind: 'text', long: 253 },
  { name: 'port', kind: 'int', ...LIMITS.port },
  { name: 'tty', kind: 'text', nullable: true, long: 105 },
  { name: 'baudrate', kind: 'choice', choices: BAUD_RATES },
  { name: 'bytesize', kind: 'choice', choices: BYTE_SIZES },
  { name: 'parity', kind: 'choice', choices: PARITIES, words: 'parity' },
  { name: 'stopbits', kind: 'choice', choices: STOP_BITS },
  { name: 'timeout_ms', kind: 'int', ...LIMITS.timeout_ms, unit: 'ms' },
  { name: 'gap_ms', kind: 'int', ...LIMITS.gap_ms, unit: 'ms' },
  { name: 'window', kind: 'int', ...LIMITS.window },
  { name: 'enabled', kind: 'switch' },
] as const satisfies readonly Field[];

/** What only one of the two ways to the field has. */
const OF_SERIAL = ['tty', 'baudrate', 'bytesize', 'parity', 'stopbits'];
const OF_TCP = ['host', 'port'];

/** The fields of a port that its type has, with what one of them must hold. */
export function portFieldsFor(type: string): readonly Field[] {
  const hidden = type === 'serial' ? OF_TCP : OF_SERIAL;
  const shown: readonly Field[] = PORT_FIELDS.filter(({ name }) => !hidden.includes(name));
  return shown.map((field) => {
    if (field.name === 'host') return { ...field, required: true };
    if (field.name === 'tty') return { ...field, nullable: false, required: true };
    if (field.name === 'framer' && type === 'serial') return { ...field, choices: ['rtu', 'ascii'] };
    return field;
  });
}

// spec §3: Cloud-control device
export const DEVICE_FIELDS = [
  { name: 'short_name', kind: 'text', required: true, long: 40 },
  { name: 'description', kind: 'lines', long: 500 },
  { name: 'manufacturer', kind: 'text', long: 80 },
  { name: 'model', kind: 'text', long: 80 },
  { name: 'serial_number', kind: 'text', nullable: true, long: 80 },
  { name: 'nominal_power', kind: 'number', nullable: true, least: 0, unit: 'kW' },
  { name: 'kw_peak', kind: 'number', nullable: true, least: 0, unit: 'kWp' },
  { name: 'panel_watt', kind: 'number', nullable: true, least: 0, unit: 'W' },
  { name: 'number_of_panels', kind: 'int', nullable: true, least: 0, most: 10_000_000 },
  { name: 'number_of_strings', kind: 'int', nullable: true, least: 0, most: 1_000_000 },
  { name: 'network', kind: 'text', long: 80 },
  { name: 'subnet', kind: 'text', long: 80 },
  { name: 'byte_order', kind: 'choice', choices: BYTE_ORDERS, words: 'byte_order' },
  { name: 'interval_s', kind: 'int', ...LIMITS.interval_s, unit: 's' },
  { name: 'slow_interval_s', kind: 'int', ...LIMITS.slow_interval_s, unit: 's' },
  { name: 'template', kind: 'switch' },
  { name: 'enabled', kind: 'switch' },
] as const satisfies readonly Field[];

/** The device's number on the bus. */
export const UNIT_FIELD: Field = { name: 'unit_id', kind: 'int', nullable: true, ...LIMITS.unit_id_tcp };

const VALUE_TABLES = valueTables.map(({ key }) => key);

// spec §3: Variable
export const VARIABLE_FIELDS = [
  { name: 'function_code', kind: 'choice', nullable: true, choices: FUNCTION_CODES, words: 'function_code' },
  { name: 'address', kind: 'int', nullable: true, ...LIMITS.address },
  { name: 'data_type', kind: 'choice', nullable: true, choices: DATA_TYPES },
  { name: 'bit', kind: 'int', nullable: true, ...LIMITS.bit },
  { name: 'bit_count', kind: 'int', ...LIMITS.bit_count },
  { name: 'word_order', kind: 'choice', choices: BYTE_ORDERS, words: 'byte_order' },
  { name: 'factor', kind: 'number' },
  { name: 'value_offset', kind: 'number' },
  { name: 'scale_address', kind: 'int', nullable: true, ...LIMITS.address },
  { name: 'sentinel', kind: 'switch' },
  { name: 'unit', kind: 'text', nullable: true, long: 20 },
  { name: 'decimals', kind: 'int', nullable: true, ...LIMITS.decimals },
  { name: 'group_name', kind: 'text', nullable: true, long: 80 },
  { name: 'colour', kind: 'colour', nullable: true, long: 7 },
  { name: 'value_table', kind: 'choice', nullable: true, choices: VALUE_TABLES, words: 'value_table' },
  { name: 'poll', kind: 'choice', choices: POLLS, words: 'poll' },
  { name: 'enabled', kind: 'switch' },
] as const satisfies readonly Field[];

/** A string that is read from a device. */
export const ATTRIBUTE_FIELDS = [
  { name: 'name', kind: 'text', required: true, long: 63 },
  { name: 'function_code', kind: 'choice', choices: [3, 4], words: 'function_code' },
  { name: 'address', kind: 'int', ...LIMITS.address },
  { name: 'length', kind: 'int', ...LIMITS.attribute_length },
  { name: 'swapped', kind: 'switch' },
] as const satisfies readonly Field[];

/** Which kind of list can say what the numbers of a quantity mean; null where either can. */
const LIST_KINDS: Readonly<Record<string, 'state' | 'events'>> = {
  device_state: 'state',
  event_code: 'events',
};

/** The field of the list of values, with the lists that fit what is measured. */
export function valueTableField(quantity: string): Field {
  const kind = LIST_KINDS[quantity];
  const choices = VALUE_TABLES.filter((key) => kind === undefined || findValueTable(key)?.kind === kind);
  return { name: 'value_table', kind: 'choice', nullable: true, choices, words: 'value_table' };
}
