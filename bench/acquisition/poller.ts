import { setTimeout as sleep } from 'node:timers/promises';
import { ModbusLink } from '../../src/acquisition/modbus/link.ts';
import type { RowSink } from '../../src/acquisition/poll-observer.ts';
import { PortPoller } from '../../src/acquisition/port-poller.ts';
import { ReadingSink } from '../../src/acquisition/reading-sink.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { EVERYWHERE } from '../../tests/support/reach.ts';
import { portOf } from './registers.ts';

/** What is to be polled, and for how long it is measured after the first two instants. */
export interface PollTask {
  readonly tcp_ports: readonly number[];
  readonly units: number;
  readonly interval_s: number;
  readonly periods: number;
  /** Collect at each of so many seconds and note what is kept; 0 does not. */
  readonly collect_every_s: number;
  /** Write into this database as this company, as these devices. */
  readonly into?: { database: DatabaseTarget; company_id: number; device_ids: readonly number[] };
}

export interface PollFigures {
  readonly devices: number;
  readonly periods: number;
  readonly polls: number;
  readonly missed: number;
  readonly failed: number;
  readonly jitter_ms: { readonly p50: number; readonly p99: number; readonly most: number };
  readonly cpu_s: number;
  readonly wall_s: number;
  readonly rss_mb: number;
  readonly memory: readonly { at_s: number; heap: number; rss: number }[];
  /** Rows that did not reach the disk; of a counting sink none. */
  readonly lost: number;
}

const now = () => performance.timeOrigin + performance.now();

/** Counts what comes in, and what ought to have come in and did not. */
class Counter implements RowSink {
  /** How many polls began so many milliseconds late. Of one size for ever, or its growth would be taken for the poller's. */
  readonly late: Uint32Array;
  readonly #onward: RowSink | undefined;
  readonly #instants = new Map<number, number>();
  measuring = false;
  polls = 0;
  missed = 0;
  failed = 0;
  readonly #interval_ms: number;

  constructor(interval_ms: number, onward: RowSink | undefined) {
    this.#interval_ms = interval_ms;
    this.late = new Uint32Array(interval_ms);
    this.#onward = onward;
  }

  begin(): void {
    const late_ms = Math.floor(now()) % this.#interval_ms;
    if (this.measuring) this.late[late_ms] = (this.late[late_ms] ?? 0) + 1;
  }

  /** Milliseconds within which this share of the polls began. */
  lateness(share: number): number {
    const all = this.late.reduce((sum, count) => sum + count, 0);
    let seen = 0;
    const found = this.late.findIndex((count) => {
      seen += count;
      return seen > 0 && seen >= all * share;
    });
    return found === -1 ? Number.NaN : found;
  }

  add(company_id: number, row: Parameters<RowSink['add']>[1]): void {
    const before = this.#instants.get(row.device_id);
    this.#instants.set(row.device_id, row.ts);
    if (this.measuring) {
      this.polls += 1;
      if (row.quality !== null) this.failed += 1;
      if (before !== undefined) this.missed += Math.round((row.ts - before) / this.#interval_ms) - 1;
    }
    this.#onward?.add(company_id, row);
  }
}

function openSink(into: PollTask['into']): ReadingSink | undefined {
  if (into === undefined) return undefined;
  const pool = createPool(into.database, { max: 4, name: 'bench poller' });
  const say = (fields: object, message: string) => console.error(message, fields);
  return new ReadingSink({ writer: new ReadingWriter(pool), log: { warn: say, info: say } });
}

function startPollers(task: PollTask, counter: Counter): PortPoller[] {
  const { into } = task;
  return task.tcp_ports.map(
    (tcp_port, index) =>
      new PortPoller(portOf(tcp_port, index, { ...task, ...into }), {
        sink: counter,
        // As the program listens to every poll, so that what is prepared for it is paid for here too.
        observer: { polled: () => undefined },
        reach: EVERYWHERE,
        createLink: (options) => new TimedLink(options, counter),
      }),
  );
}

/** The real link; it notes when the one request of a poll begins. */
class TimedLink extends ModbusLink {
  readonly #counter: Counter;

  constructor(options: ConstructorParameters<typeof ModbusLink>[0], counter: Counter) {
    super(options);
    this.#counter = counter;
  }

  override read(...parts: Parameters<ModbusLink['read']>): ReturnType<ModbusLink['read']> {
    this.#counter.begin();
    return super.read(...parts);
  }
}

/** Sleeps until shortly before an instant, so that whole periods are measured. */
async function toEve(interval_ms: number, periods: number): Promise<void> {
  const eve_ms = Math.min(250, interval_ms / 10);
  const at_ms = (Math.floor(now() / interval_ms) + periods) * interval_ms - eve_ms;
  await sleep(Math.max(0, at_ms - now()));
}

async function noteMemory(every_s: number, until: AbortSignal): Promise<PollFigures['memory']> {
  const found: { at_s: number; heap: number; rss: number }[] = [];
  const start_ms = now();
  while (every_s > 0 && !until.aborted) {
    await sleep(every_s * 1000, undefined, { signal: until }).catch(() => undefined);
    // Twice: the first collection lets go of what only finalizers held.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    found.push({ at_s: (now() - start_ms) / 1000, heap: heapUsed, rss });
  }
  return found;
}

async function poll(task: PollTask): Promise<PollFigures> {
  const interval_ms = task.interval_s * 1000;
  const sink = openSink(task.into);
  const counter = new Counter(interval_ms, sink);
  const pollers = startPollers(task, counter);
  // The first instants connect and warm up.
  await toEve(interval_ms, 3);
  counter.measuring = true;
  const [cpu, start_ms, over] = [process.cpuUsage(), now(), new AbortController()];
  const memory = noteMemory(task.collect_every_s, over.signal);
  await toEve(interval_ms, task.periods + 1);
  counter.measuring = false;
  const { user, system } = process.cpuUsage(cpu);
  const wall_s = (now() - start_ms) / 1000;
  over.abort();
  const rss_mb = process.memoryUsage.rss() / 2 ** 20;
  await Promise.all(pollers.map((poller) => poller.close()));
  await sink?.close();
  const { waiting, dropped, refused } = sink?.status() ?? { waiting: 0, dropped: 0, refused: 0 };
  const devices = task.tcp_ports.length * task.units;
  const { polls, missed, failed } = counter;
  return {
    devices,
    periods: task.periods,
    polls,
    missed: missed + Math.max(0, devices * task.periods - polls - missed),
    failed,
    jitter_ms: { p50: counter.lateness(0.5), p99: counter.lateness(0.99), most: counter.lateness(1) },
    cpu_s: (user + system) / 1e6,
    wall_s,
    rss_mb,
    memory: await memory,
    lost: waiting + dropped + refused,
  };
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit());
  process.on('message', (task: PollTask) => void poll(task).then((figures) => process.send?.(figures)));
}
