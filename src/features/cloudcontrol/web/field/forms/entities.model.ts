import { DATA_TYPES } from '../../../../../devices/register.ts';
import { findValueTable, valueTables } from '../../../../../devices/values/value-tables.ts';
import { faultAt } from '../../../../../shared/web/forms/record.model.ts';
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

/** A field of a port, a device, a variable or an attribute: how it is shown. Its limits are the contract's. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'lines' | 'number' | 'choice' | 'switch' | 'colour';
  /** Nothing typed is stored as null. */
  readonly nullable?: boolean;
  readonly required?: boolean;
  readonly choices?: readonly (string | number)[];
  /** What the choices are called: the words' branch; codes that everybody knows go by themselves. */
  readonly words?: string;
  /** Stands in the field, such as kW. */
  readonly unit?: string;
}

// spec §3: Port
export const PORT_FIELDS = [
  { name: 'name', kind: 'text', required: true },
  { name: 'type', kind: 'choice', choices: PORT_TYPES, words: 'port_type' },
  { name: 'framer', kind: 'choice', choices: FRAMERS, words: 'framer' },
  { name: 'host', kind: 'text' },
  { name: 'port', kind: 'number' },
  { name: 'tty', kind: 'text', nullable: true },
  { name: 'baudrate', kind: 'choice', choices: BAUD_RATES },
  { name: 'bytesize', kind: 'choice', choices: BYTE_SIZES },
  { name: 'parity', kind: 'choice', choices: PARITIES, words: 'parity' },
  { name: 'stopbits', kind: 'choice', choices: STOP_BITS },
  { name: 'timeout_ms', kind: 'number', unit: 'ms' },
  { name: 'gap_ms', kind: 'number', unit: 'ms' },
  { name: 'window', kind: 'number' },
  { name: 'enabled', kind: 'switch' },
] as const satisfies readonly Field[];

/** What only one of the two ways to the field has. */
const OF_SERIAL = ['tty', 'baudrate', 'bytesize', 'parity', 'stopbits'];
const OF_TCP = ['host', 'port'];

/** The fields of a port that its type has. */
export function portFieldsFor(type: string): readonly Field[] {
  const hidden = type === 'serial' ? OF_TCP : OF_SERIAL;
  const shown: readonly Field[] = PORT_FIELDS.filter(({ name }) => !hidden.includes(name));
  return shown.map((field) => {
    if (field.name === 'host' || field.name === 'tty') return { ...field, required: true };
    if (field.name === 'framer' && type === 'serial') return { ...field, choices: ['rtu', 'ascii'] };
    return field;
  });
}

interface Port {
  type: string;
  host: string;
  tty: string | null;
}

/** What a type of port needs, which the contract leaves to what is stored. */
export function missingOfPort({ type, host, tty }: Port) {
  const missing = type === 'serial' ? !tty && 'tty' : host.trim() === '' && 'host';
  return missing ? [faultAt(missing, 'required')] : [];
}

// spec §3: Cloud-control device
export const DEVICE_FIELDS = [
  { name: 'short_name', kind: 'text', required: true },
  { name: 'description', kind: 'lines' },
  { name: 'manufacturer', kind: 'text' },
  { name: 'model', kind: 'text' },
  { name: 'serial_number', kind: 'text', nullable: true },
  { name: 'nominal_power', kind: 'number', nullable: true, unit: 'kW' },
  { name: 'kw_peak', kind: 'number', nullable: true, unit: 'kWp' },
  { name: 'panel_watt', kind: 'number', nullable: true, unit: 'W' },
  { name: 'number_of_panels', kind: 'number', nullable: true },
  { name: 'number_of_strings', kind: 'number', nullable: true },
  { name: 'network', kind: 'text' },
  { name: 'subnet', kind: 'text' },
  { name: 'byte_order', kind: 'choice', choices: BYTE_ORDERS, words: 'byte_order' },
  { name: 'interval_s', kind: 'number', unit: 's' },
  { name: 'slow_interval_s', kind: 'number', unit: 's' },
  { name: 'template', kind: 'switch' },
  { name: 'enabled', kind: 'switch' },
  // The device's number on the bus.
  { name: 'unit_id', kind: 'number', nullable: true },
] as const satisfies readonly Field[];

const VALUE_TABLES = valueTables.map(({ key }) => key);

// spec §3: Variable
export const VARIABLE_FIELDS = [
  { name: 'function_code', kind: 'choice', nullable: true, choices: FUNCTION_CODES, words: 'function_code' },
  { name: 'address', kind: 'number', nullable: true },
  { name: 'data_type', kind: 'choice', nullable: true, choices: DATA_TYPES },
  { name: 'bit', kind: 'number', nullable: true },
  { name: 'bit_count', kind: 'number' },
  { name: 'word_order', kind: 'choice', choices: BYTE_ORDERS, words: 'byte_order' },
  { name: 'factor', kind: 'number' },
  { name: 'value_offset', kind: 'number' },
  { name: 'scale_address', kind: 'number', nullable: true },
  { name: 'sentinel', kind: 'switch' },
  { name: 'unit', kind: 'text', nullable: true },
  { name: 'decimals', kind: 'number', nullable: true },
  { name: 'group_name', kind: 'text', nullable: true },
  { name: 'colour', kind: 'colour', nullable: true },
  { name: 'value_table', kind: 'choice', nullable: true, choices: VALUE_TABLES, words: 'value_table' },
  { name: 'poll', kind: 'choice', choices: POLLS, words: 'poll' },
  { name: 'enabled', kind: 'switch' },
] as const satisfies readonly Field[];

/** The fields of a variable of this type: a place within a register is asked for of bits alone. */
export const variableFieldsFor = (data_type: unknown): readonly Field[] =>
  VARIABLE_FIELDS.filter(({ name }) => data_type === 'bit' || (name !== 'bit' && name !== 'bit_count'));

/** A string that is read from a device. */
export const ATTRIBUTE_FIELDS = [
  { name: 'name', kind: 'text', required: true },
  { name: 'function_code', kind: 'choice', choices: [3, 4], words: 'function_code' },
  { name: 'address', kind: 'number' },
  { name: 'length', kind: 'number' },
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

/** Of some fields those of these names, in their own order. */
export const pick = (fields: readonly Field[], ...names: readonly string[]): readonly Field[] =>
  fields.filter(({ name }) => names.includes(name));
