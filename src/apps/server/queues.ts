import { QUEUES } from '../../shared/server/jobs.ts';

/** The queues of the job runner. They are made during installation, because the program's role may make none. */
export const queueNames: readonly string[] = QUEUES;
