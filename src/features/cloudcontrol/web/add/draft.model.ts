import { readNumber } from '../../../../shared/web/forms/number-text.model.ts';
import { LIMITS } from '../../configuration.model.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { parseUnits } from '../../unit-range.model.ts';
import type { How, Kind, Way } from './add-search.ts';
import { type AddressFault, parseAddresses } from './address-range.model.ts';
import { type FindFault, type FindTyped, TCP_PORT, TIMEOUT } from './find-form.model.ts';
import { isPattern, nameAt, nextNumber } from './names.model.ts';

/** What is typed above the rows: it says what they begin as. */
export interface Draft extends FindTyped {
  how: How;
  kind: Kind;
  template_key: string;
  like_id: string;
  way: Way;
  addresses: string;
  /** Of all addresses. */
  unit: string;
  pattern: string;
  /** Number of the first name; empty: the first that is free. */
  start: string;
  /** kW of each. */
  power: string;
  section_id: string;
}
export type DraftField = keyof Draft;

/** What the way of adding leaves no choice of: one template, behind one gateway. */
export const settled = (draft: Draft): Draft =>
  draft.how === 'template' ? { ...draft, kind: 'template', way: 'units' } : draft;

/** One device as it stands in its row, as typed. */
export interface Row {
  /** The same device keeps its row, and what was typed there, while the form above changes. */
  readonly key: string;
  short_name: string;
  /** Empty behind a port that stands. */
  host: string;
  port: string;
  unit_id: string;
  serial_number: string;
  nominal_power: string;
}
export const ROW_FIELDS = [
  'short_name',
  'host',
  'port',
  'unit_id',
  'serial_number',
  'nominal_power',
] as const;
export type RowField = (typeof ROW_FIELDS)[number];

export type DraftFault = FindFault | AddressFault | { code: 'pattern' } | { code: 'choose' };
export type DraftFaults = ReadonlyMap<DraftField, DraftFault>;

type Places = readonly Pick<Row, 'key' | 'host' | 'unit_id'>[];

function placesOf(draft: Draft, faults: Map<DraftField, DraftFault>): Places {
  const { way, unit } = draft;
  const max = MAX_ASKED.devices;
  if (way === 'addresses') {
    const read = parseAddresses(draft.addresses, max);
    if (!read.fault)
      return read.hosts.map((host) => ({ key: `${host} ${unit}`, host, unit_id: unit.trim() }));
    faults.set('addresses', read.fault);
    return [];
  }
  if (draft.units.trim() === '') return [];
  const read = parseUnits(draft.units, { ...LIMITS.unit_id_tcp, count: max });
  if (read.fault) {
    faults.set('units', read.fault);
    return [];
  }
  const host = draft.port_id === '' ? draft.host.trim() : '';
  return read.units.map((one) => ({ key: `#${one}`, host, unit_id: String(one) }));
}

function judgeNumbers(draft: Draft, faults: Map<DraftField, DraftFault>): void {
  for (const [name, limits] of [
    ['port', TCP_PORT],
    ['timeout_ms', TIMEOUT],
  ] as const) {
    const { fault } = readNumber(draft[name], limits);
    if (fault) faults.set(name, fault);
  }
}

/** Faults of the form itself; those of what stands in a row are told there. */
function judge(draft: Draft, rows: number, faults: Map<DraftField, DraftFault>): void {
  if (draft.proj_code === '') faults.set('proj_code', { code: 'required' });
  // Without an address, a device that is typed by hand has no connection to judge.
  if (draft.how === 'hand') {
    if (draft.port_id === '' && draft.host.trim() !== '') judgeNumbers(draft, faults);
    return;
  }
  if (draft.kind === 'template' && draft.template_key === '') faults.set('template_key', { code: 'choose' });
  if (draft.kind === 'like' && draft.like_id === '') faults.set('like_id', { code: 'choose' });
  if (draft.way === 'addresses' && rows === 0 && !faults.has('addresses'))
    faults.set('addresses', { code: 'required' });
  if (draft.way === 'units' && rows === 0 && !faults.has('units')) faults.set('units', { code: 'required' });
  if (draft.way === 'units' && draft.port_id === '' && draft.host.trim() === '')
    faults.set('host', { code: 'required' });
  if (rows > 1 && !isPattern(draft.pattern)) faults.set('pattern', { code: 'pattern' });
  judgeNumbers(draft, faults);
}

/** The unit id, where the search was for one only. */
export function unitOf(units: string): number | null {
  const read = parseUnits(units, { ...LIMITS.unit_id_tcp, count: MAX_ASKED.devices });
  const [only, ...others] = read.fault ? [] : read.units;
  return only !== undefined && others.length === 0 ? only : null;
}

/**
 * The rows that a draft comes to, none by hand, and what is wrong with the draft.
 * @param taken names of the plant's devices, which numbering goes past
 */
export function rowsOf(draft: Draft, taken: readonly string[]): { rows: Row[]; faults: DraftFaults } {
  const faults = new Map<DraftField, DraftFault>();
  const places = draft.how === 'hand' ? [] : placesOf(draft, faults);
  judge(draft, places.length, faults);
  const start = /^\d{1,6}$/.test(draft.start.trim()) ? Number(draft.start) : nextNumber(draft.pattern, taken);
  const rows = places.map((place, i) => ({
    ...place,
    short_name: nameAt(draft.pattern.trim(), start + i),
    port: draft.port.trim(),
    serial_number: '',
    nominal_power: draft.power,
  }));
  return { rows, faults };
}
