import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id } from '../../shared/contract/fields.ts';
import { PDF, TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';

const asked = { topics: ['communities'], access: 'community.close' } as const;

/** A closed statement to be taken along. */
export const statementFilesCalls = area(
  {
    lines: call({
      method: 'GET',
      path: '/cer/v1/community-statements/{id}/lines/',
      summary:
        'Who is due what by a closed statement, as a file for the accountant: advance, balance and change apart',
      ...asked,
      params: z.object({ id: Id }),
      query: TableFileQuery,
      ...tableFile,
    }),
    document: call({
      method: 'GET',
      path: '/cer/v1/community-statements/{id}/members/{member_id}/document/',
      summary: 'What a closed statement says of one member, as a PDF: energy, share, and why',
      ...asked,
      // A page is printed in a thread of its own, without a transaction meanwhile.
      tx: 'none',
      params: z.object({ id: Id, member_id: Id.describe('number of the member in the statement') }),
      query: z.object({ language: z.enum(['it', 'en']).optional() }),
      ok: z.instanceof(Blob),
      produces: PDF,
      timeout_s: 120,
    }),
  },
  { host: 'community' },
);
