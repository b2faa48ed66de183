import type { KeptSuggestion, SuggestionEvidence } from './keep-suggestions.model.ts';

/** What of a suggestion a person changes. */
export type SuggestionPart = Pick<KeptSuggestion, 'device_ids' | 'start' | 'stop' | 'evidence'>;

type Days = SuggestionEvidence['days'];

/** Days of several suggestions, each with what all of them say of it. */
function daysTogether(all: readonly Days[]): Days {
  const days: Record<string, { kwh: number; should_kwh: number }> = {};
  for (const [day, part] of all.flatMap((one) => Object.entries(one))) {
    const { kwh, should_kwh } = days[day] ?? { kwh: 0, should_kwh: 0 };
    days[day] = { kwh: kwh + part.kwh, should_kwh: should_kwh + part.should_kwh };
  }
  return days;
}

/** A share of each day. */
const shareOf = (days: Days, share: (day: string) => number): Days =>
  Object.fromEntries(
    Object.entries(days).flatMap(([day, { kwh, should_kwh }]) => {
      const part = share(day);
      return part > 0 ? [[day, { kwh: kwh * part, should_kwh: should_kwh * part }]] : [];
    }),
  );

const union = (lists: readonly (readonly number[])[]): number[] =>
  [...new Set(lists.flat())].sort((a, b) => a - b);

/** Several suggestions as one: from the first begin to the last end, of all their devices. */
export function mergedOf(all: readonly SuggestionPart[]): SuggestionPart {
  const [first] = all;
  if (!first) throw new Error('nothing to merge');
  const stops = all.map(({ stop }) => stop);
  return {
    device_ids: union(all.map(({ device_ids }) => device_ids)),
    start: Math.min(...all.map(({ start }) => start)),
    stop: stops.includes(null) ? null : Math.max(...stops.map((stop) => stop ?? 0)),
    evidence: {
      ...first.evidence,
      days: daysTogether(all.map(({ evidence }) => evidence.days)),
      until: Math.max(...all.map(({ evidence }) => evidence.until)),
      tail: all.some(({ evidence }) => evidence.tail),
      whole: all.some(({ evidence }) => evidence.whole),
      alarm_ids: union(all.map(({ evidence }) => evidence.alarm_ids)),
      edited: true,
    },
  };
}

/**
 * Two parts of a suggestion: before and after an instant, or some of its devices and the others. Energy is shared out by time, or by
 * the number of devices: whoever accepts a part has it worked out.
 * @returns the field that names no part of it, where one would be empty
 */
export function splitOf(
  one: SuggestionPart,
  { at, device_ids }: { at?: number | undefined; device_ids?: readonly number[] | undefined },
): [SuggestionPart, SuggestionPart] | 'at' | 'device_ids' {
  const { evidence, start } = one;
  const edited = { ...evidence, edited: true };
  if (device_ids !== undefined) {
    const chosen = one.device_ids.filter((id) => device_ids.includes(id));
    const others = one.device_ids.filter((id) => !device_ids.includes(id));
    if (chosen.length === 0 || others.length === 0) return 'device_ids';
    const part = (ids: readonly number[]): SuggestionPart => {
      const days = shareOf(evidence.days, () => ids.length / one.device_ids.length);
      return { ...one, device_ids: ids, evidence: { ...edited, days, whole: false } };
    };
    return [part(chosen), part(others)];
  }
  const end = one.stop ?? evidence.until;
  if (at === undefined || at <= start || at >= end) return 'at';
  const before = (at - start) / (end - start);
  return [
    {
      ...one,
      stop: at,
      evidence: { ...edited, until: at, tail: false, days: shareOf(evidence.days, () => before) },
    },
    { ...one, start: at, evidence: { ...edited, days: shareOf(evidence.days, () => 1 - before) } },
  ];
}
