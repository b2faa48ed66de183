import type en from '../i18n/en.json';

export type FieldFaultWord = Exclude<keyof (typeof en)['refused'], 'taken' | 'calculated' | 'name_deleted'>;

/** Fields whose refusal by the server has a sentence of its own. */
export const FIELD_FAULTS: readonly FieldFaultWord[] = [
  'short_name',
  'host',
  'tty',
  'framer',
  'window',
  'unit_id',
  'port_id',
  'address',
  'data_type',
  'bit',
  'bit_count',
  'factor',
  'scale_address',
  'colour',
  'unit',
  'name',
  'template',
];
