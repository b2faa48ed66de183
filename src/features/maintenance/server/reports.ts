import { isDeepStrictEqual } from 'node:util';
import { AppError, notFound, refuseField } from '../../../shared/server/errors.ts';
import { recordBookOf } from '../../../shared/server/records/record-book.ts';
import type { RecordBook, Written } from '../../../shared/server/records/record-book-kind.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { type MaintenanceReport, reportFields, reportsBook } from '../maintenance-reports.contract.ts';
import { reportCode } from '../reports.model.ts';
import { judgeDevices, judgeDowntime, judgeRequest, judgeTimes } from './judgement.ts';
import { nextNumber, saveDevices } from './numbered.repository.ts';
import { presentReports, REPORT } from './report-answers.ts';
import { REPORT_WORDS, reportFile } from './report-file.ts';
import { reportConditions } from './report-filters.ts';
import { drawnSignature } from './report-signature.ts';
import { dropProposal, listReports } from './reports.repository.ts';
import { listRequests } from './requests.repository.ts';

type Book = typeof reportsBook;
type Given = Written<Book>;

/** The plant of a report: of a new one by its code. @throws AppError not_found */
async function plantOf(tx: Tx, written: Given): Promise<number> {
  if (written.before) return (await listReports(tx, [written.before.id]))[0]?.plant_id ?? notFound();
  const [plant] = await plantCodes.find(tx, [written.given.proj_code], plantFilter(tx.scope));
  return plant?.id ?? notFound();
}

/** @throws AppError conflict for a report that stands */
function assertOpen(before: MaintenanceReport | null): void {
  if (before?.state !== 'closed') return;
  const message = 'This report is closed: reopen it before you change it';
  throw new AppError('conflict', message, { errors: [{ path: '', message, code: 'report_closed' }] });
}

/** What somebody puts their name to: a change of it takes the signature away, unless it is signed anew. */
const SIGNED = Object.keys(reportFields).filter((name) => name !== 'signed_by' && name !== 'signature');

/**
 * The columns of the signature; nothing where it stays. What was drawn goes with the name that it was drawn under.
 * @throws AppError invalid at `signed_by`, `signature`
 */
async function signatureOf({ before, given, now }: Given): Promise<object> {
  const { signed_by, signature } = given;
  if (signature && !(signed_by ?? before?.signed_by))
    refuseField('signed_by', 'required', 'Say who has signed');
  const isSaid = signed_by !== undefined || signature !== undefined;
  if (signed_by === '' || (!isSaid && isAltered({ before, given })))
    return { signed_by: '', signature: null, signed_at: null };
  const renamed = signed_by !== undefined && signed_by !== before?.signed_by;
  const stays = signature === undefined && !renamed;
  return {
    signed_by,
    ...(!stays && { signature: signature ? await drawnSignature(signature) : null }),
    ...((signature || renamed) && { signed_at: now }),
  };
}

function isAltered({ before, given }: Pick<Given, 'before' | 'given'>): boolean {
  if (!before || before.signed_at === null) return false;
  const [was, is] = [before, given].map((one) => new Map(Object.entries(one)));
  return SIGNED.some(
    (name) => is?.get(name) !== undefined && !isDeepStrictEqual(was?.get(name), is?.get(name)),
  );
}

/** Links are judged where they are set; what has gone since stays named. */
async function judgeLinks(tx: Tx, plant_id: number, { before, given }: Given): Promise<void> {
  const { request_id, downtime_id } = given;
  if (request_id != null && request_id !== before?.request_id) await judgeRequest(tx, plant_id, request_id);
  if (downtime_id != null && downtime_id !== before?.downtime_id)
    await judgeDowntime(tx, plant_id, downtime_id);
}

async function columnsOf(tx: Tx, written: Given): Promise<object> {
  const { before, given, now } = written;
  assertOpen(before);
  const plant_id = await plantOf(tx, written);
  await judgeLinks(tx, plant_id, written);
  if (given.device_ids && !isDeepStrictEqual(given.device_ids, before?.device_ids))
    await judgeDevices(tx, plant_id, given.device_ids);
  judgeTimes({ ...before, ...given }, now);
  const { request_id, downtime_id, solved_problem, people_count, hours, repair_cost_eur, notes } = given;
  const { started_at, ended_at, materials, measurements } = given;
  return {
    request_id,
    downtime_id,
    solved_problem,
    people_count,
    hours,
    repair_cost_eur,
    notes,
    started_at,
    ended_at,
    materials: materials && JSON.stringify(materials),
    measurements: measurements && JSON.stringify(measurements),
    ...(await signatureOf(written)),
    ...(before ? {} : await ofNew(tx, { plant_id, created_at: now, request_id: request_id ?? null })),
  };
}

/** The firm whose link it is: it keeps its report, whatever it is called later. */
async function firmOf(tx: Tx, request_id: number | null): Promise<number | null> {
  if (!tx.scope.party || request_id === null) return null;
  return (await listRequests(tx, [request_id]))[0]?.assigned_firm_id ?? null;
}

const ofNew = async (
  tx: Tx,
  of: { plant_id: number; created_at: Date; request_id: number | null },
): Promise<object> => ({
  plant_id: of.plant_id,
  created_at: of.created_at,
  number: await nextNumber(tx, REPORT),
  party: tx.scope.party?.name ?? null,
  firm_id: await firmOf(tx, of.request_id),
});

const book: RecordBook<Book> = {
  kind: REPORT,
  table: REPORT,
  plant: 'plant_id',
  keyed: true,
  sorts: {
    number: 'r.number',
    started_at: { sql: 'r.started_at', nullable: true },
    hours: { sql: 'r.hours', nullable: true },
  },
  usual: '-number',
  file: reportFile,
  words: { en: REPORT_WORDS.en.book, it: REPORT_WORDS.it.book },
  told: ['people_count', 'hours', 'started_at', 'ended_at', 'repair_cost_eur'],
  nameOf: ({ number }: Pick<MaintenanceReport, 'number'>) => reportCode(number),
  rows: presentReports,
  where: (_tx, filters) => reportConditions(filters),
  columns: columnsOf,
  async saved(tx, { id, before, given }) {
    const [row] = await listReports(tx, [id]);
    if (row && given.device_ids) await saveDevices(tx, REPORT, { ...row, device_ids: given.device_ids });
    // What was proposed for another downtime is proposed no more.
    if (before && before.downtime_id !== row?.downtime_id) await dropProposal(tx, id);
  },
};

/** The reports of companies: their book. */
export const reports = recordBookOf(reportsBook, book);
