import { HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import { isAsleep, restsAtNight } from '../../plants/daylight.model.ts';
import { sleptWithinHour } from '../daylight.model.ts';
import { FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import { type LostPolls, lostPolls } from './lost-polls.model.ts';
import {
  type DeviceSnapshot,
  hadTimeToReport,
  isAnswering,
  isSilent,
  type PlantSnapshot,
} from './plant-snapshot.model.ts';
import type { WatchedPort } from './watched.model.ts';

/** A plant that nobody polls and that sent nothing for so long is an archive, not a plant that fell silent. */
const ARCHIVE_AFTER_MS = 30 * 24 * HOUR_MS;

const PENDING: Observation = { status: 'unknown', pending: true };

/** When a silence began; one that began with the night is counted from its end. */
function begunAt(snapshot: PlantSnapshot, from: number, rests: boolean): number {
  const atNight = sleptWithinHour(snapshot.plant, from) || isAsleep(snapshot.plant, from + HOUR_MS);
  return rests && atNight ? snapshot.now : from;
}

function newestOf(devices: readonly DeviceSnapshot[]): number | null {
  let newest: number | null = null;
  for (const { device } of devices) {
    const at = device.last_good_at;
    if (at !== null && (newest === null || at > newest)) newest = at;
  }
  return newest;
}

/** How long (ms) a plant must be silent: as its rule says, and at least three polls where it is read more rarely. */
export function plantSilence_ms({ plant, rules }: PlantSnapshot): number {
  const { silent_after_min } = rules.ruleOf('no_data', plant).values;
  return Math.max(silent_after_min * MINUTE_MS, 3000 * quickestRhythm(plant.devices));
}

function quickestRhythm(devices: readonly { readonly rhythm_s: number }[]): number {
  let quickest_s = 86_400;
  for (const { rhythm_s } of devices) quickest_s = Math.min(quickest_s, rhythm_s);
  return quickest_s;
}

/**
 * 'No data received in the last hour': no good reading of any device for as long as the rule says, held back until the sun
 * of a photovoltaic plant has been up for an hour. // spec §8
 * @param floor silence before this instant does not count (epoch ms)
 */
export function observeNoData(snapshot: PlantSnapshot, floor: number): Observation {
  const { plant, now, devices } = snapshot;
  if (devices.length === 0) return FINE;
  const last = newestOf(devices);
  const polled = devices.some(({ device }) => device.polled);
  if (!polled && (last === null || now - last > ARCHIVE_AFTER_MS)) return UNKNOWN;
  const limit = plantSilence_ms(snapshot);
  // A plant that never spoke has the same time from its making.
  const from = Math.max(last ?? plant.created_at, floor);
  if (now - from <= limit) return last !== null && now - last <= limit / 2 ? FINE : UNKNOWN;
  if (snapshot.slept_within_hour || !hadTimeToReport(snapshot, quickestRhythm(plant.devices))) return UNKNOWN;
  return { status: 'faulty', since: begunAt(snapshot, from, true) };
}

interface PortConnection {
  readonly polled: readonly DeviceSnapshot[];
  readonly rests: boolean;
  readonly failing: boolean;
  /** Since when nothing came through it. */
  readonly from: number;
  readonly limit_ms: number;
  readonly rhythm_s: number;
}

/** A port that says of itself that it has no connection, or behind which each of two devices or more has missed two polls. */
function connectionOf(
  snapshot: PlantSnapshot,
  port: WatchedPort,
  polled: readonly DeviceSnapshot[],
): PortConnection {
  const { now, plant, rules } = snapshot;
  const { silent_after_min } = rules.ruleOf('connection_lost', plant).values;
  const last = newestOf(polled);
  const made = polled.reduce((newest, { device }) => Math.max(newest, device.created_at), plant.created_at);
  const quickest_s = quickestRhythm(polled.map(({ device }) => device));
  const unheard = polled.length >= 2 && now - (last ?? made) > 2000 * quickest_s;
  const broken = port.connected === false;
  const from = Math.max(last ?? made, broken && !unheard ? (port.since ?? now) : 0);
  return {
    polled,
    rests: polled.every(({ device }) => device.category === 'inverter' || device.category === 'string_box'),
    // What came after the connection was reported lost says that the report is old.
    failing: unheard || (broken && (last === null || last <= (port.since ?? now))),
    from,
    limit_ms: Math.max(silent_after_min * MINUTE_MS, broken ? 0 : 3000 * quickest_s),
    rhythm_s: quickest_s,
  };
}

/**
 * A port is back as soon as any device behind it answers, or once it was connected for so long that all could have; what
 * stays silent is so by itself, from then on.
 */
function isBack(snapshot: PlantSnapshot, port: WatchedPort, { polled }: PortConnection): boolean {
  if (port.connected === false) return false;
  const again_ms = snapshot.now - (port.since ?? 0);
  const waited = port.connected === true && polled.every((one) => again_ms > one.silent_after_ms);
  return waited || polled.some((one) => isAnswering(one));
}

function observeConnection(
  snapshot: PlantSnapshot,
  connection: PortConnection,
  back: boolean,
  floor: number,
): Observation {
  if (connection.rests && snapshot.resting) return UNKNOWN;
  if (!connection.failing) return back ? FINE : UNKNOWN;
  const from = Math.max(connection.from, floor);
  const isEarly =
    snapshot.now - from <= connection.limit_ms || !hadTimeToReport(snapshot, connection.rhythm_s);
  if (isEarly) return PENDING;
  return { status: 'faulty', since: begunAt(snapshot, from, connection.rests) };
}

/** A port and what is observed of it; `polled` are the devices that are read through it. */
export interface PortSnapshot {
  readonly port: WatchedPort;
  readonly polled: readonly DeviceSnapshot[];
  readonly observation: Observation;
  /** Share (0 to 1) of the last hour's polls that were lost, where that is what is seen; else null. */
  readonly lost: number | null;
}

/**
 * 'Connection alarm threshold exceeded': a port without a connection, or silence of all of two devices or more behind
 * it, for longer than its threshold.
 */
export function observePorts(snapshot: PlantSnapshot, floorOf: (port_id: number) => number): PortSnapshot[] {
  return snapshot.plant.ports.flatMap((port) => {
    const polled = snapshot.devices.filter(({ device }) => device.polled && device.port_id === port.port_id);
    if (polled.length === 0) return [];
    const connection = connectionOf(snapshot, port, polled);
    const floor = floorOf(port.port_id);
    const seen = observeConnection(snapshot, connection, isBack(snapshot, port, connection), floor);
    return [{ port, polled, ...withLostPolls(snapshot, { polled, observation: seen, floor }) }];
  });
}

/** All ports of a plant that has two or more: the plant's own way to us is lost, and it is one alarm. */
export function observeAllPorts(ports: readonly PortSnapshot[]): Observation {
  if (ports.length < 2) return UNKNOWN;
  if (ports.every(({ observation }) => observation.status === 'faulty')) {
    return { status: 'faulty', since: Math.max(...ports.map(({ observation }) => observation.since ?? 0)) };
  }
  const coming = ports.every(
    ({ observation }) => observation.status === 'faulty' || observation.pending === true,
  );
  if (coming) return PENDING;
  return ports.some(({ observation }) => observation.status === 'fine') ? FINE : UNKNOWN;
}

/** By day only: the sun must have been up for the whole of a silence of a few hours. */
const MAX_LIT_MS = 6 * HOUR_MS;

/** Whether it has spoken within what no device that sends by itself is called silent for. */
function spokeRecently({ plant, rules }: PlantSnapshot, { device, age_ms }: DeviceSnapshot): boolean {
  const of = { plant_id: plant.plant_id, device_id: device.device_id };
  return age_ms <= rules.ruleOf('device_silent', of).values.silent_after_min * MINUTE_MS;
}

/** Whether its silence can be told: it is polled, its own rhythm is known, or it speaks. */
export const isSilenceKnown = (snapshot: PlantSnapshot, one: DeviceSnapshot): boolean =>
  one.device.polled || one.usual_ms !== null || spokeRecently(snapshot, one);

/** A device that sends by itself is measured by what is usual of it; of whom nothing is known nothing is said. */
function observeOwnSilence(snapshot: PlantSnapshot, one: DeviceSnapshot, floor: number): Observation {
  const { device, silent_after_ms, usual_ms } = one;
  if (spokeRecently(snapshot, one)) return FINE;
  if (usual_ms === null) return UNKNOWN;
  if (!isSilent(one)) return FINE;
  if (one.resting || snapshot.listening_ms < silent_after_ms) return UNKNOWN;
  const from = Math.max(device.last_good_at ?? device.created_at, floor);
  if (snapshot.now - from <= silent_after_ms) return UNKNOWN;
  const lit_ms = HOUR_MS + Math.min(silent_after_ms, MAX_LIT_MS);
  if (restsAtNight(device.category) && isAsleep(snapshot.plant, snapshot.now - lit_ms)) return UNKNOWN;
  return { status: 'faulty', since: from };
}

/**
 * 'Error reading all registers of at least one device': a polled device without a good reading for so many polls, at least
 * five minutes, or one that sends by itself for several times its usual silence, while another of its plant answers. A
 * night's rest is none.
 */
export function observeSilence(snapshot: PlantSnapshot, one: DeviceSnapshot, floor: number): Observation {
  const { device } = one;
  const observation = device.polled
    ? observeMissedPolls(snapshot, one, floor)
    : observeOwnSilence(snapshot, one, floor);
  if (observation.status !== 'faulty') return observation;
  return snapshot.devices.some((other) => other !== one && isAnswering(other)) ? observation : UNKNOWN;
}

/** A device that is heard, and loses too many of its polls: it comes and goes faster than a silence lasts. */
function observeLostPolls(snapshot: PlantSnapshot, one: DeviceSnapshot, floor: number): Observation {
  const lost = lostOf(snapshot, one, floor);
  if (lost?.level === 'many') return { status: 'faulty', since: lost.start };
  // Between many and few nothing is said, so that what stands does not come and go with each quarter.
  return lost?.level === 'some' ? UNKNOWN : FINE;
}

/** The polls that a device lost, by its own rule. */
export function lostOf(snapshot: PlantSnapshot, one: DeviceSnapshot, floor: number): LostPolls | null {
  const of = { plant_id: snapshot.plant.plant_id, device_id: one.device.device_id };
  const { lost_share_pct } = snapshot.rules.ruleOf('device_silent', of).values;
  return lostPolls(snapshot, one, { floor, limit: lost_share_pct / 100 });
}

/** A port that is connected, and all of whose devices lose too many of their polls. */
function withLostPolls(
  snapshot: PlantSnapshot,
  {
    polled,
    observation,
    floor,
  }: { polled: readonly DeviceSnapshot[]; observation: Observation; floor: number },
): Pick<PortSnapshot, 'observation' | 'lost'> {
  const unchanged = { observation, lost: null };
  if (observation.status === 'faulty' || observation.pending === true) return unchanged;
  const { lost_share_pct } = snapshot.rules.ruleOf('connection_lost', snapshot.plant).values;
  const seen = polled.flatMap(
    (one) => lostPolls(snapshot, one, { floor, limit: lost_share_pct / 100 }) ?? [],
  );
  if (seen.length === 0 || seen.some((lost) => lost.level === 'few')) return unchanged;
  const lost = seen.reduce((sum, { share }) => sum + share, 0) / seen.length;
  if (seen.some(({ level }) => level === 'some')) return { observation: UNKNOWN, lost };
  return { observation: { status: 'faulty', since: Math.min(...seen.map(({ start }) => start)) }, lost };
}

function observeMissedPolls(snapshot: PlantSnapshot, one: DeviceSnapshot, floor: number): Observation {
  const { device } = one;
  if (!isSilent(one)) return observeLostPolls(snapshot, one, floor);
  if (one.resting) return UNKNOWN;
  const from = Math.max(device.last_good_at ?? device.created_at, floor);
  if (snapshot.now - from <= one.silent_after_ms || !hadTimeToReport(snapshot, device.rhythm_s))
    return PENDING;
  return { status: 'faulty', since: begunAt(snapshot, from, one.resting) };
}
