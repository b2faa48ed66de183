import type { QueryKey } from '@tanstack/react-query';
import type { AnyCall, Out } from '../../contract/call.ts';
import type { Arguments } from '../../contract/client.ts';
import { companyKey } from './query-client.ts';

/** What a call is asked with: its parameters, its query, its body. */
export type Input<C extends AnyCall> = Omit<Arguments<C>, 'signal' | 'company'>;
export type Answer<C extends AnyCall> = Out<C['ok']>;

/** Any input, read where the call is not known. */
export interface LooseInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

const COMPANY_FREE: readonly string[] = [
  'public',
  'signed_in',
  'key:ingest',
  'key:read',
  'signed_url',
  'signed_link',
];

/** Whether a call is the same whichever company is on screen. */
export const isCompanyFree = ({ access }: Pick<AnyCall, 'access'>): boolean => COMPANY_FREE.includes(access);

/** Where the answer to a call is kept: by company, call and input; what is not asked yet (null) has a place of its own. */
export function callKey(company: number | null, call: AnyCall, input: unknown): QueryKey {
  const own = [`${call.method} ${call.path}`, input === undefined ? {} : input];
  return isCompanyFree(call) ? own : companyKey(company, ...own);
}

/** The plants that an input names; undefined where the answer is about any plant. */
export function plantsOf(input: unknown): readonly string[] | undefined {
  const { params, query } = (input ?? {}) as LooseInput;
  const named = params?.proj_code ?? query?.proj_code;
  if (Array.isArray(named)) return named.map(String);
  return typeof named === 'string' && named !== '' ? named.split(',') : undefined;
}
