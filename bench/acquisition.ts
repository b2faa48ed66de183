import { appendFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchBesidePeers } from './acquisition/beside-peers.ts';
import { openDestination } from './acquisition/destination.ts';
import type { PollFigures, PollTask } from './acquisition/poller.ts';
import { CAN_PIN, MEASURED, OTHERS, Part } from './acquisition/processes.ts';
import { REGISTERS, VARIABLES } from './acquisition/registers.ts';
import { type Line, memoryLines, peerLines, pollLines, tableOf } from './acquisition/report.ts';

const PARTS = ['devices', 'ports', 'peers', 'memory'] as const;
const HELP = `npm run bench:acquisition -- [--only ${PARTS.join(',')}] [--periods 12] [--minutes 10] [--write] [--profile folder] [--out file]
devices: 1,000 of ${REGISTERS} registers every 5 seconds, for so many periods. ports: 10,000 behind 1,000 ports every
minute, two periods. peers: processor time of a read beside modbus-serial and jsmodbus. memory: 1,000 devices for so
many minutes, collected every ten seconds. --write stores what is polled; --profile leaves a profile of the poller.`;
const PORTS = 1000;
const PEER_PORTS = 50;
const TIMES = { fast_s: 5, slow_s: 60, collect_s: 10 };

interface Options {
  readonly only: readonly string[];
  readonly periods: number;
  readonly minutes: number;
  readonly write: boolean;
  readonly profile: string | undefined;
  readonly out: string | undefined;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      periods: { type: 'string', default: '12' },
      minutes: { type: 'string', default: '10' },
      write: { type: 'boolean', default: false },
      profile: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',');
  const [periods, minutes] = [Number(values.periods), Number(values.minutes)];
  const known = only.every((name) => PARTS.some((part) => part === name));
  if (values.help || !known || !(periods > 0) || !(minutes > 0)) return undefined;
  return { only, periods, minutes, write: values.write, profile: values.profile, out: values.out };
}

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
/** Polls in a process of its own, on a core of its own. */
async function measure(task: PollTask, options: Options, node: readonly string[] = []): Promise<PollFigures> {
  const { profile } = options;
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const part = Part.start('poller.ts', { core: MEASURED, node: [...node, ...profiling] });
  try {
    return await part.ask<PollFigures>(task);
  } finally {
    await part.stop();
  }
}

/** What a part of the bench gets, and gives. */
interface Bench {
  readonly options: Options;
  readonly tcp_ports: readonly number[];
  readonly skipped: string[];
}

async function benchDevices({ options, tcp_ports }: Bench): Promise<Line[]> {
  const destination = options.write ? await openDestination(PORTS, TIMES.fast_s) : undefined;
  try {
    const task = {
      tcp_ports,
      units: 1,
      interval_s: TIMES.fast_s,
      periods: options.periods,
      collect_every_s: 0,
    };
    const figures = await measure({ ...task, ...(destination && { into: destination.into }) }, options);
    const lines = pollLines(`1,000 devices every 5 s${destination ? ', stored' : ''}`, TIMES.fast_s, figures);
    if (!destination) return lines;
    const stored = `${await destination.count()} rows stored, ${figures.lost} refused, dropped or left over`;
    return [
      ...lines,
      { what: 'the same: on disk at the end, first instants included', figure: stored, aim: '' },
    ];
  } finally {
    await destination?.close();
  }
}

async function benchPorts({ options, tcp_ports }: Bench): Promise<Line[]> {
  const task = { tcp_ports, units: 10, interval_s: TIMES.slow_s, periods: 2, collect_every_s: 0 };
  const figures = await measure(task, options);
  return pollLines('10,000 devices behind 1,000 ports every 60 s', TIMES.slow_s, figures);
}

async function benchPeers({ tcp_ports, skipped }: Bench): Promise<Line[]> {
  const size = { rounds: 9, reads: 5000, skipped };
  return peerLines(await benchBesidePeers(tcp_ports.slice(0, PEER_PORTS), size));
}

async function benchMemory({ options, tcp_ports }: Bench): Promise<Line[]> {
  const periods = Math.ceil((options.minutes * 60) / TIMES.fast_s);
  const task = { tcp_ports, units: 1, interval_s: TIMES.fast_s, periods, collect_every_s: TIMES.collect_s };
  return memoryLines(options.minutes, await measure(task, options, ['--expose-gc']));
}

const BENCHES = { devices: benchDevices, ports: benchPorts, peers: benchPeers, memory: benchMemory };

/** Each part after the other; its lines are said as soon as they are known, so that no later failure loses them. */
async function measureAll(bench: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const name of PARTS) {
    if (!bench.options.only.includes(name)) continue;
    say(name);
    const found = await BENCHES[name](bench);
    for (const { what, figure, aim } of found) say(`${what}: ${figure}  ${aim}`);
    lines.push(...found);
  }
  return lines;
}

function headLine(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the end`;
  const cores = CAN_PIN
    ? 'the poller on one core (taskset), the simulators on the others'
    : 'no taskset here: the poller shares the cores with the simulators';
  return `${new Date().toISOString().slice(0, 10)}, ${machine}; ${cores}; each device ${REGISTERS} registers, ${VARIABLES.length} variables, one request`;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.error(HELP);
    process.exitCode = 2;
    return;
  }
  const simulators = Part.start('simulator.ts', { core: OTHERS, args: [String(PORTS)] });
  const skipped: string[] = [];
  try {
    const lines = await measureAll({ options, tcp_ports: await simulators.hear<number[]>(), skipped });
    const told = skipped.map((reason) => `skipped: ${reason}`);
    const text = [headLine(), ...told, tableOf(lines)].join('\n\n');
    console.log(text);
    if (options.out) appendFileSync(options.out, `${text}\n\n`);
  } finally {
    await simulators.stop();
  }
}

await main();
