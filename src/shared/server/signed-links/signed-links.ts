import type pg from 'pg';
import { DAY_MS } from '../../units/zones.ts';
import { notFound } from '../errors.ts';
import { companyIsOpen } from '../open-company.ts';
import { inScope, type Scope, scopeOfParty, scopeOfWork, type Tx } from '../tenancy.ts';
import { LINK_DAYS, makeToken, opens, readToken } from './signed-link.ts';
import {
  findLink,
  insertLink,
  type LinkedRecord,
  type LinkRow,
  nextLinkId,
} from './signed-links.repository.ts';

/** Makes a link to a record; the token stands in what is sent, and nowhere else. */
export async function makeLink(
  tx: Tx,
  record: LinkedRecord,
  { now, days = LINK_DAYS, until }: { now: Date; days?: number; until?: Date | undefined },
): Promise<{ id: number; token: string; expires_at: Date }> {
  const id = await nextLinkId(tx);
  const { token, digest } = makeToken({ company_id: tx.scope.company_id, id });
  const expires_at = new Date(Math.max(now.getTime() + days * DAY_MS, until?.getTime() ?? 0));
  await insertLink(tx, { ...record, id, digest, expires_at });
  return { id, token, expires_at };
}

/** The link that a token opens. @throws AppError not_found, always in the same words, where it opens none */
export async function openLink(tx: Tx, kind: string, token: string, now: Date): Promise<LinkRow> {
  const { company_id, id } = readToken(token) ?? notFound();
  if (company_id !== tx.scope.company_id) notFound();
  const link = (await findLink(tx, id)) ?? notFound();
  if (link.kind !== kind || !opens(link, token, now)) notFound();
  return link;
}

/**
 * What the bearer of a token may touch: the plant of its record, in the name of its party. What of it they see is for the area's
 * calls to say. @throws AppError not_found where it opens nothing, or its company is disabled
 */
export async function scopeOfLink(
  pool: pg.Pool,
  token: string,
  { now, address }: { now: Date; address: string | null },
): Promise<Scope> {
  const { company_id, id } = readToken(token) ?? notFound();
  const link = await inScope(
    pool,
    scopeOfWork(company_id),
    async (tx) => ((await companyIsOpen(tx)) ? findLink(tx, id) : undefined),
    'read only',
  );
  if (!link || !opens(link, token, now)) notFound();
  const plants = link.plant_id === null ? [] : [link.plant_id];
  return scopeOfParty(company_id, { plants, party: { name: link.party, link_id: id }, address });
}
