import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, ReadyJson, SENT } from '../../../shared/server/http/mount.ts';
import { pdfToBeSeen } from '../../../shared/server/records/file-transfer.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { whatIfCalls } from '../what-if.contract.ts';
import type { CommunityQuestion } from './community-question.ts';
import { printSimulation } from './simulation-document.ts';

interface Deps extends Pick<Services, 'pool'> {
  readonly communityThreads: QueryWorkers<CommunityQuestion>;
}

export const whatIfHandlers = ({ pool, communityThreads }: Deps): Handlers<typeof whatIfCalls> => ({
  whatIf: async ({ scope, body, gone }) =>
    new ReadyJson(await communityThreads.ask(scope, { what_if: body.parameters }, gone)),
  sizing: async ({ scope, body, gone }) =>
    new ReadyJson(await communityThreads.ask(scope, { sizing: body }, gone)),
  async document({ scope, params, query, language, reply }) {
    const asked = { pool, scope, code: params.id, language: query.language ?? language };
    const { file_name, bytes } = await printSimulation(asked);
    await pdfToBeSeen(reply, { file_name, size_bytes: bytes.length }).send(Buffer.from(bytes));
    return SENT;
  },
});
