import { ANOMALY_RULES, type Anomaly, type Found, JOINS_WITHIN_MS } from './anomalies.model.ts';

/** A fault of a box that stands, whether it has become an alarm yet or not; or an alarm that ended lately. */
export interface Standing {
  readonly id: number;
  readonly box_id: number;
  readonly line: number | null;
  readonly kind: Anomaly;
  readonly date: number;
  readonly opened_at: number | null;
  readonly recovering_since: number | null;
  readonly end_date: number | null;
}

export type Step =
  | { readonly do: 'begin'; readonly box_id: number; readonly found: Found; readonly opened: boolean }
  | { readonly do: 'open'; readonly id: number; readonly params: Found['params'] }
  /** The same fault again: the alarm that ended goes on, and the one that was waiting goes. */
  | { readonly do: 'join'; readonly id: number; readonly waiting: number | null }
  | { readonly do: 'forget'; readonly id: number }
  | { readonly do: 'recover'; readonly id: number; readonly since: number | null }
  | { readonly do: 'close'; readonly id: number; readonly at: number };

const keyOf = ({ kind, line }: { kind: string; line: number | null }): string => `${kind} ${line ?? 0}`;

function stepOfFound(
  found: Found,
  {
    box_id,
    standing,
    ended,
    now,
  }: { box_id: number; standing: Standing | undefined; ended: Standing | undefined; now: number },
): Step[] {
  const { opens_after_ms } = ANOMALY_RULES[found.kind];
  const joined = ended?.end_date != null && now - ended.end_date < JOINS_WITHIN_MS ? ended : undefined;
  if (!standing) {
    if (opens_after_ms > 0) return [{ do: 'begin', box_id, found, opened: false }];
    return joined
      ? [{ do: 'join', id: joined.id, waiting: null }]
      : [{ do: 'begin', box_id, found, opened: true }];
  }
  if (standing.opened_at !== null)
    return standing.recovering_since === null ? [] : [{ do: 'recover', id: standing.id, since: null }];
  if (now - standing.date < opens_after_ms) return [];
  return joined
    ? [{ do: 'join', id: joined.id, waiting: standing.id }]
    : [{ do: 'open', id: standing.id, params: found.params }];
}

function stepOfGone(standing: Standing, now: number): Step[] {
  const { closes_after_ms } = ANOMALY_RULES[standing.kind];
  if (standing.opened_at === null) return [{ do: 'forget', id: standing.id }];
  const since = standing.recovering_since ?? now;
  if (now - since >= closes_after_ms) return [{ do: 'close', id: standing.id, at: since }];
  return standing.recovering_since === null ? [{ do: 'recover', id: standing.id, since: now }] : [];
}

/**
 * What becomes of a box's faults: an alarm opens once its fault has lasted, closes once it has been gone, and goes on where the
 * same comes again within eight hours. Of a silent box nothing else is known, and nothing else moves.
 * @param known those that stand, and those that ended within eight hours
 */
export function stepsOf(
  box_id: number,
  found: readonly Found[],
  { known, now }: { readonly known: readonly Standing[]; readonly now: number },
): Step[] {
  const isSilent = found.some(({ kind }) => kind === 'silent');
  const standing = new Map(known.filter(({ end_date }) => end_date === null).map((one) => [keyOf(one), one]));
  const ended = new Map(known.filter(({ end_date }) => end_date !== null).map((one) => [keyOf(one), one]));
  const seen = new Set(found.map(keyOf));
  return [
    ...found.flatMap((one) =>
      stepOfFound(one, { box_id, standing: standing.get(keyOf(one)), ended: ended.get(keyOf(one)), now }),
    ),
    ...[...standing.values()]
      .filter((one) => !seen.has(keyOf(one)) && (!isSilent || one.kind === 'silent'))
      .flatMap((one) => stepOfGone(one, now)),
  ];
}
