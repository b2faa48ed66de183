import { CallError } from '../../../../shared/contract/client.ts';
import type { RequestState } from '../../request-states.model.ts';
import {
  type Consequence,
  consequenceOf,
  type FieldPhoto,
  type FieldReport,
  GONE_MEANWHILE,
  isSettled,
  type Refusal,
  SETTLED_MEANWHILE,
} from './field-mode.model.ts';

/** How a report leaves the device, and what the device remembers of it. */
export interface Ways {
  /** How far its request is now; throws CallError 404 where that is gone. */
  readonly stateOf: (report: FieldReport, request_id: number) => Promise<RequestState>;
  /** Answers the number of the report, the same however often it is sent. */
  readonly create: (report: FieldReport) => Promise<number>;
  readonly upload: (report: FieldReport & { report_id: number }, photo: FieldPhoto) => Promise<unknown>;
  readonly photosOf: (report: FieldReport) => Promise<readonly FieldPhoto[]>;
  readonly keep: (report: FieldReport) => Promise<unknown>;
  readonly keepPhoto: (photo: FieldPhoto) => Promise<unknown>;
  readonly remove: (report: FieldReport) => Promise<unknown>;
}

/** What became of a report: the portal has all of it, or why it has not. */
export type Sent = 'sent' | Consequence;

const conflict = (status: number, code: string): CallError =>
  new CallError(status, { code: 'conflict', errors: [{ path: 'request_id', message: '', code }] });

/** What happened to its request meanwhile is told before anything is added to it. @throws CallError 404, 409 */
async function assertOpen(report: FieldReport, { stateOf }: Ways): Promise<void> {
  const { request, settled_known } = report;
  if (!request || settled_known) return;
  const state = await stateOf(report, request.id).catch((fault: unknown) => {
    throw fault instanceof CallError && fault.status === 404 ? conflict(404, GONE_MEANWHILE) : fault;
  });
  if (isSettled(state)) throw conflict(409, SETTLED_MEANWHILE);
}

/** The report is in the portal before its photos are; that it is there is remembered before the first of them leaves. */
async function created(report: FieldReport, ways: Ways): Promise<FieldReport & { report_id: number }> {
  const { report_id } = report;
  if (report_id !== null) return { ...report, report_id };
  await assertOpen(report, ways);
  const made = { ...report, report_id: await ways.create(report) };
  await ways.keep(made);
  return made;
}

/** Marks by which photo it was that something failed. */
class PhotoFault extends Error {
  readonly photo: FieldPhoto;
  readonly fault: CallError;
  constructor(photo: FieldPhoto, fault: CallError) {
    super(fault.message);
    this.photo = photo;
    this.fault = fault;
  }
}

async function sendPhotos(report: FieldReport & { report_id: number }, ways: Ways): Promise<void> {
  for (const photo of await ways.photosOf(report)) {
    if (photo.sent) continue;
    await ways.upload(report, photo).catch((fault: unknown) => {
      throw fault instanceof CallError ? new PhotoFault(photo, fault) : fault;
    });
    await ways.keepPhoto({ ...photo, sent: true });
  }
}

const refusalOf = ({ status, code, errors }: CallError, photo?: FieldPhoto): Refusal => ({
  status,
  code,
  errors,
  ...(photo && { photo: photo.file_name }),
});

/**
 * Sends one report with its photos. Wherever it is broken off, the next attempt goes on there: what may have arrived is
 * sent by the same keys, so that the portal stores it once. Only what is there as a whole leaves the device.
 */
export async function sendReport(report: FieldReport, ways: Ways): Promise<Sent> {
  let current = report;
  try {
    const made = await created(report, ways);
    current = made;
    await sendPhotos(made, ways);
    await ways.remove(made);
    return 'sent';
  } catch (fault) {
    const [told, photo] = fault instanceof PhotoFault ? [fault.fault, fault.photo] : [fault, undefined];
    if (!(told instanceof CallError)) throw fault;
    const consequence = consequenceOf(told.status);
    if (consequence === 'refused')
      await ways.keep({ ...current, place: 'refused', refusal: refusalOf(told, photo) });
    return consequence;
  }
}
