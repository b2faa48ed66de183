import type { z } from 'zod';
import type { FieldFault } from './client.ts';

type Issue = z.core.$ZodIssue;
type Params = Readonly<Record<string, string | number>>;
type Said = readonly [code: string, sentence: string, params?: Params];

/** A sentence that the library says by itself: it tells of its types, which are none of the reader's business. */
const OF_THE_LIBRARY = /^(?:Invalid|Too (?:big|small)|Unrecognized|Expected)\b/;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): Said {
  const min = Number(minimum);
  if (origin === 'string') return ['too_short', `at least ${min} characters`, { least: min }];
  if (origin === 'array') return ['too_few', `at least ${min} entries`, { least: min }];
  return ['too_small', inclusive === false ? `must be more than ${min}` : `at least ${min}`, { least: min }];
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): Said {
  const max = Number(maximum);
  if (origin === 'string') return ['too_long', `at most ${max} characters`, { most: max }];
  if (origin === 'array') return ['too_many', `at most ${max} entries`, { most: max }];
  return ['too_large', inclusive === false ? `must be less than ${max}` : `at most ${max}`, { most: max }];
}

function saidOf(issue: Issue): Said {
  switch (issue.code) {
    case 'invalid_type':
      return [
        'wrong_type',
        `must be ${KINDS[issue.expected] ?? issue.expected}`,
        { expected: issue.expected },
      ];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value': {
      const allowed = issue.values.map(String).join(', ');
      return ['not_allowed', `must be one of ${allowed}`, { allowed }];
    }
    case 'invalid_format':
      return issue.format === 'datetime'
        ? ['format', 'must be an instant such as 2026-06-01T10:00:00Z']
        : ['format', 'has not the right form', { format: issue.format }];
    case 'invalid_union': {
      const isForm = issue.errors.every(([first]) => first?.code === 'invalid_format');
      return isForm ? ['format', 'has not the right form'] : ['invalid', 'is not valid'];
    }
    case 'not_multiple_of':
      return ['not_multiple', `must be a multiple of ${issue.divisor}`, { of: issue.divisor }];
    case 'unrecognized_keys':
      return [
        'unknown_names',
        `has unknown names: ${issue.keys.join(', ')}`,
        { names: issue.keys.join(', ') },
      ];
    case 'custom':
      return [typeof issue.params?.code === 'string' ? issue.params.code : 'invalid', 'is not valid'];
    default:
      return ['invalid', 'is not valid'];
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  );
}

// spec §5: 'required', and the sentences of email and password, also where nothing was sent
function faultOf(issue: Issue, value: unknown): FieldFault {
  const path = issue.path.map(String).join('.');
  const own = OF_THE_LIBRARY.test(issue.message) ? undefined : issue.message;
  const there = valueAt(value, issue.path);
  if (there === undefined || (there === '' && issue.code === 'too_small'))
    return { path, message: own ?? 'required', code: 'required' };
  const [code, message, params] = saidOf(issue);
  return { path, message: own ?? message, code, ...(params ? { params } : {}) };
}

/** What is wrong with what was sent, each with a sentence, a code and the figures of both. */
export function inputFaults(issues: readonly Issue[], value: unknown): FieldFault[] {
  return issues.map((issue) => faultOf(issue, value));
}

/** The sentence for what was not sent at all; whatever else is wrong with it is said as of everything. // spec §5 */
export const whereMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }): string | undefined => (input === undefined ? sentence : undefined),
});
