import { type AnyCall, changesOf } from '../../contract/call.ts';
import { type Arguments, CallError, request } from '../../contract/client.ts';
import { tabCompany } from '../company/storage.ts';
import { type Answer, isCompanyFree } from './call-key.ts';
import { invalidateTopics } from './topic-cache.ts';
import { transport } from './transport.ts';

export type Given<C extends AnyCall> = Arguments<C>;
type Sent<C extends AnyCall> = Record<never, never> extends Given<C> ? [given?: Given<C>] : [given: Given<C>];

/** Somebody else was faster, or what was to be changed is gone: what is on screen is known to be old. */
const tellsOfChange = (fault: unknown): boolean =>
  fault instanceof CallError && (fault.status === 409 || fault.status === 404);

/**
 * Makes a call. After a write, answers of the topics that it declares are asked for again wherever they are on screen;
 * `renewed` waits for them. Throws CallError with the server's refusal.
 */
export async function send<C extends AnyCall>(call: C, ...[given]: Sent<C>): Promise<Answer<C>> {
  const changes = changesOf(call);
  const company = isCompanyFree(call) ? null : (given?.company ?? tabCompany());
  try {
    const answer = await request(call, given ?? {}, transport);
    void invalidateTopics(company, changes);
    return answer as Answer<C>;
  } catch (fault) {
    // Told once the screen shows how it stands: whoever then tries again meets no second conflict.
    if (tellsOfChange(fault)) await invalidateTopics(company, changes);
    throw fault;
  }
}

/** Waits until what a write has changed is on screen. */
export const renewed = (company: number, { topics = [] }: AnyCall): Promise<void> =>
  invalidateTopics(company, topics, { cancelRefetch: false });
