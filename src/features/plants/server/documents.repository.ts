import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { DocumentKind } from '../documents.model.ts';

export interface DocumentRow {
  id: number;
  proj_code: string;
  plant_id: number;
  attachment_id: number;
  title: string;
  kind: DocumentKind;
  deleted_at: Date | null;
  version: number;
}

const SELECT = `select d.id, p.proj_code, d.plant_id, d.attachment_id, d.title, d.kind, d.deleted_at, d.version
  from plant_document d join plant p on p.company_id = d.company_id and p.id = d.plant_id
  where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2))`;

/** Documents of a plant, newest first: `in_bin` those that were deleted, of a transaction that sees the bin. */
export async function listDocuments(tx: Tx, plant_id: number, in_bin = false): Promise<DocumentRow[]> {
  const { rows } = await tx.query<DocumentRow>(
    `${SELECT} and d.plant_id = $3 and (d.deleted_at is not null) = $4 order by d.deleted_at desc, d.id desc`,
    [tx.scope.company_id, plantFilter(tx.scope), plant_id, in_bin],
  );
  return rows;
}

/** A document that the scope may see; `kept` as it is until the transaction ends. */
export async function findDocument(
  tx: Tx,
  id: number,
  kept: 'kept' | 'read' = 'read',
): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(
    `${SELECT} and d.id = $3 ${kept === 'kept' ? 'for update of d' : ''}`,
    [tx.scope.company_id, plantFilter(tx.scope), id],
  );
  return rows[0];
}

/** The document whose file it is. */
export async function findDocumentOf(tx: Tx, attachment_id: number): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(`${SELECT} and d.attachment_id = $3`, [
    tx.scope.company_id,
    plantFilter(tx.scope),
    attachment_id,
  ]);
  return rows[0];
}

export async function insertDocument(
  tx: Tx,
  document: Pick<DocumentRow, 'plant_id' | 'attachment_id' | 'title' | 'kind'>,
): Promise<void> {
  await insertRows(tx, 'plant_document', [{ ...document, company_id: tx.scope.company_id }]);
}

export async function updateDocument(
  tx: Tx,
  id: number,
  fields: Partial<Pick<DocumentRow, 'title' | 'kind' | 'deleted_at'>>,
): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update plant_document set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from plant_document where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}
