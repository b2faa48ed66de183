import { recoverQueue } from '../../features/identity/server/recovery-job.ts';
import { importQueue } from '../../features/measurements/server/import-queue.ts';
import { removalQueue } from '../../features/plants/server/removal-queue.ts';
import { mailQueue } from '../../shared/server/mail/mail-queue.ts';

/**
 * The queues of all areas. They are made during installation, because the program's role may make none; a list of their own,
 * because the parent that installs does not load the areas.
 */
export const queueNames: readonly string[] = [importQueue, mailQueue, recoverQueue, removalQueue].map(
  ({ name }) => name,
);
