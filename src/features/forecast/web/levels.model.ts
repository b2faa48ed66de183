import type { BarName } from '../waterfall.model.ts';

/** A bar's place, percent of the width. */
export interface Level {
  readonly from: number;
  readonly width: number;
  /** The colour: a level, a loss, a gain. */
  readonly tone: 'brand' | 'alarm-solid' | 'success-solid';
}

/** Where the bars of a waterfall stand: the first and last from nothing, the others from where the one before ends. */
export function levelsOf(
  bars: readonly { readonly name: BarName; readonly kwh: number | null }[],
): (Level | undefined)[] {
  let at = 0;
  const spans = bars.map(({ name, kwh }) => {
    if (kwh === null) return undefined;
    const whole = name === 'theoretical' || name === 'actual';
    const [from, to] = whole ? [0, kwh] : [at, at + kwh];
    at = to;
    return {
      low: Math.min(from, to),
      high: Math.max(from, to),
      tone: whole ? 'brand' : kwh < 0 ? 'alarm-solid' : 'success-solid',
    } as const;
  });
  const most = Math.max(1e-9, ...spans.map((span) => span?.high ?? 0));
  return spans.map((span) => {
    if (!span) return undefined;
    const low = Math.max(0, span.low);
    return { from: (100 * low) / most, width: (100 * (span.high - low)) / most, tone: span.tone };
  });
}
