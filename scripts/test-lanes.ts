import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.ts';
import { listTestFiles } from './test-files.ts';
import { filesOfLanes, recordSeconds, type Seconds } from './test-shares.ts';

/**
 * What runs beside each other, each lane in a process and on a PostgreSQL of its own, round after round. Most of them
 * wait for a database, a browser or npm: six lanes fill two cores. What newcomers install mostly waits for npm, one clone after
 * the other, and would be the last to end in a lane with others. What is about time and about being killed has few beside it.
 */
export const ROUNDS: readonly (readonly string[])[] = [
  [
    'unit,contract:1/2,api:1/3',
    'contract:2/2,api:2/3',
    'checks,api:3/3,browser:3/3',
    'browser:1/3',
    'browser:2/3',
    'install',
  ],
  ['acquisition', 'faults:1/2', 'faults:2/2'],
];
const script = fileURLToPath(new URL('test.ts', import.meta.url));

/** The clones of newcomers take the built portal over. */
const needsPortal = (tiers: string): boolean => tiers.includes('browser') || tiers.includes('install');

interface Lane {
  readonly fine: boolean;
  readonly text: string;
  /** What each file took. */
  readonly seconds: Seconds;
}

/** Runs the files of one lane; what it prints goes through `print` as it comes. */
function runLane(files: readonly string[], print: (text: string) => void): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, script, `--files=${files.join(',')}`], {
      stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    });
    let text = '';
    let seconds: Seconds = {};
    child.on('message', (taken) => {
      seconds = taken as Seconds;
    });
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      print(part);
    });
    // Whoever ends the whole run ends its lanes.
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      process.exitCode = 1;
    };
    process.once('SIGTERM', end);
    process.once('SIGHUP', end);
    child.once('error', reject);
    child.once('close', (code) => resolve({ fine: code === 0, text, seconds }));
  });
}

/** The first lane speaks as it goes; the next waits with what it has to say until those before it have ended. */
async function runRound(round: readonly string[]): Promise<Lane[]> {
  // Built once, and before two lanes would build it at one time.
  const built = round.some(needsPortal) ? buildWeb({ quiet: true }) : Promise.resolve();
  const files = filesOfLanes(await listTestFiles(), round);
  let before: Promise<unknown> = Promise.resolve();
  const lanes = round.map((tiers, i) => {
    const own = files[i] ?? [];
    let held: string | undefined = '';
    const mine = before.then(() => {
      process.stdout.write(held ?? '');
      held = undefined;
    });
    const print = (part: string) => {
      if (held === undefined) process.stdout.write(part);
      else held += part;
    };
    const lane = needsPortal(tiers)
      ? Promise.resolve(built).then(() => runLane(own, print))
      : runLane(own, print);
    before = Promise.all([mine, lane]);
    return lane;
  });
  const ended = await Promise.all(lanes);
  await before;
  return ended;
}

/** node:test's counts of all lanes, added. */
function addCounts(lanes: readonly Lane[]): string[] {
  const sums = new Map<string, number>();
  for (const { text } of lanes) {
    for (const [, name = '', count] of text.matchAll(/^# (\w+) (\d+(?:\.\d+)?)$/gm))
      if (name !== 'duration_ms') sums.set(name, (sums.get(name) ?? 0) + Number(count));
  }
  return [...sums].map(([name, sum]) => `# ${name} ${sum}`);
}

/**
 * Runs every tier, prints at the end once more what failed and how many tests there were; answers whether all went well.
 * What the files took is kept where that is asked for.
 */
export async function runLanes({ record = false } = {}): Promise<boolean> {
  const start = performance.now();
  const lanes: Lane[] = [];
  for (const round of ROUNDS) {
    if (process.exitCode === undefined) lanes.push(...(await runRound(round)));
  }
  const failures = lanes.flatMap(({ text }) => text.match(/^✖ .*\n(?:(?: {4}.*)?\n)*/gm) ?? []);
  console.log(`\nin all\n\n${failures.join('\n')}${addCounts(lanes).join('\n')}`);
  console.log(`# seconds ${((performance.now() - start) / 1000).toFixed(0)}`);
  if (record) recordSeconds(Object.assign({}, ...lanes.map(({ seconds }) => seconds)));
  // A lane that died has said nothing of its tests.
  return lanes.every(({ fine }) => fine);
}
