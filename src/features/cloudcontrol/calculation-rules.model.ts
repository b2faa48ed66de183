import { factorBetween, spellUnit } from '../../shared/units/units.ts';
import type { CatalogueEntry } from '../plants/plants.model.ts';
import type { Operation } from './calculation.model.ts';

type Kind = CatalogueEntry['kind'];

/** What the rules must know of an input. */
export interface InputFacts {
  readonly variable_id: number;
  readonly unit: string;
  readonly kind: Kind;
  /** Seconds between two readings. */
  readonly interval_s: number;
}

/** What the rules must know of the result. */
export interface ResultFacts {
  readonly unit: string;
  readonly kind: Kind;
  /** Seconds between two results. */
  readonly interval_s: number;
}

export const CALC_FAULTS = [
  'state_input',
  'unit_differs',
  'kinds_mixed',
  'counter_operation',
  'result_not_counter',
  'result_not_gauge',
  'slower_input',
  'two_needed',
  'input_twice',
  'preview_too_large',
  'goes_round',
  'too_deep',
  'name_taken',
  'short_name_taken',
  'variable_taken',
  'not_virtual',
  'no_slots',
  'no_such_variable',
  'too_many_groups',
  'too_many_inputs',
  'taken_by',
] as const;
export type CalcFaultCode = (typeof CALC_FAULTS)[number];

/** What is wrong with a definition, at the field that it names. */
export interface CalcFault {
  path: string;
  message: string;
  code: CalcFaultCode;
  params?: Readonly<Record<string, string | number>>;
}

/** Ways of putting counters together that leave something a meter could show. */
const OF_COUNTERS: readonly Operation[] = ['sum', 'difference'];

/**
 * The kind of what comes out: a sum of counters is a counter. A difference of counters is none: read moments apart, two
 * rising meters differ by less than before, which a counter must never do, and each such fall would pass for a reset.
 */
export function resultKind(operation: Operation, inputs: readonly Pick<InputFacts, 'kind'>[]): Kind {
  const counters = inputs.length > 0 && inputs.every(({ kind }) => kind === 'counter');
  return counters && operation === 'sum' ? 'counter' : 'gauge';
}

const doubled = (inputs: readonly InputFacts[]): CalcFault[] =>
  inputs.flatMap(({ variable_id }, i) =>
    inputs.findIndex((one) => one.variable_id === variable_id) < i
      ? [{ path: `inputs.${i}`, message: 'stands there already', code: 'input_twice' as const }]
      : [],
  );

function faultsOfKinds(
  operation: Operation,
  inputs: readonly InputFacts[],
  result: ResultFacts,
): CalcFault[] {
  const states = inputs.flatMap(({ kind }, i): CalcFault[] =>
    kind === 'state'
      ? [{ path: `inputs.${i}`, message: 'a state cannot be calculated with', code: 'state_input' }]
      : [],
  );
  const counting = inputs.map(({ kind }) => kind === 'counter');
  const mixed = inputs.flatMap((_, i): CalcFault[] =>
    states.length === 0 && counting[i] !== counting[0]
      ? [
          {
            path: `inputs.${i}`,
            message: 'counters and other values do not go together',
            code: 'kinds_mixed',
          },
        ]
      : [],
  );
  const faults = [...states, ...mixed];
  if (faults.length > 0 || inputs.length === 0) return faults;
  if (counting[0] && !OF_COUNTERS.includes(operation)) {
    const message = 'counters can be summed or subtracted only';
    return [{ path: 'operation', message, code: 'counter_operation' }];
  }
  const wanted = resultKind(operation, inputs);
  if (result.kind === wanted) return [];
  const code = wanted === 'counter' ? 'result_not_counter' : 'result_not_gauge';
  return [{ path: 'result.variable', message: `must be a ${wanted}`, code }];
}

/** Everything that is wrong with a definition by its own facts, in the order of its fields. */
export function faultsOf(
  operation: Operation,
  inputs: readonly InputFacts[],
  result: ResultFacts,
): CalcFault[] {
  const faults = [...doubled(inputs), ...faultsOfKinds(operation, inputs, result)];
  if (operation === 'difference' && inputs.length < 2)
    faults.push({ path: 'inputs', message: 'a difference takes two or more', code: 'two_needed' });
  inputs.forEach(({ unit }, i) => {
    if (factorBetween(unit, result.unit) !== undefined) return;
    const params = { unit: spellUnit(unit) || '–', wanted: spellUnit(result.unit) || '–' };
    const message = `is in ${params.unit}, the result in ${params.wanted}`;
    faults.push({ path: `inputs.${i}`, message, code: 'unit_differs', params });
  });
  const slowest = inputs.reduce((max, { interval_s }) => Math.max(max, interval_s), 0);
  if (slowest > result.interval_s) {
    const message = `an input is read every ${slowest} s only: the result would be missing in between`;
    const params = { interval_s: slowest };
    faults.push({ path: 'result.interval_s', message, code: 'slower_input', params });
  }
  return faults;
}
