import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { reportsCalls } from '../reports.contract.ts';
import { periodOfCalc } from '../reports.model.ts';
import { k410Report } from './k410.ts';
import { k451Report } from './k451.ts';
import { k410File, k451File } from './report-files.ts';

export const reportsHandlers: Handlers<typeof reportsCalls> = {
  k451: ({ tx, body: { idcalc, ...asked }, now }) =>
    k451Report(tx, { ...asked, by: periodOfCalc(idcalc) }, now),
  k451File: async ({ tx, query: { idcalc, language, format, ...asked }, language: own, now }) =>
    k451File(tx, await k451Report(tx, { ...asked, by: periodOfCalc(idcalc) }, now), {
      ...{ format, language: language ?? own },
    }),
  k410: ({ tx, query: { codes, year }, now }) => k410Report(tx, { codes, year: Number(year) }, now),
  k410File: async ({ tx, query: { codes, year, language, format }, language: own, now }) =>
    k410File(tx, await k410Report(tx, { codes, year: Number(year) }, now), {
      format,
      language: language ?? own,
    }),
};
