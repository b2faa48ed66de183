import { type AuditWords, mergeAuditWords } from '../../../shared/contract/audit-words.ts';

/** Of all areas in one file: each asked for by itself they are twenty requests, of which a first look at a plant waits. */
const parts = import.meta.glob<AuditWords>(
  ['../../../shared/i18n/audit.it.json', '../../../features/*/i18n/audit.it.json'],
  { eager: true, import: 'default' },
);

export default mergeAuditWords(Object.values(parts));
