import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { TableAnswer } from '../../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../../shared/server/language.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../../shared/server/tenancy.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import type { Span } from '../../report-schedule.model.ts';
import { MAX_COUNTED_PLANTS } from '../../reports.contract.ts';
import { exactK410, writtenK410 } from '../k410.ts';
import { exactK451, writtenK451 } from '../k451.ts';
import { type As, k410File, k451File } from '../report-files.ts';

export interface Printing {
  readonly pool: pg.Pool;
  now(): Date;
  /** Aborted when the worker ends: the job goes on where another takes it. */
  readonly ending: AbortSignal;
}

export type Plants = readonly {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly is_home: boolean;
}[];

export const endedEarly = () =>
  new Error('the worker ends: the rest of these reports goes on with the next try');

const scopeSeeing = (company_id: number, plants: Plants): Scope =>
  scopeOfWork(
    company_id,
    plants.map(({ plant_id }) => plant_id),
  );

/** A report of plants that is worked out a few at a time: none is read for long, and all are told with what came today. */
async function inTurns<Report>(
  { pool, ending }: Printing,
  { company_id, plants }: { company_id: number; plants: Plants },
  work: (tx: Tx, codes: readonly string[]) => Promise<Report>,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (let at = 0; at < plants.length; at += MAX_COUNTED_PLANTS) {
    if (ending.aborted) throw endedEarly();
    const some = plants.slice(at, at + MAX_COUNTED_PLANTS);
    const codes = some.map(({ proj_code }) => proj_code);
    reports.push(await inScope(pool, scopeSeeing(company_id, some), (tx) => work(tx, codes), 'read only'));
  }
  return reports;
}

interface ReportRows<Row> {
  readonly plants: number;
  readonly rows: Row[];
  readonly totals: Row[];
}
const joined = <Row>(reports: readonly ReportRows<Row>[]): ReportRows<Row> => ({
  plants: reports.reduce((sum, { plants }) => sum + plants, 0),
  rows: reports.flatMap(({ rows }) => rows),
  totals: reports.flatMap(({ totals }) => totals),
});

interface Reported {
  readonly kind: ReportKind;
  readonly company_id: number;
  readonly span: Span;
  readonly plants: Plants;
}
type Write = (tx: Tx, as: As) => Promise<TableAnswer>;

/** A report in scopes that see its plants and no others; null where nothing is known. */
async function reportOf(deps: Printing, { kind, span, ...of }: Reported): Promise<Write | null> {
  if (kind === 'k410') {
    const year = Number(span.from.slice(0, 4));
    const some = await inTurns(deps, of, (tx, codes) => exactK410(tx, { codes, year }, deps.now()));
    const report = writtenK410({ year, until: null, ...joined(some) });
    return report.rows.length === 0 ? null : (tx, as) => k410File(tx, report, as);
  }
  const asked = { ...span, counts_all: true };
  const some = await inTurns(deps, of, (tx, codes) => exactK451(tx, { codes, ...asked }, deps.now()));
  const report = writtenK451({
    ...span,
    ...joined(some),
    with_availability: some.every(({ with_availability }) => with_availability),
    with_revenue: some.every(({ with_revenue }) => with_revenue !== false),
  });
  return report.rows.length === 0 ? null : (tx, as) => k451File(tx, report, as);
}

interface Printed extends Reported {
  readonly language: Language;
  /** Which file of several it is, from 1; null where there is one. */
  readonly number: number | null;
}
type PrintedFile = { readonly name: string; readonly bytes: Uint8Array } | null;

/** By what a report is told apart: whoever sees the same plants of the same days sees the same. */
export const sameReport = ({ span, plants }: Pick<Reported, 'span' | 'plants'>): string =>
  JSON.stringify([span.from, span.to, span.by, plants.map(({ plant_id }) => plant_id)]);

/**
 * What is printed for one addressee after the other. The report before, and its file, are kept: whoever is next and sees the same plants in
 * the same language is sent the same. One that fails is not tried again for each of them, but with the job.
 */
export class PrintedReports {
  readonly #deps: Printing;
  #report: { readonly key: string; readonly write: Promise<Write | null> } | undefined;
  #file: { readonly key: string; readonly file: Promise<PrintedFile> } | undefined;

  constructor(deps: Printing) {
    this.#deps = deps;
  }

  /** The PDF of a report; null where nothing is known of its plants. */
  fileOf(asked: Printed): Promise<PrintedFile> {
    const key = JSON.stringify([sameReport(asked), asked.language, asked.number]);
    if (this.#file?.key !== key) this.#file = { key, file: this.#print(asked) };
    return this.#file.file;
  }

  async #print(asked: Printed): Promise<PrintedFile> {
    const key = sameReport(asked);
    if (this.#report?.key !== key) this.#report = { key, write: reportOf(this.#deps, asked) };
    const write = await this.#report.write;
    if (!write) return null;
    const scope = scopeSeeing(asked.company_id, asked.plants);
    const as = { language: asked.language, format: 'pdf' } as const;
    const { name, write: bytesOf } = await inScope(
      this.#deps.pool,
      scope,
      (tx) => write(tx, as),
      'read only',
    );
    // All rows are there: no further page is read.
    const bytes = await buffer(bytesOf(() => Promise.resolve({ rows: [] })));
    return { name: asked.number === null ? name : name.replace(/\.pdf$/, `-${asked.number}.pdf`), bytes };
  }
}
