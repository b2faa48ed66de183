import type { MapWords } from '../../devices/map/map-variable.ts';
import { POLLS } from '../plants/field.model.ts';
import { CATALOGUE, QUANTITIES, VARIABLE_KINDS } from '../plants/plants.model.ts';

/** Bytes of a file with a map of registers: a thousand times what a device needs. */
export const MAP_FILE_BYTES = 4_000_000;

/** Why a file is no map at all; the portal has a sentence for each. */
export const MAP_FILE_FAULTS = {
  empty_file: 'The file is empty',
  not_text: 'This is no table: send a CSV file or a workbook (.xlsx)',
  bad_csv: 'The quotes of the CSV file do not match, or a line is endless: save the sheet again',
  bad_workbook: 'The workbook cannot be read: save it as .xlsx again, or as CSV',
  old_workbook: 'This is a workbook of an older kind, or one with a password: save it as .xlsx without one',
  workbook_too_large: 'The workbook is too large once it is unpacked: save the sheet as CSV',
  takes_too_long: 'The file takes too long to read: keep nothing but the map in it',
} as const;
export type MapFileFault = keyof typeof MAP_FILE_FAULTS;

const known = (quantity: string) => CATALOGUE.find((one) => one.quantity === quantity);

/** The portal's own words for whoever reads a map. */
export const MAP_WORDS: MapWords = {
  quantities: QUANTITIES,
  kinds: VARIABLE_KINDS,
  polls: POLLS,
  kindOf: (quantity) => known(quantity)?.kind ?? 'gauge',
  unitOf: (quantity) => (quantity === 'other' ? undefined : known(quantity)?.unit),
  usual: (name) => CATALOGUE.find((one) => one.name === name),
};
