import { databaseIsAway } from '../../shared/server/database-faults.ts';
import { createLog } from '../../shared/server/log.ts';
import { keepMetrics, ownMetrics, startMetrics } from '../../shared/server/metrics.ts';
import { errorText, StartFault } from '../../shared/server/start-fault.ts';
import type { BeginMessage, ChildMessage, ParentMessage, Part, StartPart } from './part.ts';

// Less than what the parent grants before it kills.
const closeLimit_ms = 8_000;
const METRICS_EVERY_MS = 5_000;

/**
 * Runs one part as a child process: waits for the parent's word, starts, and ends when told to,
 * or by itself when the parent is gone.
 */
export function runPart(name: string, load: () => Promise<StartPart>): void {
  if (process.send === undefined) {
    console.error(`${name} is a part of the program: start it with npm start or npm run demo.`);
    process.exit(1);
  }
  let part: Part | undefined;
  let ending = false;

  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), closeLimit_ms).unref();
    try {
      await part?.close();
    } catch (error) {
      createLog('error', name).error(error, 'could not close cleanly');
      process.exit(1);
    }
    process.exit(code);
  };

  const begin = async ({ config, database }: BeginMessage) => {
    startMetrics(name);
    try {
      const start = await load();
      part = await start(config, database);
      // The part that serves answers for all of them.
      if (part.address === undefined) setInterval(tellMetrics, METRICS_EVERY_MS).unref();
      tell({ kind: 'ready', ...(part.address === undefined ? {} : { address: part.address }) });
    } catch (error) {
      const sentence = error instanceof StartFault ? error.message : errorText(error);
      // The parent has reached the database before: it comes back, and whoever started the program need not.
      const passes = !(error instanceof StartFault) && databaseIsAway(error);
      if (!passes && !(error instanceof StartFault))
        createLog(config.logLevel, name).fatal(error, 'could not start');
      tell({ kind: passes ? 'not_yet' : 'fault', sentence });
      await end(1);
    }
  };

  // Ctrl-C in a terminal reaches every process at once; the parent then ends its children in order.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void end(0));
  process.on('disconnect', () => void end(0));
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'begin') void begin(message);
    else keepMetrics(message.part, message.metrics);
  });
  tell({ kind: 'hello' });
}

function tellMetrics(): void {
  void ownMetrics().then((metrics) => tell({ kind: 'metrics', metrics }));
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}
