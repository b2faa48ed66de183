import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import { pdfToBeSeen } from '../../../shared/server/records/file-transfer.ts';
import type { Interventions } from '../../downtimes/server/intervention.public.ts';
import type { reportWorkCalls } from '../maintenance-reports.contract.ts';
import { presentReport } from './report-answers.ts';
import { closeReport, decideOnProposal, reopenReport } from './report-closing.ts';
import { printReport } from './report-document.ts';
import { readSignature } from './reports.repository.ts';

interface Deps extends Pick<Services, 'pool'> {
  readonly interventions: Interventions;
}

/** What closes reports, and prints them. */
export function reportWorkHandlers({ pool, interventions }: Deps): Handlers<typeof reportWorkCalls> {
  return {
    async close({ tx, params, body, now }) {
      await closeReport(tx, { ...params, ...body, now }, interventions);
      return presentReport(tx, params.id);
    },
    async reopen({ tx, params, body }) {
      await reopenReport(tx, { ...params, ...body });
      return presentReport(tx, params.id);
    },
    async decide({ tx, params, body, now }) {
      await decideOnProposal(tx, { ...params, ...body, now }, interventions);
      return presentReport(tx, params.id);
    },
    async signature({ tx, params }) {
      await presentReport(tx, params.id);
      return { signature: (await readSignature(tx, params.id))?.toString('base64') ?? null };
    },
    async document({ scope, params, query, language, reply }) {
      const asked = { pool, scope, id: params.id, language: query.language ?? language };
      const { file_name, bytes } = await printReport(asked);
      await pdfToBeSeen(reply, { file_name, size_bytes: bytes.length }).send(Buffer.from(bytes));
      return SENT;
    },
  };
}
