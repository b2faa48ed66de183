import { readyFile } from '../../../shared/server/export/table-answer.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { reportsCalls } from '../reports.contract.ts';
import { periodOfCalc } from '../reports.model.ts';
import type { ReportQuestion } from './report-question.ts';

export interface Asking {
  readonly reportThreads: QueryWorkers<ReportQuestion>;
}

export const reportsHandlers = ({ reportThreads }: Asking): Handlers<typeof reportsCalls> => ({
  k451: async ({ scope, body: { idcalc, ...asked }, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { k451: { ...asked, by: periodOfCalc(idcalc) } }, gone)),
  async k451File({ scope, query: { idcalc, language, format, ...asked }, language: own, gone }) {
    const question = {
      k451: { ...asked, by: periodOfCalc(idcalc) },
      as: { format, language: language ?? own },
    };
    return readyFile(
      `k451-${asked.from}-${asked.to}`,
      format,
      await reportThreads.ask(scope, question, gone),
    );
  },
  k410: async ({ scope, query: { codes, year }, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { k410: { codes, year: Number(year) } }, gone)),
  async k410File({ scope, query: { codes, year, language, format }, language: own, gone }) {
    const question = { k410: { codes, year: Number(year) }, as: { format, language: language ?? own } };
    return readyFile(`k410-${year}`, format, await reportThreads.ask(scope, question, gone));
  },
});
