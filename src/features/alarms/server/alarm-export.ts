import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre';
import type pg from 'pg';
import { allows } from '../../../shared/contract/capabilities.ts';
import { csvRow } from '../../../shared/server/csv.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { ExportTurns } from '../../../shared/server/export-turns.ts';
import { type CallContext, SENT } from '../../../shared/server/http/mount.ts';
import type { Language } from '../../../shared/server/language.ts';
import { inScope, renewScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { alarmWorkCalls } from '../alarms.contract.ts';
import { filterOf } from './alarm-presenter.ts';
import { COLUMNS, CSV_STYLES, cellsOf, EXPORT_TEXTS, headOf, LocalTime } from './alarm-table.ts';
import { type AlarmPosition, type AlarmRow, listAlarmsAfter } from './alarms.repository.ts';

type ExportCall = CallContext<typeof alarmWorkCalls.exportAlarms>;

export interface ExportDeps {
  readonly pool: pg.Pool;
  readonly exports: ExportTurns;
}

const PAGE = 1000;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Who asks, as they may now. @throws AppError for whoever may not any more: the file breaks off */
async function currentScope(pool: pg.Pool, call: ExportCall): Promise<Scope> {
  const { scope, stillAdmitted } = call;
  await stillAdmitted();
  // A key's plants never change; only people have a session that is looked at anew.
  if (scope.user_id === null) return scope;
  const renewed = await renewScope(pool, call.caller, scope.company_id);
  if (!renewed || !allows('asset.read', renewed.roles)) throw new AppError('forbidden', 'Not any more');
  return renewed;
}

/**
 * Pages of the alarms, each read in a transaction of its own and by who may do so by then: a slow reader holds nothing in
 * the database, and nothing open that was closed to them.
 */
async function* pagesOf({ pool, exports }: ExportDeps, call: ExportCall): AsyncGenerator<AlarmRow[]> {
  const { language: _, format: __, ...filter } = call.query;
  let after: AlarmPosition | undefined;
  do {
    const scope: Scope = after ? await currentScope(pool, call) : call.scope;
    const turn = after ? 'next' : 'first';
    const found: Awaited<ReturnType<typeof listAlarmsAfter>> = await exports[turn](call.scope, () =>
      inScope(
        pool,
        scope,
        async (tx) => listAlarmsAfter(tx, await filterOf(tx, filter), { after, limit: PAGE }),
        'read only',
      ),
    );
    yield found.rows;
    after = found.last;
  } while (after);
}

type Pages = AsyncIterable<readonly AlarmRow[]>;

async function* csvOf(pages: Pages, language: Language): AsyncGenerator<string> {
  const style = CSV_STYLES[language];
  // With the mark by which a spreadsheet knows that it is in UTF-8.
  yield `\uFEFF${csvRow(headOf(language), style)}`;
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      csvRow(
        cellsOf(row, language).map((cell) => (cell instanceof LocalTime ? cell.text : cell)),
        style,
      ),
    );
    if (lines.length > 0) yield lines.join('');
  }
}

async function* sheetRows(pages: Pages, language: Language) {
  for await (const rows of pages) {
    for (const row of rows) {
      yield cellsOf(row, language).map((cell) => (cell instanceof LocalTime ? cell.wall : cell));
    }
  }
}

function xlsxOf(pages: Pages, language: Language): Readable {
  const heads = headOf(language);
  const times = new Set(['date', 'end_date', 'last_at', 'acknowledged_at']);
  return Readable.fromWeb(
    writeXlsxStream(sheetRows(pages, language), {
      name: EXPORT_TEXTS[language].sheet,
      columns: COLUMNS.map(({ name, width }, place) => ({
        header: heads[place] ?? name,
        width,
        ...(times.has(name) ? { numFmt: 'dd/mm/yyyy hh:mm' } : {}),
      })),
      freezePane: { rows: 1 },
    }) as Parameters<typeof Readable.fromWeb>[0],
  );
}

async function* joined(
  first: IteratorResult<AlarmRow[]>,
  rest: AsyncGenerator<AlarmRow[]>,
): AsyncGenerator<AlarmRow[]> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Sends the alarms that a list would show as a file, however many there are, without ever holding them all. */
export async function sendAlarms(deps: ExportDeps, now: Date, call: ExportCall): Promise<typeof SENT> {
  const { scope, query, reply } = call;
  const { language, format, closed } = query;
  const pages = pagesOf(deps, call);
  // Read before anything is sent: a failure here is still answered as a problem.
  const all = joined(await pages.next(), pages);
  const which = closed === undefined ? '' : closed === 'true' ? '-closed' : '-open';
  const name = `alarms${which}-${scope.company_id}-${now.toISOString().slice(0, 10)}.${format}`;
  reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(format === 'csv' ? Readable.from(csvOf(all, language)) : xlsxOf(all, language));
  return SENT;
}
