import { type AnyCall, isSigned } from '../../contract/call.ts';
import { CallError, type Transport } from '../../contract/client.ts';
import { tabCompany } from '../company/storage.ts';
import { isCompanyFree } from './call-key.ts';
import { hostOf } from './hosts.ts';
import { accessToken, renewAccess } from './session.ts';

interface Sending {
  call: AnyCall;
  url: string;
  init: RequestInit;
  company: number | undefined;
}

/** What every request of this tab carries: the person, the company, the language. */
export function headersOf(
  { call, init, company }: Pick<Sending, 'call' | 'init' | 'company'>,
  token: string | null,
): Headers {
  const headers = new Headers(init.headers);
  headers.set('accept-language', document.documentElement.lang || 'it');
  if (token) headers.set('authorization', `Bearer ${token}`);
  // spec §5: a selected company requires its id to be sent as the id-client header
  const id = company ?? (isCompanyFree(call) ? null : tabCompany());
  if (id !== null) headers.set('id-client', String(id));
  return headers;
}

async function attempt(sending: Sending, token: string | null): Promise<Response> {
  try {
    const host = await hostOf(sending.call);
    return await fetch(`${host}${sending.url}`, { ...sending.init, headers: headersOf(sending, token) });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    const timedOut = fault instanceof DOMException && fault.name === 'TimeoutError';
    throw new CallError(0, { code: timedOut ? 'timeout' : 'unreachable' });
  }
}

/** Sends calls as the signed-in user of this tab; an expired access token is renewed once, out of sight. */
export const transport: Transport = {
  async send(call, url, init, company) {
    const sending = { call, url, init, company };
    // A signed address proves by itself who may: whoever opens it may have no session at all.
    if (call.access === 'public' || isSigned(call)) return attempt(sending, null);
    const token = accessToken() ?? (await renewAccess());
    const response = await attempt(sending, token);
    if (response.status !== 401) return response;
    // Another call of this tab may have renewed it while this one was under way.
    const current = accessToken();
    return attempt(sending, current && current !== token ? current : await renewAccess());
  },
};
