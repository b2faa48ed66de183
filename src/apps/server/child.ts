import type { StartPart } from './part.ts';
import { runPart } from './run-part.ts';

// Each part is loaded only in its own process: the worker needs no web server, the api no pollers.
const loaders: Record<string, () => Promise<StartPart>> = {
  api: async () => (await import('./api.ts')).startApi,
  worker: async () => (await import('./worker.ts')).startWorker,
};

const name = process.argv[2] ?? '';
const load = loaders[name];
if (load === undefined) throw new Error(`no part is called '${name}'`);
runPart(name, load);
