import type { TableAnswer } from '../../src/shared/server/export/table-answer.ts';

/** The bytes of a table as a file, all of which is in its first page. */
export async function wholeTable(table: TableAnswer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = table.write(() => Promise.reject(new Error('a second page')));
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
