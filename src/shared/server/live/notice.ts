import { z } from 'zod';
import type { Topic } from '../../contract/topics.ts';
import type { Tx } from '../tenancy.ts';

/** PostgreSQL's channel for what browsers are told. */
export const LIVE_CHANNEL = 'live';

const Notice = z.discriminatedUnion('kind', [
  z.object({ company_id: z.int().positive(), kind: z.literal('plants'), codes: z.array(z.string()) }),
  z.object({ company_id: z.int().positive(), kind: z.literal('alarms'), codes: z.array(z.string()) }),
  z.object({ company_id: z.int().positive(), kind: z.literal('devices'), codes: z.array(z.string()) }),
  z.object({
    company_id: z.int().positive(),
    kind: z.enum(['progress', 'configuration']),
    codes: z.array(z.string()).optional(),
  }),
  z.object({ company_id: z.int().positive(), kind: z.literal('topics'), topics: z.array(z.string()) }),
]);
/** What happened in a company: ids (proj_codes) only. Work that concerns no single plant moves on without codes. */
export type LiveNotice = z.infer<typeof Notice>;

/** PostgreSQL takes fewer than 8000 bytes in a notice; codes are at most 32 ASCII characters. */
const CODES_AT_ONCE = 200;

/** A pool, or a scope's transaction: then the notice is given when it commits. */
export interface NoticeSender {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Tells every instance of the program, and through it the browsers that may see it. */
export async function notifyLive(sender: NoticeSender, notice: LiveNotice): Promise<void> {
  if (notice.kind === 'topics') return tell(sender, notice);
  const { codes, ...rest } = notice;
  if (codes === undefined) return tell(sender, rest);
  for (let i = 0; i < codes.length; i += CODES_AT_ONCE) {
    await tell(sender, { ...rest, codes: codes.slice(i, i + CODES_AT_ONCE) });
  }
}

/**
 * Tells the company's browsers that what is made of these topics was changed, once the transaction commits: for records that
 * belong to no plant. Whoever shows an answer of them asks for it anew.
 */
export function notifyTopics(tx: Tx, topics: readonly Topic[]): Promise<void> {
  return notifyLive(tx, { company_id: tx.scope.company_id, kind: 'topics', topics: [...topics] });
}

async function tell(sender: NoticeSender, payload: object): Promise<void> {
  await sender.query('select pg_notify($1, $2)', [LIVE_CHANNEL, JSON.stringify(payload)]);
}

/** Reads a notice; undefined when it is none of ours. */
export function readNotice(payload: string): LiveNotice | undefined {
  try {
    return Notice.safeParse(JSON.parse(payload)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
