import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { requestWorkCalls } from '../maintenance-requests.contract.ts';
import { requestCode } from '../request-states.model.ts';
import { listFirms } from './firms.ts';
import { presentLinks, REQUEST } from './request-answers.ts';
import { listColleaguesFor } from './request-assignment.ts';
import { listChanges } from './request-changes.repository.ts';
import { makeFirmLink, type SendingDeps, sendRequest } from './request-sending.ts';
import { moveRequest, presentRequest, tickRequest } from './request-steps.ts';

/** Who may be assigned a request of a plant. @throws AppError not_found for a plant that the scope does not see */
async function assigneesOf(tx: Tx, proj_code: string) {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  const colleagues = await listColleaguesFor(tx, plant?.id ?? notFound());
  const firms = (await listFirms(tx)).filter(({ retired }) => !retired);
  return {
    colleagues,
    firms: firms.map(({ id, name, email, phone }) => ({
      id,
      name,
      has_mail: email !== '',
      has_phone: phone !== '',
    })),
  };
}

/** Notes in the audit that a request was sent, a link of it made, or its links withdrawn. */
async function note(
  tx: Tx,
  action: `maintenance_request.${'sent' | 'link_made' | 'link_withdrawn'}`,
  id: number,
) {
  const { number, title } = await presentRequest(tx, id);
  await recordAudit(tx, action, String(id), { name: `${requestCode(number)} ${title}` });
  await notifyTopics(tx, ['maintenance_requests']);
}

/** What moves requests on. */
export function requestWorkHandlers(deps: SendingDeps): Handlers<typeof requestWorkCalls> {
  return {
    async setState({ tx, params, body, now }) {
      await moveRequest(tx, { ...params, ...body, now });
      return presentRequest(tx, params.id);
    },
    async tick({ tx, params, body, now }) {
      await tickRequest(tx, { ...params, ...body, now });
      return presentRequest(tx, params.id);
    },
    async changes({ tx, params }) {
      await presentRequest(tx, params.id);
      return listChanges(tx, params.id);
    },
    async send({ tx, params, body, now }) {
      await presentRequest(tx, params.id);
      await sendRequest(tx, deps, { ...params, ...body, now });
      await note(tx, 'maintenance_request.sent', params.id);
      return presentRequest(tx, params.id);
    },
    async links({ tx, params }) {
      await presentRequest(tx, params.id);
      return presentLinks(tx, params.id);
    },
    async makeLink({ tx, params, body, now }) {
      await presentRequest(tx, params.id);
      const link = await makeFirmLink(tx, deps, { ...params, ...body, now });
      await note(tx, 'maintenance_request.link_made', params.id);
      return link;
    },
    async withdrawLinks({ tx, params, now }) {
      await presentRequest(tx, params.id);
      const withdrawn = await withdrawLinks(tx, { kind: REQUEST, record_id: params.id, now });
      if (withdrawn > 0) await note(tx, 'maintenance_request.link_withdrawn', params.id);
    },
    assignees: ({ tx, query }) => assigneesOf(tx, query.proj_code),
  };
}
