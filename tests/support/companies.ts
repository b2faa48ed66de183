import assert from 'node:assert/strict';
import { companiesCalls } from '../../src/features/companies/companies.contract.ts';
import type { Invitation } from '../../src/features/companies/company-users.contract.ts';
import { accountCalls } from '../../src/features/identity/account.contract.ts';
import type { AnyCall } from '../../src/shared/contract/call.ts';
import type { Role } from '../../src/shared/contract/capabilities.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { type Answer, ask, type Given } from '../contract/support/ask.ts';
import { type Headers, makeCompany, makeUser, signIn, type TestApp } from './app.ts';
import { mailOf } from './mail.ts';

const CALLS = { ...companiesCalls, dismiss: accountCalls.dismiss };

export interface CompanyAnswer {
  readonly status: number;
  readonly json: unknown;
  /** The code of the first fault, where a refusal names one. */
  readonly code: string | undefined;
}

/** Makes calls of the area companies, and answers what came of them. */
export function asking(test: Pick<TestApp, 'app'>) {
  return async (name: keyof typeof CALLS, given: Given, headers: Headers): Promise<CompanyAnswer> => {
    const answer: Answer = await ask(test, CALLS[name] as AnyCall, given, headers);
    const json: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
    const { errors } = (json ?? {}) as { errors?: { code?: string }[] };
    return { status: answer.status, json, code: errors?.[0]?.code };
  };
}

export type Sent = Invitation & { link: string };

export interface Mailed {
  to_address: string;
  language: string;
  subject: string;
  body_text: string;
  body_html: string;
}

/** The token of an invitation's link, wherever it stands in a text. */
export const tokenIn = (text: string): string => /\/register\?invitation=([\w-]+)/.exec(text)?.[1] ?? '';

let counter = 0;
/** An address that nobody else in the run has. */
export const newAddress = (): string => `somebody-${++counter}@example.org`;

/** A company with an owner who invites. */
export interface Inviting {
  readonly ask: ReturnType<typeof asking>;
  readonly scope: Scope;
  readonly owner: Headers;
  /** Headers of a new member. */
  member(of: Scope, ...roles: Role[]): Promise<Headers>;
  /** What is sent to invite a new address. */
  body(more?: object): { email: string };
  invite(given: object, headers?: Headers): Promise<CompanyAnswer>;
  /** Invites a new address; fails when that is refused. */
  invited(more?: object, headers?: Headers): Promise<Sent>;
  mailsTo(email: string): Promise<Mailed[]>;
  /** The token that was mailed last to an address. */
  mailed(email: string): Promise<string>;
  accept(token: string, headers: Headers): Promise<CompanyAnswer>;
  find(token: string): Promise<CompanyAnswer>;
}

/** Makes a company whose owner invites people. */
export async function makeInviting(test: TestApp, name: string): Promise<Inviting> {
  const ask = asking(test);
  const scope = await makeCompany(test.pool, name);
  const member = async (of: Scope, ...roles: Role[]): Promise<Headers> =>
    signIn(test, await makeUser(test, { company: of, roles }), of);
  const owner = await member(scope, 'COMPANY_OWNER', 'APP_0');
  const body = (more: object = {}) => ({
    email: newAddress(),
    first_name: 'Ada',
    last_name: 'Neri',
    roles: ['WORKER'],
    ...more,
  });
  const invite = (given: object, headers: Headers = owner) => ask('inviteUser', { body: given }, headers);
  const mailsTo = (email: string): Promise<Mailed[]> => mailOf(test, email);
  return {
    ask,
    scope,
    owner,
    member,
    body,
    invite,
    async invited(more = {}, headers = owner) {
      const response = await invite(body(more), headers);
      assert.equal(response.status, 201, JSON.stringify(response.json));
      return response.json as Sent;
    },
    mailsTo,
    mailed: async (email) => tokenIn((await mailsTo(email)).at(-1)?.body_text ?? ''),
    accept: (token, headers) => ask('acceptInvitation', { body: { token } }, headers),
    find: (token) => ask('findInvitation', { body: { token } }, {}),
  };
}
