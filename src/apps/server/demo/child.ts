import { runPart } from '../run-part.ts';

runPart('simulators', async () => (await import('./demo.ts')).startDemo);
