import { mailingQueue } from '../../../src/features/community/server/mailing-queue.ts';
import { lossQueue } from '../../../src/features/downtimes/server/loss-queue.ts';
import { searchQueue } from '../../../src/features/downtimes/server/search-queue.ts';

/**
 * The server of a loop over the calls. Nobody works out there what downtimes cost: each one that an example makes, and each
 * change of its plant, has the losses of all others worked out again, for minutes, and no answer of these loops is about
 * them. Nor does anybody write the mails of statements, which would draw numbers beside what the calls draw.
 */
export const forLoops = { repeats: true, resting: [lossQueue, searchQueue, mailingQueue] } as const;
