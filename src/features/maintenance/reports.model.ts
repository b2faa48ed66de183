/** How far a report is: it is being written, or it stands. */
export const REPORT_STATES = ['draft', 'closed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const PROPOSAL_STATES = ['open', 'accepted', 'dismissed'] as const;

/** What closing a report does to its downtime: fill what is empty there, leave it, or put the report's in its place. */
export const DOWNTIME_CHOICES = ['fill', 'keep', 'overwrite'] as const;
export type DowntimeChoice = (typeof DOWNTIME_CHOICES)[number];

/** How a report is called: M-0001. */
export const reportCode = (number: number): string => `M-${String(number).padStart(4, '0')}`;

/** What a report and its downtime both say. */
export interface Intervened {
  readonly intervention: string | null;
  readonly stop: string | null;
  readonly repair_cost: number | null;
}
export const INTERVENED = ['intervention', 'stop', 'repair_cost'] as const;
type Name = (typeof INTERVENED)[number];

/** What a report says of its downtime: work began, it ended and with it the standstill, and what it cost. */
export const intervenedBy = (report: {
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly repair_cost_eur: number | null;
}): Intervened => ({
  intervention: report.started_at,
  stop: report.ended_at,
  repair_cost: report.repair_cost_eur,
});

const comparable = (value: string | number | null): number | null =>
  typeof value === 'string' ? Date.parse(value) : value;

/** Where a report says something of its downtime that is empty there, and where the two differ. */
export function compareIntervened(
  downtime: Intervened,
  report: Intervened,
): { readonly empty: readonly Name[]; readonly differing: readonly Name[] } {
  const said = INTERVENED.filter((name) => report[name] !== null);
  return {
    empty: said.filter((name) => downtime[name] === null),
    differing: said.filter(
      (name) => downtime[name] !== null && comparable(downtime[name]) !== comparable(report[name]),
    ),
  };
}

/** Which of them closing writes. */
export function writtenBy(
  { empty, differing }: ReturnType<typeof compareIntervened>,
  choice: DowntimeChoice,
): readonly Name[] {
  if (choice === 'keep') return [];
  return choice === 'fill' ? empty : [...empty, ...differing];
}

/** The named ones of what a report says. */
export const partOf = (said: Intervened, names: readonly Name[]): Partial<Intervened> =>
  Object.fromEntries(names.map((name) => [name, said[name]]));
