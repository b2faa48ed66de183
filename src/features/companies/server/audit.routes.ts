import { Readable } from 'node:stream';
import type pg from 'pg';
import { allows } from '../../../shared/contract/capabilities.ts';
import type { AuditRegister } from '../../../shared/server/audit-register.ts';
import type { ExportTurns } from '../../../shared/server/export-turns.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import { type Caller, inScope, renewScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { companiesCalls } from '../companies.contract.ts';
import {
  type AuditFilter,
  type AuditRow,
  codesOfPlants,
  listAudit,
  listAuditAfter,
  type Position,
} from './audit.repository.ts';
import { actionsWorded, auditHead, auditLine, type FileWords } from './audit-csv.ts';
import { companyClosed } from './refusals.ts';

type AuditCalls = 'listAudit' | 'exportAudit';

const PAGE = 1000;

export function auditHandlers({
  pool,
  exports,
  audit: { words, targets },
}: {
  pool: pg.Pool;
  exports: ExportTurns;
  audit: AuditRegister;
}): Pick<Handlers<typeof companiesCalls>, AuditCalls> {
  const filterOf = (context: Omit<AuditFilter, 'worded' | 'targets'>): AuditFilter => ({
    ...context,
    worded: actionsWorded(words, context.search ?? ''),
    targets,
  });

  /** The scope as it is now. @throws AppError forbidden for whoever may not read the audit any more: the file breaks off */
  async function assertStill(caller: Caller, { company_id }: Scope): Promise<Scope> {
    const scope = await renewScope(pool, caller, company_id);
    if (!scope || !allows('company.administer', scope.roles)) throw companyClosed();
    return scope;
  }

  /**
   * Pages of the entries, each read in a transaction of its own and by who may do so by then: a slow reader holds nothing
   * in the database, and nothing open that was closed to them.
   */
  async function* pagesOf(first: Scope, caller: Caller, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
    let after: Position | undefined;
    do {
      const scope = after ? await assertStill(caller, first) : first;
      const page = await exports[after ? 'next' : 'first'](first, () =>
        inScope(pool, scope, (tx) => listAuditAfter(tx, filter, after, PAGE), 'read only'),
      );
      yield page.rows;
      after = page.last;
    } while (after);
  }

  async function* linesOf(
    first: readonly AuditRow[],
    pages: AsyncGenerator<AuditRow[]>,
    file: FileWords,
  ): AsyncGenerator<string> {
    yield [auditHead(file.language), ...first.map((row) => auditLine(row, file))].join('');
    for await (const rows of pages) yield rows.map((row) => auditLine(row, file)).join('');
  }

  return {
    async listAudit({ tx, query }) {
      const { count, rows } = await listAudit(tx, filterOf(query), query);
      return { count, results: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
    },
    async exportAudit({ scope, caller, query, reply }) {
      const day = new Date().toISOString().slice(0, 10);
      const pages = pagesOf(scope, caller, filterOf(query));
      // Read before anything is sent: what fails here is still told as a problem.
      const first = await pages.next();
      const plants = await inScope(pool, scope, codesOfPlants, 'read only');
      const lines = linesOf(first.done ? [] : first.value, pages, {
        language: query.language,
        words: words[query.language],
        plants,
      });
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-${scope.company_id}-${day}.csv"`)
        .send(Readable.from(lines));
      return SENT;
    },
  };
}
