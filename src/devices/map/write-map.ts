import { lookCell } from './map-look.ts';
import { MAP_FIELDS, type MapField, type MapName, type MapVariable } from './map-variable.ts';

/** A variable with the name that it stands under. */
export interface WrittenVariable {
  readonly name: MapName;
  readonly variable: MapVariable;
}
export type WrittenCell = string | number | null;

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

function cellOf(field: MapField, { name, variable }: WrittenVariable): WrittenCell {
  switch (field) {
    case 'name':
    case 'label_en':
    case 'label_it':
    case 'quantity':
    case 'kind':
      return name[field];
    case 'unit':
    case 'decimals':
    case 'group_name':
    case 'colour':
      return lookCell(variable[field], name[field]);
    case 'sentinel':
    case 'enabled':
      return yesNo(variable[field]);
    default:
      return variable[field];
  }
}

/** A map of registers as rows of cells, its header first. */
export function writeMap(variables: readonly WrittenVariable[]): WrittenCell[][] {
  return [[...MAP_FIELDS], ...variables.map((one) => MAP_FIELDS.map((field) => cellOf(field, one)))];
}
