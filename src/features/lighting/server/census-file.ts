import { CsvError, parse } from 'csv-parse/sync';
import { findFault } from '../../../shared/server/http/check-input.ts';
import { unguarded } from '../../../shared/units/csv-text.ts';
import { type CensusCells, type CensusFault, isCensusColumn } from '../census.model.ts';
import { MAX_ROWS } from '../light-points.contract.ts';
import { refusals } from './refusals.ts';

export interface CensusRow {
  /** Of a CSV file its line, of GeoJSON the place of the feature; the first is 1. */
  readonly row: number;
  readonly cells: CensusCells;
  readonly fault?: CensusFault;
}

export interface CensusFile {
  readonly rows: readonly CensusRow[];
  /** Columns that are not of the census. */
  readonly ignored: readonly string[];
}

/** No column holds as much: a cell is cut to it before anything is made of it, and refused where it is too long. */
const MAX_CELL = 400;

/** Names and columns that a fault may repeat are no longer than a person reads. */
const shortened = (name: string): string => name.slice(0, 60);

function rowOf(head: readonly string[], cells: readonly string[], row: number): CensusRow {
  if (cells.length > head.length) return { row, cells: {}, fault: 'too_many_cells' };
  const named = head.flatMap((name, at) =>
    isCensusColumn(name) ? [[name, unguarded((cells[at] ?? '').slice(0, MAX_CELL))] as const] : [],
  );
  return { row, cells: Object.fromEntries(named) };
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function readCsv(text: string): CensusFile {
  const first = text.split(/\r\n?|\n/, 1)[0] ?? '';
  const delimiter = first.includes(';') ? ';' : ',';
  try {
    const records = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 20_000,
      to: MAX_ROWS + 2,
    }) as unknown as Parsed[];
    const [top, ...rest] = records;
    const head = (top?.record ?? []).map((name) => name.trim().toLowerCase());
    if (!head.includes('code')) throw refusals.noCensus();
    if (rest.length > MAX_ROWS) throw refusals.censusTooLong(MAX_ROWS);
    return {
      rows: rest.map(({ record, info }) => rowOf(head, record, info.lines)),
      ignored: head
        .filter((name) => name !== '' && !isCensusColumn(name))
        .map(shortened)
        .slice(0, 50),
    };
  } catch (error) {
    if (error instanceof CsvError) throw refusals.noCensus();
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property as text. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).slice(0, MAX_CELL);

/** What is no single value is nothing that a column could hold. */
const isSingle = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** A place, no place, or null for a shape that no lamp has. */
function placeOf(geometry: unknown): CensusCells | null {
  if (geometry === null || geometry === undefined) return {};
  if (!isRecord(geometry) || geometry.type !== 'Point' || !Array.isArray(geometry.coordinates)) return null;
  const [longitude, latitude] = geometry.coordinates as unknown[];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  return { longitude: String(longitude), latitude: String(latitude) };
}

function readFeature(feature: unknown, row: number): CensusRow {
  const place = isRecord(feature) ? placeOf(feature.geometry) : null;
  if (!isRecord(feature) || place === null) return { row, cells: {}, fault: 'not_a_point' };
  const properties = isRecord(feature.properties) ? feature.properties : {};
  const own = Object.entries(properties).flatMap(([name, value]) => {
    const column = name.trim().toLowerCase();
    return isCensusColumn(column) ? [[column, value] as const] : [];
  });
  if (!own.every(([, value]) => isSingle(value))) return { row, cells: {}, fault: 'not_single' };
  const named = own.map(([column, value]) => [column, textOf(value)] as const);
  return { row, cells: { ...Object.fromEntries(named), ...place } };
}

function readGeoJson(text: string): CensusFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusals.noCensus();
    throw error;
  }
  if (findFault(read)) throw refusals.noCensus();
  const features: unknown = isRecord(read) ? read.features : undefined;
  if (!Array.isArray(features)) throw refusals.noCensus();
  if (features.length > MAX_ROWS) throw refusals.censusTooLong(MAX_ROWS);
  const [first] = features as unknown[];
  const names = isRecord(first) && isRecord(first.properties) ? Object.keys(first.properties) : [];
  return {
    rows: (features as unknown[]).map((feature, at) => readFeature(feature, at + 1)),
    ignored: names
      .filter((name) => !isCensusColumn(name.trim().toLowerCase()))
      .map(shortened)
      .slice(0, 50),
  };
}

/** Rows of a census in CSV (parted by semicolons or commas) or GeoJSON. @throws AppError invalid where it is neither, or too long */
export const readCensus = (text: string): CensusFile =>
  /^\uFEFF?\s*\{/.test(text) ? readGeoJson(text.replace(/^\uFEFF/, '')) : readCsv(text);
