import { errorCode } from './start-fault.ts';

// Deadlock, and a write that another one's went ahead of.
const LOST = new Set(['40P01', '40001']);

/**
 * Runs work that leaves nothing behind when it fails (a transaction without other effects), and once more where it lost
 * to somebody else's. @throws what the work threw: at once for any other reason, else at the second time
 */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!LOST.has(errorCode(error) ?? '')) throw error;
    return work();
  }
}
