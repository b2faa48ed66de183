import { setTimeout as pause } from 'node:timers/promises';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { inScope } from '../../src/shared/server/tenancy.ts';
import { OTHERS, Part } from '../acquisition/processes.ts';
import type { Line } from '../acquisition/report.ts';
import type { BenchInstallation } from '../installation.ts';
import { AlarmFleet, DEVICES_OF_PLANT, type FleetDevice, INTERVAL_S } from './fleet.ts';
import { signedIn } from './history.ts';
import { ListeningScreen } from './listener.ts';
import { speakUntil, writeMorning } from './load.ts';

const WITHIN_MS = 5000;
/** Faults, one after the other; each is over again when its alarm was seen. */
const FAULTS = 60;
const FAULT_EVERY_MS = 3000;
const SILENT = 40;
/** Silences begin and end at any moment of so long. */
const SPREAD_MS = 60_000;
/** Five polls, and five minutes at least: how long a device is silent before its alarm opens. */
const SILENT_AFTER_MS = Math.max(5 * INTERVAL_S, 300) * 1000;
const WARM_MS = 60_000;
const GIVEN_UP_MS = 120_000;

/** Milliseconds that each opening and each closing took. */
interface Chains {
  readonly opened: number[];
  readonly closed: number[];
}

interface Field {
  readonly fleet: AlarmFleet;
  readonly screen: ListeningScreen;
}

/** An inverter reports a fault whose rule has no delay, and then that it is well. */
async function fault({ fleet, screen }: Field, device: FleetDevice, chains: Chains): Promise<void> {
  const of = { device_id: device.device_id, code: 'inverter_fault' };
  const stored = fleet.sayFault(device, true);
  chains.opened.push((await screen.whenShown({ ...of, open: true })) - (await stored));
  await pause(FAULT_EVERY_MS);
  const well = fleet.sayFault(device, false);
  chains.closed.push((await screen.whenShown({ ...of, open: false })) - (await well));
}

/** A device falls silent, and speaks again: both from when the rule's delay is over. */
async function silence({ fleet, screen }: Field, device: FleetDevice, chains: Chains): Promise<void> {
  const of = { device_id: device.device_id, code: 'device_silent' };
  await pause(Math.random() * SPREAD_MS);
  const last = await fleet.fallSilent(device);
  chains.opened.push((await screen.whenShown({ ...of, open: true })) - last - SILENT_AFTER_MS);
  await pause(Math.random() * SPREAD_MS);
  const again = await fleet.speakAgain(device);
  chains.closed.push((await screen.whenShown({ ...of, open: false })) - again);
}

function lineOf(what: string, took: readonly number[], all: number): Line {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) =>
    `${Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN)} ms`;
  const max = sorted.at(-1) ?? Number.POSITIVE_INFINITY;
  const missed = all - took.length;
  const met = missed === 0 && max < WITHIN_MS;
  return {
    what: `${what} (${all})`,
    figure: `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}${missed > 0 ? `, ${missed} not seen` : ''}`,
    aim: `< ${WITHIN_MS} ms: ${met ? 'met' : '**not met**'}`,
  };
}

/** Delays that the rules themselves set are taken out, so that what is left is the program's own. */
async function withoutDelays({ pool }: BenchInstallation, { scope }: AlarmFleet): Promise<void> {
  const none = JSON.stringify({ open_after_min: 0, close_after_min: 0 });
  const atOnce = JSON.stringify({ close_after_min: 0 });
  await inScope(pool, scope, (tx) =>
    tx.query(
      `insert into alarm_rule (company_id, code, params) values ($1, 'inverter_fault', $2), ($1, 'device_silent', $3)`,
      [scope.company_id, none, atOnce],
    ),
  );
}

/** Devices of one kind at plants of their own, far enough from those that never speak or trip by themselves. */
function chosen({ devices }: AlarmFleet, from: number, count: number): FleetDevice[] {
  const quiet = devices.filter(
    ({ place, device_id }) => place === 3 && device_id % 200 !== 0 && device_id % 1000 !== 7,
  );
  const step = Math.floor(quiet.length / (FAULTS + SILENT));
  return quiet.filter((_, i) => i % step === 0).slice(from, from + count);
}

async function run(field: Field): Promise<{ faults: Chains; silences: Chains }> {
  const faults: Chains = { opened: [], closed: [] };
  const silences: Chains = { opened: [], closed: [] };
  const all: Promise<void>[] = [];
  for (const device of chosen(field.fleet, FAULTS, SILENT)) all.push(silence(field, device, silences));
  for (const device of chosen(field.fleet, 0, FAULTS)) {
    all.push(fault(field, device, faults));
    await pause(FAULT_EVERY_MS * (0.5 + Math.random()));
  }
  const longest_ms = SILENT_AFTER_MS + 2 * SPREAD_MS + GIVEN_UP_MS - FAULTS * FAULT_EVERY_MS;
  await Promise.race([Promise.all(all), pause(longest_ms, undefined, { ref: false })]);
  return { faults, silences };
}

/**
 * From a reading stored, or a silence that is due, to the answer that somebody who listens was given: looked at by the
 * program's own worker, told by the database and the live stream, asked over HTTP.
 */
export async function benchChain(bench: BenchInstallation, plants: number): Promise<Line[]> {
  const writer = new ReadingWriter(bench.pool);
  const fleet = await AlarmFleet.make(bench.pool, writer, plants);
  await writeMorning(fleet);
  await bench.arrange('analyze');
  await withoutDelays(bench, fleet);
  const { ask, headers } = await signedIn(bench, fleet.scope, {
    name: 'listener',
    roles: ['COMPANY_OWNER', 'APP_0'],
  });
  const screen = new ListeningScreen(ask);
  const worker = Part.start('../alarms/worker.ts', { core: OTHERS });
  const speaking = new AbortController();
  try {
    await worker.ask({ database: bench.database });
    await screen.listen(bench.address, headers);
    const spoken = speakUntil(fleet, Number.POSITIVE_INFINITY, speaking.signal);
    await pause(WARM_MS);
    const { faults, silences } = await run({ fleet, screen });
    speaking.abort();
    await spoken;
    const devices = `of ${(plants * DEVICES_OF_PLANT).toLocaleString('en-GB')} devices`;
    return [
      lineOf(`a fault ${devices}: reading stored to answer with its alarm`, faults.opened, FAULTS),
      lineOf('its end: reading stored to answer without it', faults.closed, FAULTS),
      lineOf(`a silence ${devices}: its delay over to answer with its alarm`, silences.opened, SILENT),
      lineOf('its end: reading stored to answer without it', silences.closed, SILENT),
    ];
  } finally {
    speaking.abort();
    screen.close();
    await worker.stop();
    await writer.close();
  }
}
