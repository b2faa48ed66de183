import { send } from '../../../../shared/web/api/send.ts';
import { maintenanceReportsCalls, reportNotesCalls } from '../../maintenance-reports.contract.ts';
import { maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { bodyOfReport, type FieldReport } from './field-mode.model.ts';
import { listPhotos, listReports, putPhoto, putReport, removeReport } from './field-store.ts';
import { type Sent, sendReport, type Ways } from './send-reports.ts';

const WAYS: Ways = {
  stateOf: async ({ company }, id) =>
    (await send(maintenanceRequestsCalls.get, { params: { id: String(id) }, company: company.id })).state,
  create: async (report) =>
    (await send(maintenanceReportsCalls.create, { body: bodyOfReport(report), company: report.company.id }))
      .id,
  upload: ({ report_id, company }, { key, file_name, media_type, bytes, taken_at }) =>
    send(reportNotesCalls.addAttachment, {
      params: { id: String(report_id) },
      query: {
        file_name,
        size: bytes.byteLength,
        client_key: key,
        ...(taken_at !== undefined && { taken_at: new Date(taken_at).toISOString() }),
      },
      body: new Blob([bytes], { type: media_type }),
      company: company.id,
    }),
  photosOf: ({ key }) => listPhotos(key),
  keep: putReport,
  keepPhoto: putPhoto,
  remove: ({ key }) => removeReport(key),
};

let before: Promise<unknown> = Promise.resolve();

/** One after the other, in all tabs: what is being sent, or taken back, nothing else touches meanwhile. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Missing where the portal is reached over plain HTTP from another machine: there each tab sees to itself.
  if (!navigator.locks) {
    const own = before.then(work, work);
    before = own;
    return own;
  }
  return navigator.locks.request('field-mode-reports', work);
}

/** Sends what waits, the oldest first, until all is there or the portal is away; tells of each report what became of it. */
export async function sendWaiting(
  user_id: number,
  onSent: (report: FieldReport, sent: Sent) => void,
): Promise<void> {
  await inTurn(async () => {
    const waiting = (await listReports(user_id)).filter(({ place }) => place === 'waiting');
    for (const report of waiting) {
      const sent = await sendReport(report, WAYS);
      onSent(report, sent);
      if (sent === 'later' || sent === 'signed_out') return;
    }
  });
}
