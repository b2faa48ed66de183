import { mergeAuditWords } from '../../shared/contract/audit-words.ts';
import type { AreaAudit, AuditRegister } from '../../shared/server/audit-register.ts';
import { features } from './features.ts';

const areas: AreaAudit[] = features.flatMap(({ audit }) => audit ?? []);

/** What every area calls its entries in the audit, and what their targets are called. */
export const auditRegister: AuditRegister = {
  words: {
    en: mergeAuditWords(areas.map(({ words }) => words.en)),
    it: mergeAuditWords(areas.map(({ words }) => words.it)),
  },
  targets: Object.assign({}, ...areas.map(({ targets }) => targets)),
};
