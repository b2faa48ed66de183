import type { Field } from '../../forms/entities.model.ts';
import { VARIABLE_FIELDS } from '../../forms/entities.model.ts';

/** What is read often; the rest stands in the variable's form, so that a sheet of 1440 pixels shows every column whole. */
const ORDER = [
  'function_code',
  'address',
  'data_type',
  'word_order',
  'factor',
  'value_offset',
  'unit',
  'poll',
  'enabled',
] as const;
type Name = (typeof ORDER)[number];

const WIDTHS: Readonly<Record<Name, number>> = {
  function_code: 48,
  address: 74,
  data_type: 74,
  word_order: 62,
  factor: 92,
  value_offset: 60,
  unit: 60,
  poll: 92,
  enabled: 60,
};

export interface GridColumn {
  field: Field;
  width: number;
}

/** How a calculated variable is shown takes the room of where a read one lies. */
const CALCULATED = { unit: 84, decimals: 92, group_name: 150, colour: 120, enabled: 70 } as const;

const columnOf = (name: string, width: number): GridColumn[] => {
  const field = VARIABLE_FIELDS.find((one) => one.name === name);
  return field ? [{ field, width }] : [];
};
const READ_COLUMNS = ORDER.flatMap((name) => columnOf(name, WIDTHS[name]));
const CALCULATED_COLUMNS = Object.entries(CALCULATED).flatMap(([name, width]) => columnOf(name, width));

/** The fields that stand in the grid, each changed where it stands. // spec §3 Variable */
export const gridColumns = (virtual: boolean): readonly GridColumn[] =>
  virtual ? CALCULATED_COLUMNS : READ_COLUMNS;

export const NAME_WIDTH = 188;
export const VALUE_WIDTH = 168;
