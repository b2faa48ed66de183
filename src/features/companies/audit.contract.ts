import { z } from 'zod';
import { call } from '../../shared/contract/call.ts';
import { Id, Instant, PageQuery, paged } from '../../shared/contract/fields.ts';
import { TableFormat, tableFile } from '../../shared/contract/table-file.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';

/** What values of an entry's detail are called now, by field and value, in both languages. */
export const AuditNames = z.record(
  z.string(),
  z.record(z.string(), z.object({ en: z.string(), it: z.string() })),
);
export type AuditNames = z.infer<typeof AuditNames>;

export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Null for the program itself. */
  actor_id: z.int().nullable(),
  /** The name as it is now; null for the program and for a removed account. */
  actor_name: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  /** What the target is called now, where it is a person, a plant, a device or a key that still exists. */
  target_name: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** Of the devices, variables and people that the detail names. */
  names: AuditNames,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditFilter = z.object({
  search: z.string().max(200).optional(),
  /** An action, or a group of actions such as `key`. */
  action: z.string().max(60).optional(),
  actor_id: Id.optional(),
  /** Actions of people alone, or of the program and of what holds a key. */
  by: z.enum(['people', 'program']).optional(),
  /** Half-open. */
  start: WindowStart.optional(),
  end: WindowEnd.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
});

export const auditCalls = {
  listAudit: call({
    method: 'GET',
    path: '/api/v1/audit/',
    list: 'audit',
    summary: 'Who did what, when and from where, newest first unless asked otherwise, in pages',
    topics: ['audit'],
    access: 'company.administer',
    query: AuditFilter.extend(PageQuery.shape),
    ok: paged(AuditEntry),
  }),
  exportAudit: call({
    method: 'GET',
    path: '/api/v1/audit/export/',
    summary: 'The same as CSV or XLSX, whole; separators and words by language',
    topics: ['audit'],
    access: 'company.administer',
    query: AuditFilter.extend({ language: z.enum(['it', 'en']).default('it'), format: TableFormat }),
    ...tableFile,
  }),
};
