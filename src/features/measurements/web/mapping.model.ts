import { powerOfEnergy } from '../csv-interval.model.ts';
import { conversion } from '../csv-number.model.ts';
import type { CsvMapping } from '../measurements.contract.ts';

const UNITS = [
  'W',
  'kW',
  'MW',
  'var',
  'kvar',
  'Mvar',
  'Wh',
  'kWh',
  'MWh',
  'GWh',
  'MJ',
  'GJ',
  'W/m²',
  'kW/m²',
  '°C',
  '°F',
  'K',
  'mA',
  'A',
  'kA',
  'mV',
  'V',
  'kV',
  'Hz',
  'm/s',
  'km/h',
  'kn',
  'm³/s',
  'l/s',
  'm³/h',
  'm',
  'cm',
  'mm',
  '%',
] as const;

/** The units in which a file may hold a variable: its own, and those that can be turned into it. */
export function unitsFor(unit: string): string[] {
  return [...new Set([unit, ...UNITS.filter((one) => conversion(one, unit) !== undefined)])];
}

/** The units of energy that a power may come in, as the energy of each interval; none for what is no power. */
export function intervalUnitsFor(unit: string): string[] {
  return UNITS.filter((one) => powerOfEnergy(one, unit) !== undefined);
}

/** The mapping with a column stored as another variable, in that variable's own unit, or left out (null). */
export function withVariable(
  mapping: CsvMapping,
  column: number,
  chosen: { name: string; unit: string } | null,
): CsvMapping {
  const others = mapping.columns.filter((one) => one.column !== column && one.variable !== chosen?.name);
  if (!chosen) return { ...mapping, columns: others };
  const columns = [...others, { column, variable: chosen.name, unit: chosen.unit }];
  return { ...mapping, columns: columns.sort((a, b) => a.column - b.column) };
}

export function withUnit(mapping: CsvMapping, column: number, unit: string): CsvMapping {
  return {
    ...mapping,
    columns: mapping.columns.map((one) => (one.column === column ? { ...one, unit } : one)),
  };
}

/** Another column tells the time: it cannot be stored as a variable as well. */
export function withTimeColumn(mapping: CsvMapping, time_column: number): CsvMapping {
  // Where its clock stands, if apart, is found out anew.
  const { clock_column: _, ...rest } = mapping;
  return { ...rest, time_column, columns: mapping.columns.filter((one) => one.column !== time_column) };
}

/** The clock stands in a column of its own, which is then no variable, or nowhere but beside its date (null). */
export function withClockColumn(mapping: CsvMapping, clock_column: number | null): CsvMapping {
  return { ...mapping, clock_column, columns: mapping.columns.filter((one) => one.column !== clock_column) };
}
