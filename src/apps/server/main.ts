const oldestNode = 24;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Node ${process.versions.node} is too old to run this directly: use npm start or npm run demo, which bring Node ${oldestNode}.`,
  );
  process.exit(1);
}

// Loaded only now: an older Node would stumble over what it does not know.
const { keepCompiled } = await import('./compile-cache.ts');
keepCompiled();
const { runProgram } = await import('./program.ts');
const { StartFault } = await import('../../shared/server/start-fault.ts');

const stop = new AbortController();
// A second Ctrl-C, and the one that npm passes on, find the program ending already.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

try {
  await runProgram(process.env, { demo: process.argv.includes('--demo') }, stop.signal);
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  console.error(error.message);
  if (error.details !== undefined) console.error(`\n${error.details}`);
  process.exit(1);
}
