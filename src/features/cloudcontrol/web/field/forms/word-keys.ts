import i18next from 'i18next';
import type en from '../i18n/en.json';

export type FieldWord = keyof (typeof en)['fields'];
export const isFieldWord = (name: string): name is FieldWord =>
  i18next.exists(`fields.${name}`, { ns: 'field' });
export type HintWord = keyof (typeof en)['hints'];

/** Fields that have a hint beneath them. */
export const HINTED: readonly HintWord[] = [
  'port',
  'gap_ms',
  'window',
  'timeout_ms',
  'unit_id',
  'byte_order',
  'interval_s',
  'slow_interval_s',
  'template',
  'bit_count',
  'scale_address',
  'sentinel',
  'unit',
  'decimals',
  'group_name',
  'value_table',
  'length',
  'swapped',
];

/** Choices that have words: branch and value. */
export const CHOICE_KEYS = [
  'port_type.tcp',
  'port_type.serial',
  'framer.tcp',
  'framer.rtu',
  'framer.ascii',
  'parity.none',
  'parity.even',
  'parity.odd',
  'byte_order.ABCD',
  'byte_order.CDAB',
  'byte_order.BADC',
  'byte_order.DCBA',
  'function_code.1',
  'function_code.2',
  'function_code.3',
  'function_code.4',
  'poll.fast',
  'poll.slow',
  'poll.daily',
] as const;
