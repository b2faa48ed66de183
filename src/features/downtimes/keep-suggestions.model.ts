import { HOUR_MS } from '../../shared/units/zones.ts';
import type { Stop, StopKind, StopMeasure } from './find-stops.model.ts';
import type { Standing } from './overlap.model.ts';
import { standsFor } from './overlap.model.ts';

/** What a suggestion was made from, kept beside it. */
export interface SuggestionEvidence {
  readonly measure: StopMeasure;
  /** kWh that each day of it adds, and what should have been made. */
  readonly days: Readonly<Record<string, { readonly kwh: number; readonly should_kwh: number }>>;
  /** The end of the last quarter in which it was seen, epoch ms. */
  readonly until: number;
  /** It was seen to the last light of the last day that was searched. */
  readonly tail: boolean;
  /** The end of the last day in a row since then that told nothing of any of its devices, epoch ms. */
  readonly silent?: number;
  /** All that makes energy in the plant. */
  readonly whole: boolean;
  readonly alarm_ids: readonly number[];
  /** A person has merged or split it: what is found later leaves it as it is. */
  readonly edited?: boolean;
}

/** A suggestion as it is kept. */
export interface KeptSuggestion {
  readonly id: number;
  readonly device_ids: readonly number[];
  readonly start: number;
  /** Null while it lasts. */
  readonly stop: number | null;
  readonly kind: StopKind;
  readonly state: 'open' | 'accepted' | 'merged' | 'dismissed';
  readonly evidence: SuggestionEvidence;
}

export type NewSuggestion = Omit<KeptSuggestion, 'id' | 'state'>;

/** What becomes of suggestions once a day was searched. */
export interface SuggestionChanges {
  readonly added: NewSuggestion[];
  readonly changed: KeptSuggestion[];
}

/** What goes on in the morning went on all night, if no more than this lies between, ms. */
const NIGHT_MS = 20 * HOUR_MS;
/** What was seen last so long ago, and nothing was heard of since, has ended with that. */
const SILENT_MS = 7 * 24 * HOUR_MS;
/** So much of a stop must be recorded as a downtime already for it to be no news. */
const RECORDED = 0.8;

export interface SearchedDay {
  readonly day: string;
  readonly start: number;
  readonly end: number;
  /** Nothing after it was searched: what is seen to its end lasts. */
  readonly isLast: boolean;
  /** How many devices make the plant's energy. */
  readonly makers: number;
  /** Devices of which it tells whether they stood still. */
  readonly told: ReadonlySet<number>;
}

/** Share of a stop that downtimes of all its devices cover already. */
function recordedShare(stop: Stop, standing: readonly Standing[]): number {
  const shares = stop.device_ids.map((device_id) => {
    // Data that came after a silence may tell of a standstill.
    const own = standing.filter((one) => !one.unheard && standsFor(one, device_id));
    const covered = own.reduce(
      (sum, one) =>
        sum + Math.max(0, Math.min(stop.stop, one.stop ?? stop.stop) - Math.max(stop.start, one.start)),
      0,
    );
    return Math.min(1, covered / (stop.stop - stop.start));
  });
  return Math.min(...shares);
}

const shares = (one: readonly number[], other: readonly number[]): boolean =>
  one.some((id) => other.includes(id));

/** Whether a stop is the same as a suggestion that is kept: they overlap, or the night alone lies between, or days that told nothing. */
function isSame(stop: Stop, kept: KeptSuggestion): boolean {
  if (!shares(stop.device_ids, kept.device_ids)) return false;
  const until = Math.max(kept.evidence.until, kept.stop ?? 0);
  if (stop.start < until && stop.stop > kept.start) return true;
  const { tail, silent = until } = kept.evidence;
  return stop.head && tail && stop.start >= until && stop.start - Math.max(until, silent) <= NIGHT_MS;
}

function extended(kept: KeptSuggestion, stop: Stop, { day, isLast }: SearchedDay): KeptSuggestion {
  const { silent: _, ...evidence } = kept.evidence;
  const isLater = stop.stop >= evidence.until;
  const until = Math.max(evidence.until, stop.stop);
  const tail = isLater ? stop.tail : evidence.tail;
  const lasts = tail && (isLater ? isLast : kept.stop === null);
  return {
    ...kept,
    start: Math.min(kept.start, stop.start),
    stop: lasts ? null : until,
    // What made a little for a part of the time is told by its share.
    kind: kept.kind === stop.kind ? kept.kind : 'much_less',
    device_ids: [...new Set([...kept.device_ids, ...stop.device_ids])].sort((a, b) => a - b),
    evidence: { ...evidence, until, tail, days: { ...evidence.days, [day]: partOf(stop) } },
  };
}

const isLeft = ({ state, evidence }: KeptSuggestion): boolean => state !== 'open' || evidence.edited === true;

/**
 * Those that a person has decided on or changed, where a later stop is the same: what they say stays, and what comes after that
 * is known to be the same, too.
 */
const seenAgain = (known: readonly KeptSuggestion[], { stop, tail }: Stop): KeptSuggestion[] =>
  known
    .filter(isLeft)
    // Of two parts of one the first has ended.
    .filter((one) => one.state !== 'open' || one.stop === null || one.evidence.tail)
    .filter(({ evidence: { until, tail: was } }) => stop > until || (stop === until && tail !== was))
    .map(({ evidence: { silent: _, ...evidence }, ...one }) => ({
      ...one,
      evidence: { ...evidence, until: stop, tail },
    }));

const partOf = ({ energy_kwh, share }: Stop) => ({ kwh: energy_kwh, should_kwh: energy_kwh / share });

/** What becomes of a suggestion that a later day does not show: it goes on where the day told nothing of its devices, else it has ended. */
function unseen(one: KeptSuggestion, { start, end, told }: SearchedDay): KeptSuggestion | undefined {
  const { until, tail, silent = until } = one.evidence;
  if (end - until <= SILENT_MS && !one.device_ids.some((id) => told.has(id))) {
    const follows = tail && end > silent && start - silent <= NIGHT_MS;
    return follows ? { ...one, evidence: { ...one.evidence, silent: end } } : undefined;
  }
  const { silent: _, ...evidence } = one.evidence;
  // Of one that was decided on or has an end nothing is left to say but that it does not go on: the day told of its devices.
  if (one.state !== 'open' || one.stop !== null)
    return tail && end > until ? { ...one, evidence: { ...evidence, tail: false } } : undefined;
  return { ...one, stop: until, evidence: { ...evidence, tail: false } };
}

/**
 * What becomes of a plant's suggestions once a day was searched: what is recorded already is no news, what goes on is made longer,
 * what a person has dismissed, accepted or changed stays as it is, and what was not seen any more by a day that tells of it has ended.
 */
export function keepSuggestions(
  stops: readonly Stop[],
  {
    kept,
    standing,
    day,
  }: { kept: readonly KeptSuggestion[]; standing: readonly Standing[]; day: SearchedDay },
): SuggestionChanges {
  const added: NewSuggestion[] = [];
  const changed = new Map<number, KeptSuggestion>();
  const news = stops.filter((stop) => recordedShare(stop, standing) < RECORDED);
  const met = new Set<number>();
  for (const stop of news) {
    const known = kept.map((one) => changed.get(one.id) ?? one).filter((one) => isSame(stop, one));
    for (const { id } of known) met.add(id);
    for (const one of seenAgain(known, stop)) changed.set(one.id, one);
    const [same] = known;
    if (!same) {
      const { device_ids, start, kind, measure, tail } = stop;
      added.push({
        device_ids,
        start,
        kind,
        stop: tail && day.isLast ? null : stop.stop,
        evidence: {
          measure,
          tail,
          until: stop.stop,
          alarm_ids: [],
          days: { [day.day]: partOf(stop) },
          whole: device_ids.length >= day.makers,
        },
      });
    } else if (!isLeft(same)) changed.set(same.id, extended(same, stop, day));
  }
  for (const one of kept) {
    if (met.has(one.id) || one.evidence.until > day.start) continue;
    const now = unseen(one, day);
    if (now) changed.set(one.id, now);
  }
  return { added, changed: [...changed.values()] };
}

/** kWh of all days of a suggestion, and which share of what should have been made that is. */
export function sumOfDays({ days }: Pick<SuggestionEvidence, 'days'>): { energy_kwh: number; share: number } {
  const all = Object.values(days);
  const energy_kwh = all.reduce((sum, { kwh }) => sum + kwh, 0);
  const should = all.reduce((sum, { should_kwh }) => sum + should_kwh, 0);
  return { energy_kwh, share: should > 0 ? Math.min(1, energy_kwh / should) : 1 };
}
