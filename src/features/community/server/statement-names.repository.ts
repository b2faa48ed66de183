import { insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { StatedName } from '../statement-names.model.ts';

const COLUMNS = 'kind, ref, seal, text, salt';

/** Names that stand behind the seals of a statement. */
export async function listNames(tx: Tx, statement_id: number): Promise<StatedName[]> {
  const { rows } = await tx.query<StatedName>(
    `select ${COLUMNS} from community_statement_name where company_id = $1 and statement_id = $2 order by kind, seal`,
    [tx.scope.company_id, statement_id],
  );
  return rows;
}

/** Names behind some of its seals. */
export async function listNamesOf(
  tx: Tx,
  statement_id: number,
  seals: readonly string[],
): Promise<StatedName[]> {
  const { rows } = await tx.query<StatedName>(
    `select ${COLUMNS} from community_statement_name
     where company_id = $1 and statement_id = $2 and seal = any($3) order by kind, seal`,
    [tx.scope.company_id, statement_id, seals],
  );
  return rows;
}

/** Rows that one statement writes: PostgreSQL takes 65,535 values. */
const AT_ONCE = 5_000;

export async function insertNames(tx: Tx, statement_id: number, names: readonly StatedName[]): Promise<void> {
  const { company_id } = tx.scope;
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    await insertRows(
      tx,
      'community_statement_name',
      some.map(({ kind, ref, seal, text, salt }) => ({
        company_id,
        statement_id,
        kind,
        ref,
        seal,
        text,
        salt,
      })),
    );
  }
}

export interface Erased {
  readonly members: readonly number[];
  readonly plant: { readonly proj_code: string; readonly name: string };
  /** Pseudonyms by POD. */
  readonly pods: ReadonlyMap<string, string>;
  readonly pseudonym: string;
}

/**
 * Puts pseudonyms in the place of names; answers in which statements. What was sealed cannot be told any more. A plant is meant by its
 * code; by its name only where its code is not known, for another may be called alike.
 */
export async function replaceNames(tx: Tx, { members, plant, pods, pseudonym }: Erased): Promise<number[]> {
  const { rows } = await tx.query<{ statement_id: number }>(
    `update community_statement_name n set salt = null,
       text = case when n.kind = 'pod' then ($6::text[])[array_position($5::text[], n.text)] else $2 end
     where n.company_id = $1 and (
       (n.kind = 'member' and n.ref = any($3)) or (n.kind = 'plant' and (n.ref = $4 or (n.ref = '' and n.text = $7)))
       or (n.kind = 'pod' and n.text = any($5)))
     returning n.statement_id`,
    [
      tx.scope.company_id,
      pseudonym,
      members.map(String),
      plant.proj_code,
      [...pods.keys()],
      [...pods.values()],
      plant.name,
    ],
  );
  return [...new Set(rows.map(({ statement_id }) => statement_id))];
}
