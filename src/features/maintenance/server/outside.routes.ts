import { notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { listAttachments } from '../../../shared/server/records/attachments.repository.ts';
import { presentAttachment, presentComment } from '../../../shared/server/records/note-answers.ts';
import { listComments } from '../../../shared/server/records/record-notes.repository.ts';
import { type LinkRow, noteUse } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { openLink } from '../../../shared/server/signed-links/signed-links.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import type { Interventions } from '../../downtimes/server/intervention.public.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import type { OutsideRequest, outsideRequestsCalls } from '../outside-requests.contract.ts';
import { nextStates } from '../request-states.model.ts';
import { listDevicesOf } from './numbered.repository.ts';
import { presentOutsideReport, reportOfFirm, writeOutsideReport } from './outside-report.ts';
import { closeReport } from './report-closing.ts';
import { reportNotes } from './report-notes.ts';
import { REQUEST } from './request-answers.ts';
import { requestNotes } from './request-notes.ts';
import { moveRequest, moversOf, tickRequest } from './request-steps.ts';
import { findPlace, listRequests } from './requests.repository.ts';

type Deps = Pick<Services, 'pool' | 'log' | 'now'> & {
  readonly interventions: Interventions;
  readonly config: Pick<Services['config'], 'attachmentsPerCompanyMb'>;
};

/** Comments that the page of a firm shows. */
const COMMENTS = { page: 1, page_size: 100 };

/** What a link shows. @throws AppError not_found where its request lies in the bin, or its plant in the archive */
async function presentOutside(tx: Tx, { record_id, party, expires_at }: LinkRow): Promise<OutsideRequest> {
  const row = (await listRequests(tx, [record_id]))[0] ?? notFound();
  const place = (await findPlace(tx, row.plant_id)) ?? notFound();
  const record = { kind: REQUEST, id: row.id, plant_id: row.plant_id };
  const { number, type, priority, title, description, state, estimated_min, checklist, due_at } = row;
  const { name: plant, ...where } = place;
  const comments = await listComments(tx, record, COMMENTS);
  return {
    number,
    type,
    priority,
    title,
    description,
    state,
    estimated_min,
    checklist,
    plant,
    ...where,
    company: await companyNameOf(tx),
    firm: party,
    next_states: nextStates(state, moversOf(tx)),
    due_at: due_at?.toISOString() ?? null,
    devices: (await listDevicesOf(tx, REQUEST, [row.id])).map(
      ({ record_id: _, id: __, ...device }) => device,
    ),
    comments: comments.rows.map((comment) => presentComment(tx, comment)),
    attachments: (await listAttachments(tx, record)).map((file) => presentAttachment(tx, file)),
    expires_at: expires_at.toISOString(),
  };
}

/** What firms do with the request whose link they were sent; the link is judged again in each transaction. */
export function outsideRequestsHandlers(deps: Deps): Handlers<typeof outsideRequestsCalls> {
  const { pool, now: clock } = deps;
  const notes = requestNotes.handlers(deps);
  const ofReports = reportNotes.handlers(deps);
  const opened = (tx: Tx, token: string, now: Date) => openLink(tx, REQUEST, token, now);
  /** The request of a link, for work that has no transaction of its own. */
  const recordOf = async (scope: Scope, token: string): Promise<number> => {
    const link = await inScope(pool, scope, (tx) => opened(tx, token, clock()), 'read only');
    return link.record_id;
  };
  /** The report of a link, likewise. @throws AppError not_found where nothing of it is stored */
  const reportOf = async (scope: Scope, token: string): Promise<number> =>
    inScope(
      pool,
      scope,
      async (tx) => (await reportOfFirm(tx, await opened(tx, token, clock()))) ?? notFound(),
      'read only',
    );
  const changed = async (tx: Tx, token: string, now: Date, work: (id: number) => Promise<void>) => {
    const link = await opened(tx, token, now);
    await work(link.record_id);
    await noteUse(tx, link.id, now);
    return presentOutside(tx, link);
  };
  return {
    get: async ({ tx, params, now }) => presentOutside(tx, await opened(tx, params.token, now)),
    setState: ({ tx, params, body, now }) =>
      changed(tx, params.token, now, (id) => moveRequest(tx, { id, ...body, now })),
    tick: ({ tx, params, body, now }) =>
      changed(tx, params.token, now, (id) => tickRequest(tx, { id, ...body, now })),
    async addComment(asked) {
      const { tx, params, now } = asked;
      const link = await opened(tx, params.token, now);
      await noteUse(tx, link.id, now);
      return notes.addComment(Object.assign(Object.create(asked), { params: { id: link.record_id } }));
    },
    async addAttachment(asked) {
      const id = await recordOf(asked.scope, asked.params.token);
      return notes.addAttachment(Object.assign(Object.create(asked), { params: { id } }));
    },
    async attachment(asked) {
      const { token, attachment_id } = asked.params;
      const id = await recordOf(asked.scope, token);
      return notes.attachment(Object.assign(Object.create(asked), { params: { id, attachment_id } }));
    },
    async report({ tx, params, now }) {
      return presentOutsideReport(tx, await opened(tx, params.token, now));
    },
    async saveReport({ tx, params, body, now }) {
      const { close, ...given } = body;
      const link = await opened(tx, params.token, now);
      await noteUse(tx, link.id, now);
      const id = await writeOutsideReport(tx, link, given, now);
      if (close) await closeReport(tx, { id, now }, deps.interventions);
      return presentOutsideReport(tx, link);
    },
    async addReportAttachment(asked) {
      const id = await reportOf(asked.scope, asked.params.token);
      return ofReports.addAttachment(Object.assign(Object.create(asked), { params: { id } }));
    },
    async reportAttachment(asked) {
      const { token, attachment_id } = asked.params;
      const id = await reportOf(asked.scope, token);
      return ofReports.attachment(Object.assign(Object.create(asked), { params: { id, attachment_id } }));
    },
  };
}
