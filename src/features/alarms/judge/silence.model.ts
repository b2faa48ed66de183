import { isAsleep, restsAtNight } from '../../plants/daylight.model.ts';
import { HOUR_MS, sleptWithinHour } from '../daylight.model.ts';
import { FINE, type Look, UNKNOWN } from './fault-watch.model.ts';
import { type LostPolls, lostPolls } from './lost-polls.model.ts';
import { answersNow, type DeviceSight, hadItsTurn, isSilent, type PlantSight } from './plant-sight.model.ts';
import type { WatchedPort } from './watched.model.ts';

const MINUTE_MS = 60_000;
/** A plant that nobody polls and that sent nothing for so long is an archive, not a plant that fell silent. */
const ARCHIVE_AFTER_MS = 30 * 24 * HOUR_MS;

const COMING: Look = { sight: 'unknown', coming: true };

/** When a silence began; one that began with the night is counted from its end. */
function begunAt(sight: PlantSight, from: number, rests: boolean): number {
  const atNight = sleptWithinHour(sight.plant, from) || isAsleep(sight.plant, from + HOUR_MS);
  return rests && atNight ? sight.now : from;
}

function newestOf(devices: readonly DeviceSight[]): number | null {
  let newest: number | null = null;
  for (const { device } of devices) {
    const at = device.last_good_at;
    if (at !== null && (newest === null || at > newest)) newest = at;
  }
  return newest;
}

/** How long (ms) a plant must be silent: as its rule says, and at least three polls where it is read more rarely. */
export function plantSilence_ms({ plant, rules }: PlantSight): number {
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
export function lookForNoData(sight: PlantSight, floor: number): Look {
  const { plant, now, devices } = sight;
  if (devices.length === 0) return FINE;
  const last = newestOf(devices);
  const polled = devices.some(({ device }) => device.polled);
  if (!polled && (last === null || now - last > ARCHIVE_AFTER_MS)) return UNKNOWN;
  const limit = plantSilence_ms(sight);
  // A plant that never spoke has the same time from its making.
  const from = Math.max(last ?? plant.created_at, floor);
  if (now - from <= limit) return last !== null && now - last <= limit / 2 ? FINE : UNKNOWN;
  if (sight.slept_within_hour || !hadItsTurn(sight, quickestRhythm(plant.devices))) return UNKNOWN;
  return { sight: 'faulty', since: begunAt(sight, from, true) };
}

interface Way {
  readonly polled: readonly DeviceSight[];
  readonly rests: boolean;
  readonly failing: boolean;
  /** Since when nothing came through it. */
  readonly from: number;
  readonly limit_ms: number;
  readonly rhythm_s: number;
}

/** A port that says of itself that it has no connection, or behind which each of two devices or more has missed two polls. */
function wayOf(sight: PlantSight, port: WatchedPort, polled: readonly DeviceSight[]): Way {
  const { now, plant, rules } = sight;
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
function isBack(sight: PlantSight, port: WatchedPort, { polled }: Way): boolean {
  if (port.connected === false) return false;
  const again_ms = sight.now - (port.since ?? 0);
  const waited = port.connected === true && polled.every((one) => again_ms > one.silent_after_ms);
  return waited || polled.some((one) => answersNow(one));
}

function lookAtWay(sight: PlantSight, way: Way, back: boolean, floor: number): Look {
  if (way.rests && sight.resting) return UNKNOWN;
  if (!way.failing) return back ? FINE : UNKNOWN;
  const from = Math.max(way.from, floor);
  const early = sight.now - from <= way.limit_ms || !hadItsTurn(sight, way.rhythm_s);
  if (early) return COMING;
  return { sight: 'faulty', since: begunAt(sight, from, way.rests) };
}

/** A port and what is seen of it; `polled` are the devices that are read through it. */
export interface PortSight {
  readonly port: WatchedPort;
  readonly polled: readonly DeviceSight[];
  readonly look: Look;
  /** Share (0 to 1) of the last hour's polls that were lost, where that is what is seen; else null. */
  readonly lost: number | null;
}

/**
 * 'Connection alarm threshold exceeded': a port without a connection, or silence of all of two devices or more behind
 * it, for longer than its threshold.
 */
export function lookAtPorts(sight: PlantSight, floorOf: (port_id: number) => number): PortSight[] {
  return sight.plant.ports.flatMap((port) => {
    const polled = sight.devices.filter(({ device }) => device.polled && device.port_id === port.port_id);
    if (polled.length === 0) return [];
    const way = wayOf(sight, port, polled);
    const floor = floorOf(port.port_id);
    const seen = lookAtWay(sight, way, isBack(sight, port, way), floor);
    return [{ port, polled, ...withLostPolls(sight, { polled, look: seen, floor }) }];
  });
}

/** All ports of a plant that has two or more: the plant's own way to us is lost, and it is one alarm. */
export function lookAtAllPorts(ports: readonly PortSight[]): Look {
  if (ports.length < 2) return UNKNOWN;
  if (ports.every(({ look }) => look.sight === 'faulty')) {
    return { sight: 'faulty', since: Math.max(...ports.map(({ look }) => look.since ?? 0)) };
  }
  const coming = ports.every(({ look }) => look.sight === 'faulty' || look.coming === true);
  if (coming) return COMING;
  return ports.some(({ look }) => look.sight === 'fine') ? FINE : UNKNOWN;
}

/** By day only: the sun must have been up for the whole of a silence of a few hours. */
const LIT_AT_MOST_MS = 6 * HOUR_MS;

/** Whether it has spoken within what no device that sends by itself is called silent for. */
function spokeOfLate({ plant, rules }: PlantSight, { device, age_ms }: DeviceSight): boolean {
  const of = { plant_id: plant.plant_id, device_id: device.device_id };
  return age_ms <= rules.ruleOf('device_silent', of).values.silent_after_min * MINUTE_MS;
}

/** Whether its silence can be told: it is polled, its own rhythm is known, or it speaks. */
export const isHeardOf = (sight: PlantSight, one: DeviceSight): boolean =>
  one.device.polled || one.usual_ms !== null || spokeOfLate(sight, one);

/** A device that sends by itself is measured by what is usual of it; of whom nothing is known nothing is said. */
function lookForOwnSilence(sight: PlantSight, one: DeviceSight, floor: number): Look {
  const { device, silent_after_ms, usual_ms } = one;
  if (spokeOfLate(sight, one)) return FINE;
  if (usual_ms === null) return UNKNOWN;
  if (!isSilent(one)) return FINE;
  if (one.resting || sight.listening_ms < silent_after_ms) return UNKNOWN;
  const from = Math.max(device.last_good_at ?? device.created_at, floor);
  if (sight.now - from <= silent_after_ms) return UNKNOWN;
  const lit_ms = HOUR_MS + Math.min(silent_after_ms, LIT_AT_MOST_MS);
  if (restsAtNight(device.category) && isAsleep(sight.plant, sight.now - lit_ms)) return UNKNOWN;
  return { sight: 'faulty', since: from };
}

/**
 * 'Error reading all registers of at least one device': a polled device without a good reading for so many polls, at least
 * five minutes, or one that sends by itself for several times its usual silence, while another of its plant answers. A
 * night's rest is none.
 */
export function lookForSilence(sight: PlantSight, one: DeviceSight, floor: number): Look {
  const { device } = one;
  const look = device.polled ? lookForMissedPolls(sight, one, floor) : lookForOwnSilence(sight, one, floor);
  if (look.sight !== 'faulty') return look;
  return sight.devices.some((other) => other !== one && answersNow(other)) ? look : UNKNOWN;
}

/** A device that is heard, and loses too many of its polls: it comes and goes faster than a silence lasts. */
function lookForLostPolls(sight: PlantSight, one: DeviceSight, floor: number): Look {
  const lost = lostOf(sight, one, floor);
  if (lost?.sight === 'many') return { sight: 'faulty', since: lost.start };
  // Between many and few nothing is said, so that what stands does not come and go with each quarter.
  return lost?.sight === 'some' ? UNKNOWN : FINE;
}

/** The polls that a device lost, by its own rule. */
export function lostOf(sight: PlantSight, one: DeviceSight, floor: number): LostPolls | null {
  const of = { plant_id: sight.plant.plant_id, device_id: one.device.device_id };
  const { lost_share_pct } = sight.rules.ruleOf('device_silent', of).values;
  return lostPolls(sight, one, { floor, limit: lost_share_pct / 100 });
}

/** A port that is connected, and all of whose devices lose too many of their polls. */
function withLostPolls(
  sight: PlantSight,
  { polled, look, floor }: { polled: readonly DeviceSight[]; look: Look; floor: number },
): Pick<PortSight, 'look' | 'lost'> {
  const asSeen = { look, lost: null };
  if (look.sight === 'faulty' || look.coming === true) return asSeen;
  const { lost_share_pct } = sight.rules.ruleOf('connection_lost', sight.plant).values;
  const seen = polled.flatMap((one) => lostPolls(sight, one, { floor, limit: lost_share_pct / 100 }) ?? []);
  if (seen.length === 0 || seen.some((lost) => lost.sight === 'few')) return asSeen;
  const lost = seen.reduce((sum, { share }) => sum + share, 0) / seen.length;
  if (seen.some(({ sight: one }) => one === 'some')) return { look: UNKNOWN, lost };
  return { look: { sight: 'faulty', since: Math.min(...seen.map(({ start }) => start)) }, lost };
}

function lookForMissedPolls(sight: PlantSight, one: DeviceSight, floor: number): Look {
  const { device } = one;
  if (!isSilent(one)) return lookForLostPolls(sight, one, floor);
  if (one.resting) return UNKNOWN;
  const from = Math.max(device.last_good_at ?? device.created_at, floor);
  if (sight.now - from <= one.silent_after_ms || !hadItsTurn(sight, device.rhythm_s)) return COMING;
  return { sight: 'faulty', since: begunAt(sight, from, one.resting) };
}
