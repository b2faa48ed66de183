// Runs a file of this project with the Node that came with the packages: `node scripts/launch.mjs <file> [words]`.
// Every npm script starts here, by whatever Node the machine has (18 or later) and whatever npm: npm 9 and 10 leave out
// `node_modules/.bin/node`, so nothing may rely on that link. Plain JavaScript, because an older Node reads it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = `node_modules/node-${process.platform}-${process.arch}`;

/**
 * A shell that starts "$@", passes signals on, ends with its exit code, and collects every orphan of the container:
 * process 1 must, and Node never does. Its `wait` ends early at a signal, hence the loop.
 */
const AS_INIT = `"$@" <&0 & child=$!
for signal in TERM INT HUP QUIT USR2; do trap "kill -$signal $child 2>/dev/null" $signal; done
while :; do wait $child; code=$?; kill -0 $child 2>/dev/null || exit $code; done`;

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** The Node that came with the packages; without it this one, where it is new enough. */
function findNode() {
  const bundled = join(root, folder, 'bin/node');
  if (existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  const brought = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  return refuse(
    brought
      ? `Node ${NEEDED} is missing in ${folder}: run npm ci, which brings it (it is left out with --omit=optional).`
      : `Node ${process.versions.node} is too old, and the packages bring Node ${NEEDED} for Linux on x64 and arm64 only: install Node ${NEEDED} or later.`,
  );
}

/** Runs it as a child whose signals, output and end are this process's own. */
function run(node, words) {
  const child = spawn(node, words, { stdio: 'inherit' });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child.once('error', ({ code }) =>
    refuse(`${node} cannot be run here (${code}): it needs a Linux with glibc, which Alpine is not.`),
  );
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // Process 1 does not die of its own signals.
    process.exit(128 + constants.signals[signal]);
  });
}

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) refuse('Usage: node scripts/launch.mjs <file> [words]');
const node = findNode();
const words = [resolve(root, file), ...rest];
if (process.pid === 1 && process.execve && existsSync('/bin/sh')) {
  process.execve('/bin/sh', ['sh', '-c', AS_INIT, 'sh', node, ...words], process.env);
}
run(node, words);
