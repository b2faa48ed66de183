import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.ts';
import { listTestFiles } from './test-files.ts';
import { filesOfLanes, recordSeconds, type Seconds } from './test-shares.ts';

/**
 * What runs beside each other, each lane in a process and on a PostgreSQL of its own. Most of them wait for a database or a
 * browser: five lanes fill two cores.
 */
const LANES = [
  'unit,contract:1/2,api:1/3',
  'contract:2/2,api:2/3',
  'checks,install,api:3/3,browser:3/3',
  'browser:1/3',
  'browser:2/3',
] as const;
/**
 * What is about time and about being killed: it sleeps more than it works. It goes before the others wherever they want a
 * core at once, so that it finds the machine as if it were alone, and they have what it leaves.
 */
const URGENT_LANES = ['acquisition', 'faults'] as const;
export const ALL_LANES: readonly string[] = [...URGENT_LANES, ...LANES];
const isUrgent = (tiers: string): boolean => URGENT_LANES.some((urgent) => urgent === tiers);
/** A tenth of the share of a process that nobody has made wait. */
const BEHIND = 10;

const script = fileURLToPath(new URL('test.ts', import.meta.url));

const needsPortal = (tiers: string): boolean => /browser|faults/.test(tiers);

interface Lane {
  readonly fine: boolean;
  readonly text: string;
  /** What each file took. */
  readonly seconds: Seconds;
}

interface Running {
  readonly files: readonly string[];
  readonly urgent: boolean;
  /** Told what the lane prints, as it comes. */
  readonly print: (text: string) => void;
}

/** Lets the process and what it starts wait for the urgent lanes. */
function putBehind(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch (error) {
    // It has ended already, which its end says better.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}

/** Runs the files of one lane. */
function runLane({ files, urgent, print }: Running): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, script, `--files=${files.join(',')}`], {
      stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    });
    if (!urgent) putBehind(child.pid);
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
async function runBeside(lanes: readonly string[]): Promise<Lane[]> {
  // Built once, and before two lanes would build it at one time.
  const built = buildWeb({ quiet: true });
  const files = filesOfLanes(await listTestFiles(), lanes);
  let before: Promise<unknown> = Promise.resolve();
  const running = lanes.map((tiers, i) => {
    let held: string | undefined = '';
    const mine = before.then(() => {
      process.stdout.write(held ?? '');
      held = undefined;
    });
    const print = (part: string) => {
      if (held === undefined) process.stdout.write(part);
      else held += part;
    };
    const own = { files: files[i] ?? [], urgent: isUrgent(tiers), print };
    const lane = needsPortal(tiers) ? Promise.resolve(built).then(() => runLane(own)) : runLane(own);
    before = Promise.all([mine, lane]);
    return lane;
  });
  const ended = await Promise.all(running);
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
  const lanes = await runBeside(ALL_LANES);
  const failures = lanes.flatMap(({ text }) => text.match(/^✖ .*\n(?:(?: {4}.*)?\n)*/gm) ?? []);
  console.log(`\nin all\n\n${failures.join('\n')}${addCounts(lanes).join('\n')}`);
  console.log(`# seconds ${((performance.now() - start) / 1000).toFixed(0)}`);
  if (record) recordSeconds(Object.assign({}, ...lanes.map(({ seconds }) => seconds)));
  // A lane that died has said nothing of its tests.
  return lanes.every(({ fine }) => fine);
}
