import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { mailStates } from '../../../shared/server/mail/outbox.repository.ts';
import { withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Mailed, MemberMailing, memberStatementsCalls } from '../member-statements.contract.ts';
import { listMembers } from './communities.repository.ts';
import { mailingQueue } from './mailing-queue.ts';
import {
  listMailings,
  listUnsettledMailings,
  type MailingRow,
  openMailingLinks,
  queueMailings,
  settleMailings,
} from './mailings.repository.ts';
import { findStatement, type KeptStatement } from './statements.repository.ts';

/** What a link of a statement opens. */
export const MAILING = 'community_mailing';

const statementOf = async (tx: Tx, id: number): Promise<KeptStatement> =>
  (await findStatement(tx, id)) ?? notFound();

/** Addresses of the members as they stand now; who left the community has none any more. */
async function addressesOf(tx: Tx, community_id: number): Promise<ReadonlyMap<number, string>> {
  const members = await listMembers(tx, community_id);
  return new Map(members.map(({ id, email }) => [id, email]));
}

/** What became of mails by now: by the outbox while it knows of them. */
async function statesNow(
  tx: Tx,
  rows: readonly MailingRow[],
): Promise<ReadonlyMap<number, MailingRow['state']>> {
  const known = await mailStates(
    tx,
    rows.flatMap(({ state, outbox_id }) => (state === 'waiting' && outbox_id !== null ? [outbox_id] : [])),
  );
  return new Map(rows.map(({ id, state, outbox_id }) => [id, known.get(outbox_id ?? 0) ?? state]));
}

const wayOf = (row: MailingRow, known: MailingRow['state'] | undefined, now: Date): MemberMailing['state'] =>
  row.state === 'queued' && row.put_off_until !== null && row.put_off_until > now
    ? 'put_off'
    : (known ?? row.state);

/** How a statement went to each of its members. @throws AppError not_found */
export async function presentMailings(tx: Tx, id: number, now: Date): Promise<MemberMailing[]> {
  const { community_id, content } = await statementOf(tx, id);
  const rows = await listMailings(tx, id);
  const [states, links] = [await statesNow(tx, rows), await openMailingLinks(tx, id, now)];
  const byMember = new Map(rows.map((row) => [row.member_id, row]));
  const addresses = await addressesOf(tx, community_id);
  return content.members.map(({ id: member_id, name }) => {
    const row = byMember.get(member_id);
    const email = row?.to_address ?? addresses.get(member_id) ?? '';
    return {
      member_id,
      name,
      email,
      state: row ? wayOf(row, states.get(row.id), now) : email === '' ? 'no_address' : 'not_sent',
      asked_at: row?.asked_at.toISOString() ?? null,
      link_until: (row && links.get(row.id)?.toISOString()) ?? null,
    };
  });
}

type Body = z.output<typeof memberStatementsCalls.mail.body>;

/** Asks for the mails of a statement; a worker makes them, each once, also when it is killed meanwhile. @throws AppError not_found */
export async function mailStatement(
  tx: Tx,
  { id, members, language, days }: Body & { readonly id: number },
  { jobs, now }: Pick<Services, 'jobs'> & { readonly now: Date },
): Promise<Mailed> {
  const { community_id, content } = await statementOf(tx, id);
  const addresses = await addressesOf(tx, community_id);
  const made = new Set((await listMailings(tx, id)).map(({ member_id }) => member_id));
  const named = members && new Set(members);
  if (members?.some((member_id) => !content.members.some((one) => one.id === member_id))) notFound();
  const wanted = content.members.filter(({ id: one }) => (named ? named.has(one) : !made.has(one)));
  const reached = wanted.flatMap(({ id: member_id, name }) => {
    const email = addresses.get(member_id) ?? '';
    return email === '' ? [] : [{ member_id, name, email }];
  });
  const wish = { statement_id: id, members: reached, language, days, now, again: members !== null };
  const queued = reached.length === 0 ? 0 : await queueMailings(tx, wish);
  if (queued > 0) {
    await recordAudit(tx, 'community.mailed', String(community_id), { statement: id, mails: queued });
    await notifyTopics(tx, ['community_mailings']);
  }
  // Also for those that an earlier job left behind.
  await jobs.send(tx, mailingQueue, { company_id: tx.scope.company_id, statement_id: id }, tx.scope);
  return { queued, without_address: wanted.length - reached.length };
}

/** @throws AppError not_found where the statement was never mailed to that member */
export async function withdrawMemberLink(
  tx: Tx,
  { id, member_id, now }: { readonly id: number; readonly member_id: number; readonly now: Date },
): Promise<void> {
  const { community_id } = await statementOf(tx, id);
  const row = (await listMailings(tx, id)).find((one) => one.member_id === member_id) ?? notFound();
  await withdrawLinks(tx, { kind: MAILING, record_id: row.id, now });
  await recordAudit(tx, 'community.link_withdrawn', String(community_id), { statement: id });
  await notifyTopics(tx, ['community_mailings']);
}

/** Keeps of each mail what became of it, before the outbox forgets it. */
export async function settleMails(tx: Tx): Promise<void> {
  const waiting = await listUnsettledMailings(tx);
  if (waiting.length === 0) return;
  const states = await mailStates(
    tx,
    waiting.map(({ outbox_id }) => outbox_id),
  );
  const settled = waiting.flatMap(({ id, outbox_id }) => {
    const state = states.get(outbox_id);
    return state === undefined || state === 'waiting' ? [] : [{ id, outbox_id, state }];
  });
  await settleMailings(tx, settled);
}
