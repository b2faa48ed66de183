import type { WordOrder } from '../decode/data-type.ts';
import { cellText } from './map-cells.ts';
import type { MapFaultCode, MapParams, MapWarningCode } from './map-fault.ts';
import { lookOf } from './map-look.ts';
import { disagreements, labelsDiffer, newNameOf } from './map-new-names.ts';
import { tellNotations } from './map-notations.ts';
import { faultOfRegister, meetingsOf, type Placed, warnOfFrom40001 } from './map-registers.ts';
import {
  MAX_SHOWN,
  type MapField,
  type MapName,
  type MapVariable,
  type MapWords,
  type NewMapName,
} from './map-variable.ts';
import { ASSUMED_FUNCTION, isAssumed, newVariable, readingAfter } from './merge-row.ts';
import { type MapReading, type MapRow, placeOf } from './read-map.ts';

export interface HeldVariable extends MapVariable {
  readonly id: number;
  readonly name: string;
}

/** What a map is held against: the variables of a device or template, and the company's words. */
export interface MapTarget {
  readonly current: readonly HeldVariable[];
  readonly catalogue: readonly MapName[];
  readonly groups: readonly string[];
  readonly words: MapWords;
  /** What new variables start with. */
  readonly byte_order: WordOrder;
  /** Whether its variables are read over a port: one without a register never has a value. */
  readonly polled: boolean;
  /** Whether they are calculated from those of other devices, and have no register. */
  readonly virtual: boolean;
  /** Whether names that the catalogue lacks are added to it; otherwise they are faults. */
  readonly adds_names: boolean;
  /** Whether variables that the map does not name go. */
  readonly remove_others: boolean;
}

export interface AddedVariable {
  readonly name: string;
  readonly variable: MapVariable;
  /** Only of a name that the catalogue lacks. */
  readonly of_name?: NewMapName;
}

export interface MapPlan {
  readonly add: readonly AddedVariable[];
  readonly change: readonly {
    readonly id: number;
    readonly name: string;
    readonly asked: Partial<MapVariable>;
  }[];
  readonly remove: readonly HeldVariable[];
  readonly unchanged: number;
  /** Variables that the map does not name and that stay. */
  readonly others: number;
  /** All variables as they would be, in the map's order, those that it does not name behind. */
  readonly after: readonly Placed[];
}

interface Planner extends MapTarget {
  readonly reading: MapReading;
  readonly held: ReadonlyMap<string, HeldVariable>;
  readonly names: ReadonlyMap<string, MapName>;
  readonly known: ReadonlySet<string>;
  readonly warn: (row: MapRow, field: MapField, code: MapWarningCode, params: MapParams) => void;
  readonly fault: (row: MapRow, field: MapField, code: MapFaultCode, params: MapParams) => void;
}

function plannerOf(reading: MapReading, target: MapTarget): Planner {
  const { columns, faults, warnings } = reading;
  return {
    ...target,
    reading,
    held: new Map(target.current.map((one) => [one.name, one])),
    names: new Map(target.catalogue.map((one) => [one.name, one])),
    known: new Set(target.groups),
    warn: (row, field, code, params) => warnings.add({ ...placeOf(columns, row, field), code, params }),
    fault: (row, field, code, params) => faults.add({ ...placeOf(columns, row, field), code, params }),
  };
}

type Planned = { readonly row: MapRow; readonly variable: MapVariable; readonly of_name?: NewMapName };

/** A variable as a row leaves it, with everything about it that is told. */
function planRow(row: MapRow, planner: Planner): Planned {
  const { said, name } = row;
  const usual = newVariable(planner.byte_order);
  const was = planner.held.get(name) ?? usual;
  const reading = readingAfter(said, was, usual);
  judgeNotation(row, planner);
  const entry = planner.names.get(name);
  if (!entry) return planNew(row, reading, planner);
  const { look, remarks } = lookOf(said, { own: was, name: entry, groups: planner.known });
  for (const { field, code, params } of remarks) planner.warn(row, field, code, params);
  for (const { field, kept } of disagreements(said, entry))
    planner.warn(row, field, 'catalogue_says', { kept });
  return { row, variable: { ...reading, ...look } };
}

function planNew(
  row: MapRow,
  reading: Omit<MapVariable, 'unit' | 'decimals' | 'group_name' | 'colour'>,
  planner: Planner,
): Planned {
  const { name, said } = row;
  const { words, known: groups, adds_names } = planner;
  const place = placeOf(planner.reading.columns, row, 'name');
  const text =
    place.column === null ? name : cellText(row.cells[place.column - 1] ?? null).slice(0, 120) || name;
  const { ofName, remarks } = newNameOf({ name, said, text, words, groups });
  if (!adds_names) planner.fault(row, 'name', 'unknown_name', { name });
  for (const { field, code, params } of remarks) planner.warn(row, field, code, params);
  const { label_en, label_it, unit, quantity } = ofName;
  if (adds_names)
    planner.warn(row, 'name', 'name_added', { name, label: label_en, label_it, unit, quantity });
  const look = { unit: null, decimals: null, group_name: null, colour: said.colour || null };
  return { row, variable: { ...reading, ...look }, of_name: ofName };
}

function judgeNotation(row: MapRow, planner: Planner): void {
  const { address, function_code } = row.said;
  const said = address?.function_code;
  if (said === undefined || function_code == null || function_code === said) return;
  planner.fault(row, 'function_code', 'function_contradicts', { said, function_code });
}

function judgeRegisters(planned: readonly Planned[], planner: Planner): void {
  for (const { row, variable } of planned.filter(({ row }) => !row.faulty)) {
    const fault = faultOfRegister(variable);
    if (planner.virtual && variable.address !== null) planner.fault(row, 'address', 'calculated', {});
    else if (fault) planner.fault(row, fault.field, fault.code, fault.params);
    const silent = planner.polled && variable.address === null && !planner.held.has(row.name);
    if (silent && !fault) planner.warn(row, 'address', 'no_register', {});
  }
}

const isMoved = (variable: MapVariable, was: HeldVariable | undefined): boolean =>
  variable.address !== null && variable.address !== was?.address;

/** What is told of the map as a whole: notations, what was assumed, registers that meet. */
function tellWhole(planned: readonly Planned[], after: readonly Placed[], planner: Planner): void {
  const { warnings, rows } = planner.reading;
  const { held, names } = planner;
  tellNotations(planner.reading, warnings);
  const labels = rows.filter(({ name, said }) => {
    const entry = names.get(name);
    return entry !== undefined && labelsDiffer(said, entry);
  }).length;
  if (labels > 0) warnings.whole('labels_stay', { count: labels });
  const assumed = planned.filter(
    ({ row: { said, name }, variable }) =>
      variable.address !== null && isAssumed(said, held.get(name) ?? newVariable(planner.byte_order)),
  ).length;
  if (assumed > 0) warnings.whole('function_assumed', { count: assumed, function_code: ASSUMED_FUNCTION });
  const moved = planned.filter(({ row, variable }) => isMoved(variable, held.get(row.name)));
  warnOfFrom40001(
    moved.flatMap(({ variable }) => variable.address ?? []),
    warnings,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  for (const { code, of, params } of meetingsOf(after, MAX_SHOWN)) {
    const row = byName.get(of.name);
    if (row) planner.warn(row, 'address', code, params);
  }
}

function changeOf(variable: MapVariable, was: HeldVariable): Partial<MapVariable> {
  const fields = Object.entries(variable).filter(
    ([field, value]) => was[field as keyof MapVariable] !== value,
  );
  return Object.fromEntries(fields) as Partial<MapVariable>;
}

/**
 * What a map would do to the variables of a device or template; nothing may be done while the reading has faults, which
 * this adds to.
 */
export function planMap(reading: MapReading, target: MapTarget): MapPlan {
  const planner = plannerOf(reading, target);
  const planned = reading.rows.map((row) => planRow(row, planner));
  judgeRegisters(planned, planner);
  const named = new Set(planned.map(({ row }) => row.name));
  const others = target.current.filter(({ name }) => !named.has(name));
  const staying = target.remove_others ? [] : others;
  const after: Placed[] = [
    ...planned.map(({ row, variable }) => ({ name: row.name, variable, row: row.row })),
    ...staying.map((variable) => ({ name: variable.name, variable, row: null })),
  ];
  tellWhole(planned, after, planner);
  const add = planned.filter(({ row }) => !planner.held.has(row.name));
  const kept = planned.flatMap(({ row, variable }) => {
    const was = planner.held.get(row.name);
    return was ? [{ id: was.id, name: was.name, asked: changeOf(variable, was) }] : [];
  });
  const change = kept.filter(({ asked }) => Object.keys(asked).length > 0);
  return {
    add: add.map(({ row, variable, of_name }) => ({
      name: row.name,
      variable,
      ...(of_name ? { of_name } : {}),
    })),
    change,
    remove: target.remove_others ? others : [],
    unchanged: kept.length - change.length,
    others: staying.length,
    after,
  };
}
