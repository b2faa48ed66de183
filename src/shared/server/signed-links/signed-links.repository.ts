import type { Tx } from '../tenancy.ts';
import type { StoredLink } from './signed-link.ts';

/** What a link opens. */
export interface LinkedRecord {
  /** As its area names it; it stays for good. */
  readonly kind: string;
  readonly record_id: number;
  readonly plant_id: number | null;
  /** In whose name its bearer acts. */
  readonly party: string;
}

export interface LinkRow extends StoredLink, LinkedRecord {
  readonly id: number;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

const LINK = `id, kind, record_id, plant_id, party, digest, expires_at, withdrawn_at, last_used_at, created_at`;

/** A number for a new link, which its token names. */
export async function nextLinkId({ query }: Tx): Promise<number> {
  const { rows } = await query<{ id: number }>('select next_id() as id');
  if (!rows[0]) throw new Error('no number was given');
  return rows[0].id;
}

export async function insertLink(
  { scope, query }: Tx,
  link: LinkedRecord & { id: number; digest: Buffer; expires_at: Date },
): Promise<void> {
  await query(
    `insert into signed_link (company_id, id, kind, record_id, plant_id, party, digest, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      scope.company_id,
      link.id,
      link.kind,
      link.record_id,
      link.plant_id,
      link.party,
      link.digest,
      link.expires_at,
    ],
  );
}

export async function findLink({ scope, query }: Tx, id: number): Promise<LinkRow | undefined> {
  const { rows } = await query<LinkRow>(`select ${LINK} from signed_link where company_id = $1 and id = $2`, [
    scope.company_id,
    id,
  ]);
  return rows[0];
}

/** Links of a record, newest first. */
export async function listLinks(
  { scope, query }: Tx,
  { kind, record_id }: Pick<LinkedRecord, 'kind' | 'record_id'>,
): Promise<LinkRow[]> {
  const { rows } = await query<LinkRow>(
    `select ${LINK} from signed_link where company_id = $1 and kind = $2 and record_id = $3 order by id desc`,
    [scope.company_id, kind, record_id],
  );
  return rows;
}

/** Withdraws links of a record, or one of them; answers how many were open. */
export async function withdrawLinks(
  { scope, query }: Tx,
  { kind, record_id, id = null, now }: { kind: string; record_id: number; id?: number | null; now: Date },
): Promise<number> {
  const { rowCount } = await query(
    `update signed_link set withdrawn_at = $5
     where company_id = $1 and kind = $2 and record_id = $3 and ($4::bigint is null or id = $4) and withdrawn_at is null`,
    [scope.company_id, kind, record_id, id, now],
  );
  return rowCount;
}

/** Its last use is kept to the minute. */
export async function noteUse({ scope, query }: Tx, id: number, now: Date): Promise<void> {
  await query(
    `update signed_link set last_used_at = $3
     where company_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
    [scope.company_id, id, now],
  );
}

/** Deletes the links of a record that goes for ever. */
export async function deleteLinks(
  { scope, query }: Tx,
  { kind, record_id }: Pick<LinkedRecord, 'kind' | 'record_id'>,
): Promise<void> {
  await query('delete from signed_link where company_id = $1 and kind = $2 and record_id = $3', [
    scope.company_id,
    kind,
    record_id,
  ]);
}

/** Links that have been over for a year. */
export async function removeOldLinks({ scope, query }: Tx): Promise<void> {
  await query(`delete from signed_link where company_id = $1 and expires_at < now() - interval '1 year'`, [
    scope.company_id,
  ]);
}
