import type { AuditRegister } from '../../../shared/server/audit-register.ts';
import { EXPORT_PAGE, pagedBy, tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { companiesCalls } from '../companies.contract.ts';
import {
  type AuditFilter,
  codesOfPlants,
  listAudit,
  listAuditAfter,
  type Position,
} from './audit.repository.ts';
import { withNames } from './audit-names.repository.ts';
import { actionsWorded, auditColumns, auditSheet } from './audit-table.ts';

type AuditCalls = 'listAudit' | 'exportAudit';

export function auditHandlers({
  audit: { words, targets },
}: {
  audit: AuditRegister;
}): Pick<Handlers<typeof companiesCalls>, AuditCalls> {
  const filterOf = (context: Omit<AuditFilter, 'worded' | 'targets'>): AuditFilter => ({
    ...context,
    worded: actionsWorded(words, context.search ?? ''),
    targets,
  });
  return {
    async listAudit({ tx, query }) {
      const { count, rows } = await listAudit(tx, filterOf(query), query);
      const named = await withNames(tx, rows);
      return { count, results: named.map((row) => ({ ...row, at: row.at.toISOString() })) };
    },
    async exportAudit({ tx, query: { language, format, ...query }, now }) {
      const filter = filterOf(query);
      return tableAnswer({
        name: `audit-${tx.scope.company_id}-${now.toISOString().slice(0, 10)}`,
        sheet: auditSheet(language),
        language,
        format,
        columns: auditColumns({ language, words: words[language], plants: await codesOfPlants(tx) }),
        page: await pagedBy(tx, async (of, after: Position | undefined) => {
          const { rows, last } = await listAuditAfter(of, filter, after, EXPORT_PAGE);
          return { rows: await withNames(of, rows), last };
        }),
      });
    },
  };
}
