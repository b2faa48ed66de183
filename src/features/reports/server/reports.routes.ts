import { Readable } from 'node:stream';
import { PDF, type PrintFormat, WORKBOOK } from '../../../shared/contract/table-file.ts';
import { TableAnswer } from '../../../shared/server/export/table-answer.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { reportsCalls } from '../reports.contract.ts';
import { periodOfCalc } from '../reports.model.ts';
import type { ReportQuestion } from './report-question.ts';

interface Deps {
  readonly reportThreads: QueryWorkers<ReportQuestion>;
}

const TYPES = { csv: 'text/csv; charset=utf-8', xlsx: WORKBOOK, pdf: PDF } as const;

/** A file that a thread has made. */
const made = (name: string, format: PrintFormat, bytes: Uint8Array): TableAnswer =>
  new TableAnswer({
    name: `${name}.${format}`,
    type: TYPES[format],
    write: () => Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]),
  });

export const reportsHandlers = ({ reportThreads }: Deps): Handlers<typeof reportsCalls> => ({
  k451: async ({ scope, body: { idcalc, ...asked }, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { k451: { ...asked, by: periodOfCalc(idcalc) } }, gone)),
  async k451File({ scope, query: { idcalc, language, format, ...asked }, language: own, gone }) {
    const question = {
      k451: { ...asked, by: periodOfCalc(idcalc) },
      as: { format, language: language ?? own },
    };
    return made(`k451-${asked.from}-${asked.to}`, format, await reportThreads.ask(scope, question, gone));
  },
  k410: async ({ scope, query: { codes, year }, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { k410: { codes, year: Number(year) } }, gone)),
  async k410File({ scope, query: { codes, year, language, format }, language: own, gone }) {
    const question = { k410: { codes, year: Number(year) }, as: { format, language: language ?? own } };
    return made(`k410-${year}`, format, await reportThreads.ask(scope, question, gone));
  },
});
