import {
  type NumberFault,
  type NumberLimits,
  readNumber,
} from '../../../../shared/web/forms/number-text.model.ts';
import { type FunctionCode, findHostFault } from '../../../plants/field.model.ts';
import { HINTS } from '../../configuration.model.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { fromWire, toWire } from './notation.model.ts';
import type { ReadQuestion } from './reading.model.ts';
import type { RegistersSearch } from './registers-search.ts';

/** What the form asks, as typed. */
export type Typed = Pick<
  RegistersSearch,
  'port' | 'host' | 'tcp' | 'framer' | 'unit' | 'fn' | 'address' | 'count' | 'as'
>;
export type TargetFields = 'port' | 'host' | 'tcp' | 'unit' | 'address' | 'count';
export type FormFault =
  | NumberFault
  | { code: 'no_port' }
  | { code: 'no_host' }
  | { code: 'no_address' }
  | { code: 'end' };

const FIELDS = {
  tcp: { min: 1, max: 65_535, integer: true },
  unit: { min: 0, max: 255, integer: true },
  count: { min: 1, max: MAX_ASKED.count, integer: true },
} as const satisfies Record<string, NumberLimits>;

/** Registers that are asked for where nothing is said: enough for a first look, few enough for any device. */
export const USUAL_COUNT = 20;

/** What stands in the form for an address: the wire's numbers as the reader's manual writes them. */
export function typedOf(search: RegistersSearch): Typed {
  const { port, host, tcp, framer, unit, fn, count, as, address } = search;
  const shown = address === '' ? '' : fromWire(Number(address), functionOf(fn), as);
  return { port, host, tcp, framer, unit, fn, as, address: shown, count: count || String(USUAL_COUNT) };
}

export const functionOf = (fn: RegistersSearch['fn']): FunctionCode => Number(fn) as FunctionCode;

/** What an address in the bar of the browser asks; null where something is missing or wrong. */
export function questionOf(search: RegistersSearch): ReadQuestion | null {
  const read = readForm(typedOf(search));
  return 'question' in read ? read.question : null;
}

/** The question of a form, with what its address holds then; or every fault, by field. */
export function readForm(
  typed: Typed,
): { question: ReadQuestion; search: Typed } | { faults: ReadonlyMap<TargetFields, FormFault> } {
  const faults = new Map<TargetFields, FormFault>();
  const whole = (name: keyof typeof FIELDS, text: string): number => {
    const { value, fault } = readNumber(text, FIELDS[name]);
    if (fault) faults.set(name, fault);
    return value ?? 0;
  };
  const host = typed.host.trim();
  if (typed.port === '' && host === '') faults.set('port', { code: 'no_port' });
  else if (typed.port === '' && findHostFault(host)) faults.set('host', { code: 'no_host' });
  const tcp = typed.port === '' ? whole('tcp', typed.tcp || String(HINTS.port)) : 0;
  const unit_id = whole('unit', typed.unit);
  const count = whole('count', typed.count);
  const wire = toWire(typed.address, typed.as);
  if (!wire)
    faults.set('address', typed.address.trim() === '' ? { code: 'required' } : { code: 'no_address' });
  else if (!faults.has('count') && wire.address + count > 0x1_0000) faults.set('count', { code: 'end' });
  if (!wire || faults.size > 0) return { faults };
  const function_code = wire.function_code ?? functionOf(typed.fn);
  const target =
    typed.port === ''
      ? { host, port: tcp, framer: typed.framer, timeout_ms: 2000 }
      : { port_id: Number(typed.port) };
  const fn = String(function_code) as Typed['fn'];
  const kept = { ...typed, host: typed.port === '' ? host : '', fn, address: String(wire.address) };
  return {
    question: { kind: 'read', target, unit_id, function_code, address: wire.address, count },
    search: { ...kept, unit: String(unit_id), count: String(count) },
  };
}

/** One register before and one after, where there are any; with how many came before. */
export function around(question: ReadQuestion): ReadQuestion {
  const address = Math.max(0, question.address - 1);
  const end = Math.min(0x1_0000, question.address + question.count + 1);
  return { ...question, address, count: Math.min(MAX_ASKED.count, end - address) };
}
