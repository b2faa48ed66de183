import type { membersApi } from '../../features/companies/server/members.public.ts';
import type { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import type { AreaWork, Running, WorkerServices } from '../../shared/server/feature-work.ts';
import type { JobQueue } from '../../shared/server/jobs.ts';
import { features } from './features.ts';

/** What the areas' work is given. */
export type Work = WorkerServices & {
  readonly writer: ReadingWriter;
  readonly members: ReturnType<typeof membersApi>;
};

/** What each area does that no call waits for. */
export const areas: readonly AreaWork<Work>[] = features;

/** Does the jobs of every area's queues. */
export async function workOnQueues(jobs: Pick<JobQueue, 'work'>, services: Work): Promise<void> {
  for (const { queue, start } of areas.flatMap((area) => area.jobs ?? []))
    await jobs.work(queue, start(services));
}

/** Starts what runs by itself, area after area. */
export async function startBackground(services: Work): Promise<Running[]> {
  const running: Running[] = [];
  for (const { background } of areas) if (background) running.push(...(await background(services)));
  return running;
}
