import { tableAnswer } from '../../../shared/server/export/table-answer.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { MeasuredHours, measuredCalls } from '../measured.contract.ts';
import type { CommunityQuestion } from './community-question.ts';
import { hoursTable } from './hours-table.ts';

interface Deps {
  readonly communityThreads: QueryWorkers<CommunityQuestion>;
}

export const measuredHandlers = ({ communityThreads }: Deps): Handlers<typeof measuredCalls> => ({
  plants: async ({ scope, query, gone }) =>
    new ReadyJson(await communityThreads.ask(scope, { month_plants: query }, gone)),
  hours: async ({ scope, query, gone }) =>
    new ReadyJson(await communityThreads.ask(scope, { month_hours: query }, gone)),
  async hoursFile({ scope, query: { format, language: asked, ...query }, language, gone }) {
    const bytes = await communityThreads.ask(scope, { month_hours: query }, gone);
    const answer: MeasuredHours = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return tableAnswer(hoursTable(answer, { format, language: asked ?? language }));
  },
  readings: async ({ scope, query, gone }) =>
    new ReadyJson(await communityThreads.ask(scope, { readings: query }, gone)),
  takeReadings: async ({ scope, body }) =>
    new ReadyJson(await communityThreads.ask(scope, { take_readings: body })),
});
