import { timingSafeEqual } from 'node:crypto';
import { digestOf, newToken } from '../tokens.ts';

/** How long a link opens its record unless somebody says otherwise. */
export const LINK_DAYS = 30;

/** What a token says of itself: whose link it is, and which. It proves nothing before its digest was compared. */
export interface LinkName {
  readonly company_id: number;
  readonly id: number;
}

/** A link as it is kept. */
export interface StoredLink {
  readonly digest: Buffer;
  readonly expires_at: Date;
  readonly withdrawn_at: Date | null;
}

const TOKEN = /^([1-9]\d{0,9})\.([1-9]\d{0,15})\.[A-Za-z0-9_-]{43}$/;

/** A new token of 256 random bits for a link of that number, with what is kept of it. */
export function makeToken({ company_id, id }: LinkName): { token: string; digest: Buffer } {
  const token = `${company_id}.${id}.${newToken()}`;
  return { token, digest: digestOf(token) };
}

/** Where the link of a token is kept; undefined for a text that no token looks like. */
export function readToken(token: string): LinkName | undefined {
  const [, company, id] = TOKEN.exec(token) ?? [];
  if (company === undefined || Number(company) > 2_147_483_647) return undefined;
  return { company_id: Number(company), id: Number(id) };
}

/** Whether a token opens a link now: it is the link's own, not withdrawn, and not over. */
export function opens(link: StoredLink, token: string, now: Date): boolean {
  const digest = digestOf(token);
  const own = link.digest.length === digest.length && timingSafeEqual(link.digest, digest);
  return own && link.withdrawn_at === null && link.expires_at > now;
}
