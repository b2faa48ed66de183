import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { sessionBelongsTo } from '../../../../shared/web/api/session.ts';
import { sessionMark, sessionUser } from '../../../../shared/web/api/session-mark.ts';
import { chooseCompany } from '../../../../shared/web/company/choose.ts';
import { storedCompany, tabCompany } from '../../../../shared/web/company/storage.ts';
import { signInCalls } from '../../../identity/sign-in.contract.ts';
import type { User } from '../../../identity/user.model.ts';
import { fieldModeCalls } from '../../field-mode.contract.ts';
import { type Closed, closedTo, consequenceOf, type Kept } from './field-mode.model.ts';
import { dropKept, keep, listReports, readKept, removeReport } from './field-store.ts';

/** Whoever is signed in on this device, as far as it knows without asking. */
export const signedIn = (): number | null => (sessionMark() === 'open' ? sessionUser() : null);

/** What is kept and may be shown before the portal has answered; what may not is removed. */
export async function openKept(): Promise<{ kept: Kept | null; closed: Closed | null }> {
  const kept = await readKept();
  const closed = closedTo({ kept, user_id: signedIn(), now: Date.now() });
  if (kept && closed) await dropKept();
  return { kept: closed ? null : kept, closed };
}

/** What came of asking the portal. */
export type Contact =
  /** `removed`: reports that can never be sent, because their author has left their company. */
  | { readonly kind: 'fresh'; readonly kept: Kept; readonly removed: number }
  | { readonly kind: 'away' | 'signed_out' | 'no_company' }
  | { readonly kind: 'refused'; readonly fault: CallError };

/** Whoever has left a company keeps nothing of it, nor does anybody of somebody else's. */
async function removeForeign(user: User): Promise<number> {
  const isMine = (id: number) => user.companies.some(({ id_client }) => id_client === id);
  const kept = await readKept();
  if (kept && (kept.user_id !== user.id || !isMine(kept.company.id))) await dropKept();
  const gone = (await listReports(user.id)).filter(({ company }) => !isMine(company.id));
  for (const { key } of gone) await removeReport(key);
  return gone.length;
}

async function ask(): Promise<Contact> {
  const user = await send(signInCalls.userInfo);
  sessionBelongsTo(user.id);
  const removed = await removeForeign(user);
  const company = chooseCompany(user.companies, { tab: tabCompany(), stored: storedCompany() });
  if (!company) return { kind: 'no_company' };
  const answer = await send(fieldModeCalls.get, { company: company.id_client });
  // Somebody has signed out meanwhile: what comes late is not kept.
  if (signedIn() !== user.id) return { kind: 'signed_out' };
  const { id_client: id, name } = company;
  const kept: Kept = { user_id: user.id, company: { id, name }, at: Date.now(), answer };
  await keep(kept);
  return { kind: 'fresh', kept, removed };
}

/**
 * Asks the portal for what somebody takes along, and keeps it. Whoever is not admitted any more keeps nothing; where
 * nobody answers everything stays as it is.
 */
export async function contact(): Promise<Contact> {
  try {
    if (sessionMark() === 'open') return await ask();
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
    if (consequenceOf(fault.status) === 'later') return { kind: 'away' };
    if (fault.status === 403) await dropKept();
    if (fault.status !== 401) return { kind: 'refused', fault };
  }
  await dropKept();
  return { kind: 'signed_out' };
}
