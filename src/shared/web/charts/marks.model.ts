import type { Absence, AbsenceKind, ChartSeries, DrawnSeries, Mark } from './series.model.ts';

/** What is left of a stretch on both sides of a mark; a rest shorter than a step is the mark's own edge. */
function around(absence: Absence, { start_at, end_at }: Mark, min_ms: number): Absence[] {
  if (absence.end_at <= start_at || absence.start_at >= end_at) return [absence];
  const rests = [
    { ...absence, end_at: start_at },
    { ...absence, start_at: end_at },
  ];
  return rests.filter((one) => one.end_at - one.start_at > min_ms);
}

/** Stretches without values, those that a person marked bad under the mark's own name. */
export function explained(absences: readonly Absence[], { marked = [], step_s }: ChartSeries): Absence[] {
  if (marked.length === 0) return [...absences];
  const others = marked.reduce<Absence[]>(
    (left, mark) => left.flatMap((one) => around(one, mark, 2.5 * step_s * 1000)),
    [...absences],
  );
  const named = marked.map(
    ({ start_at, end_at, reason }): Absence => ({ start_at, end_at, kind: 'marked', reason }),
  );
  return [...others, ...named].sort((a, b) => a.start_at - b.start_at);
}

const KINDS: readonly AbsenceKind[] = ['asleep', 'missing', 'failed', 'marked'];

/** Stretches of all series laid over one another, one list for each kind, for the bands behind the lines. */
export function bandsOf(all: readonly DrawnSeries[]): Absence[] {
  const bands: Absence[] = [];
  for (const kind of KINDS) {
    const sorted = all
      .flatMap((one) => one.absences.filter((absence) => absence.kind === kind))
      .sort((a, b) => a.start_at - b.start_at);
    for (const { start_at, end_at } of sorted) {
      const running = bands.at(-1);
      if (running?.kind === kind && running.end_at >= start_at)
        running.end_at = Math.max(running.end_at, end_at);
      else bands.push({ start_at, end_at, kind });
    }
  }
  return bands;
}
