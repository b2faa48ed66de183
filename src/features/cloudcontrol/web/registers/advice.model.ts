import type { ReadQuestion } from './reading.model.ts';

/** What may be tried after a refusal, and the question that tries it; words: `advice.<code>`. */
export interface Advice {
  readonly code:
    | 'other_function'
    | 'one_before'
    | 'fewer'
    | 'single'
    | 'not_there'
    | 'value'
    | 'failure'
    | 'busy'
    | 'gateway'
    | 'unit';
  readonly change?: Partial<Pick<ReadQuestion, 'function_code' | 'address' | 'count'>>;
}

const OTHER = { 1: 2, 2: 1, 3: 4, 4: 3 } as const;

/**
 * What usually causes a Modbus exception, the likeliest first.
 * Source: Modbus Application Protocol V1.1b3, 7 (exception responses).
 */
export function adviceOn(exception: number, question: ReadQuestion): Advice[] {
  const other: Advice = {
    code: 'other_function',
    change: { function_code: OTHER[question.function_code] },
  };
  switch (exception) {
    case 1:
      return [other];
    case 2:
      return [...oneBefore(question), ...fewer(question), other, { code: 'not_there' }];
    case 3:
      return [...fewer(question), { code: 'value' }];
    case 4:
      return [...fewer(question), { code: 'failure' }];
    case 5:
    case 6:
      return [{ code: 'busy' }];
    case 10:
    case 11:
      return [{ code: 'gateway' }, { code: 'unit' }];
    default:
      return [...fewer(question), other];
  }
}

/** Maps that count from 1 lie one lower on the wire. */
function oneBefore({ address }: ReadQuestion): Advice[] {
  return address > 0 ? [{ code: 'one_before', change: { address: address - 1 } }] : [];
}

/** A block over a hole in the map is refused whole. */
function fewer({ count }: ReadQuestion): Advice[] {
  if (count <= 1) return [];
  return count > 4
    ? [{ code: 'fewer', change: { count: Math.floor(count / 2) } }]
    : [{ code: 'single', change: { count: 1 } }];
}
