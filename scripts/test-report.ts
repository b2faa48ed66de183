import { channel } from 'node:diagnostics_channel';
import { relative } from 'node:path';
import type { run } from 'node:test';
import { inspect } from 'node:util';

type Events = ReturnType<typeof run>;

interface Ended {
  readonly name: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly nesting: number;
  readonly skip?: string | boolean | undefined;
  readonly details: {
    readonly duration_ms: number;
    readonly type?: string | undefined;
    readonly error?: Error;
  };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Whoever can say how things stood when the test of that name failed, such as what a page showed, puts it into `said`. */
const failing = channel('meridiana:test-failed');

async function circumstances(name: string): Promise<string> {
  const said: Promise<string>[] = [];
  failing.publish({ name, said });
  const texts = await Promise.all(said.map((one) => one.catch(String)));
  return texts.map((text) => `${text}\n`.replace(/^(?=.)/gm, '    ')).join('');
}

async function failureText(ended: Ended): Promise<string> {
  const { error } = ended.details;
  const cause = error?.cause ?? error;
  const place = ended.file ? `${relative(process.cwd(), ended.file)}:${ended.line ?? 1}` : '';
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
  return `✖ ${ended.name}  (${place})\n${text.replace(/^/gm, '    ')}\n${await circumstances(ended.name)}`;
}

// A suite that fails only because a test in it failed has nothing to add.
function isEcho(ended: Ended): boolean {
  const code = (ended.details.error as { failureType?: string } | undefined)?.failureType;
  return code === 'subtestsFailed' || code === 'parentAlreadyFinished';
}

/**
 * On a Citus cluster: why a test could not arrange its rows, behind the program's back, where Citus refuses the statement. Undefined
 * where the program is at fault.
 */
export function refusedArrangement(error: unknown): string | undefined {
  if (!process.env.CITUS_URL || !(error instanceof Error)) return undefined;
  // New rows that are made of rows are numbered on a worker there, which knows of no company.
  const isNumbered = /^a row is numbered for the company in scope/.test(error.message);
  const isRefusal = isNumbered || ['0A000', '42601', 'P0001'].includes(String(Reflect.get(error, 'code')));
  const arranged = /Object\.arrange \([^)]*tests\/support\/app\.ts/.test(error.stack ?? '');
  return isRefusal && arranged ? error.message : undefined;
}

function refusalOf({ details }: Ended): string | undefined {
  const { error } = details;
  const type = (error as { failureType?: string } | undefined)?.failureType;
  if (process.env.CITUS_URL && type === 'cancelledByParent') return 'its suite could not be arranged';
  return refusedArrangement(error?.cause ?? error);
}

interface Tally {
  readonly tiers: Map<string, number>;
  /** What each file took, in seconds. */
  readonly files: Map<string, number>;
  readonly failures: string[];
  readonly skipped: string[];
  readonly closing: string[];
  failed: boolean;
}

function noteSuite(tally: Tally, ended: Ended, tier: string, passed: boolean): void {
  const { duration_ms } = ended.details;
  if (!tally.tiers.has(tier)) console.log(`\n${tier}`);
  tally.tiers.set(tier, (tally.tiers.get(tier) ?? 0) + duration_ms);
  if (ended.file) {
    const path = relative(process.cwd(), ended.file);
    tally.files.set(path, (tally.files.get(path) ?? 0) + duration_ms / 1000);
  }
  console.log(`  ${passed ? '✔' : '✖'} ${ended.name}  ${seconds(duration_ms)}`);
}

async function noteEnd(tally: Tally, ended: Ended, tier: string, passed: boolean): Promise<void> {
  if (ended.nesting === 0) noteSuite(tally, ended, tier, passed);
  if (ended.skip) {
    tally.skipped.push(`${ended.name}${typeof ended.skip === 'string' ? `: ${ended.skip}` : ''}`);
  }
  if (passed) return;
  // On a cluster what a suite says of its tests counts no more than they do: those that are refused are skipped.
  if (!process.env.CITUS_URL) tally.failed = true;
  if (isEcho(ended)) return;
  const refusal = refusalOf(ended);
  if (refusal !== undefined) {
    tally.skipped.push(`${ended.name}: Citus refuses how its rows are arranged: ${refusal}`);
    return;
  }
  tally.failed = true;
  const text = await failureText(ended);
  tally.failures.push(text);
  console.log(`  ${text.split('\n', 1)[0]}`);
}

function noteStray(tally: Tally, message: string): void {
  tally.failed = true;
  tally.failures.push(`✖ ${message}\n`);
}

function printEnd({ skipped, failures, tiers, closing }: Tally): void {
  if (skipped.length > 0) console.log(`\nskipped\n${skipped.map((name) => `  ${name}`).join('\n')}`);
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
  console.log(`\n${[...tiers].map(([tier, ms]) => `${tier} ${seconds(ms)}`).join(' · ')}`);
  for (const line of closing) console.log(line);
}

/**
 * Prints what happens in a test run: a line for each suite, each failure in full, the seconds of each tier, and last
 * node:test's own count. Answers whether nothing failed.
 */
export async function report(events: Events, tierOf: (file: string | undefined) => string): Promise<boolean> {
  const tally: Tally = {
    tiers: new Map(),
    files: new Map(),
    failures: [],
    skipped: [],
    closing: [],
    failed: false,
  };
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') {
      await noteEnd(tally, data as Ended, tierOf(data.file), type === 'test:pass');
    } else if (type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined) {
      // What nobody has caught: node:test says no more of it than this.
      if (data.message.startsWith('Error: ')) noteStray(tally, data.message);
      else tally.closing.push(`# ${data.message}`);
    } else if (type === 'test:diagnostic' && data.file !== undefined) {
      console.log(`  ${data.message}`);
    } else if (type === 'test:stderr' || type === 'test:stdout') process.stderr.write(data.message);
  }
  printEnd(tally);
  // Whoever runs several lanes hears what took how long.
  if (process.send) await new Promise((sent) => process.send?.(Object.fromEntries(tally.files), sent));
  return !tally.failed;
}
