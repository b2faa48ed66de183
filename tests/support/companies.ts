import { companiesCalls } from '../../src/features/companies/companies.contract.ts';
import { accountCalls } from '../../src/features/identity/account.contract.ts';
import type { AnyCall } from '../../src/shared/contract/call.ts';
import { type Answer, ask, type Given } from '../contract/support/ask.ts';
import type { Headers, TestApp } from './app.ts';

const CALLS = { ...companiesCalls, dismiss: accountCalls.dismiss };

export interface Told {
  readonly status: number;
  readonly json: unknown;
  /** The code of the first fault, where a refusal names one. */
  readonly code: string | undefined;
}

/** Makes calls of the area companies, and answers what came of them. */
export function asking(test: Pick<TestApp, 'app'>) {
  return async (name: keyof typeof CALLS, given: Given, headers: Headers): Promise<Told> => {
    const answer: Answer = await ask(test, CALLS[name] as AnyCall, given, headers);
    const json: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
    const { errors } = (json ?? {}) as { errors?: { code?: string }[] };
    return { status: answer.status, json, code: errors?.[0]?.code };
  };
}
