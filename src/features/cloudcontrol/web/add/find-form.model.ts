import { fieldRules } from '../../../../shared/web/forms/field-rules.ts';
import {
  type NumberFault,
  type NumberLimits,
  readNumber,
} from '../../../../shared/web/forms/number-text.model.ts';
import { PortFields, Register } from '../../../plants/device-fields.contract.ts';
import { type Framer, findHostFault, findUnitFault } from '../../../plants/field.model.ts';
import { LIMITS } from '../../configuration.model.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { parseUnits, type UnitsFault } from '../../unit-range.model.ts';
import type { Question } from './use-field-task.ts';

/** Where to look, as it is typed: a port that stands, or (port_id empty) the address of a gateway. */
export interface FindTyped {
  proj_code: string;
  port_id: string;
  host: string;
  port: string;
  units: string;
  framer: Framer;
  timeout_ms: string;
  /** The first register of the map; empty: the usual ones. */
  base: string;
}
export type FindField = keyof FindTyped;
/** `host`: no name and no address; `unit`: not behind this framer. */
export type FindFault = NumberFault | UnitsFault | { code: 'host' } | { code: 'unit' };
export type FindFaults = ReadonlyMap<FindField, FindFault>;

const BASE: NumberLimits = { ...fieldRules(Register, 'address'), nullable: true };
export const TCP_PORT = fieldRules(PortFields, 'port');
export const TIMEOUT = fieldRules(PortFields, 'timeout_ms');

type Numbers = 'port' | 'timeout_ms' | 'base';
const NUMBERS: Readonly<Record<Numbers, NumberLimits>> = { port: TCP_PORT, timeout_ms: TIMEOUT, base: BASE };

function numberIn(name: Numbers, typed: FindTyped, faults: Map<FindField, FindFault>): number | null {
  const { value = null, fault } = readNumber(typed[name], NUMBERS[name]);
  if (fault) faults.set(name, fault);
  return value;
}

/** The gateway that is meant: a port that stands, or one that is made with the first device. */
function targetOf(typed: FindTyped, faults: Map<FindField, FindFault>) {
  if (typed.port_id !== '') return { port_id: Number(typed.port_id) };
  const host = typed.host.trim();
  if (host === '') faults.set('host', { code: 'required' });
  else if (findHostFault(host)) faults.set('host', { code: 'host' });
  const port = numberIn('port', typed, faults) ?? undefined;
  const timeout_ms = numberIn('timeout_ms', typed, faults) ?? undefined;
  return { host, port, framer: typed.framer, timeout_ms };
}

function unitsOf(typed: FindTyped, framer: Framer, faults: Map<FindField, FindFault>): number[] {
  const limits = { ...LIMITS.unit_id_tcp, count: MAX_ASKED.unit_ids };
  const parsed = parseUnits(typed.units, limits);
  if (parsed.fault) {
    faults.set('units', parsed.fault);
    return [];
  }
  if (parsed.units.some((unit) => findUnitFault(unit, framer))) faults.set('units', { code: 'unit' });
  return parsed.units;
}

/** The question that the form asks, or everything that is wrong with it. @param behind framer of the chosen port */
export function questionOf(
  typed: FindTyped,
  behind: Framer | undefined,
): { question: Question & { kind: 'find' }; faults?: never } | { question?: never; faults: FindFaults } {
  const faults = new Map<FindField, FindFault>();
  if (typed.proj_code === '') faults.set('proj_code', { code: 'required' });
  const target = targetOf(typed, faults);
  const unit_ids = unitsOf(typed, behind ?? typed.framer, faults);
  const base = numberIn('base', typed, faults);
  if (faults.size > 0) return { faults };
  return { question: { kind: 'find', target, unit_ids, ...(base === null ? {} : { bases: [base] }) } };
}
