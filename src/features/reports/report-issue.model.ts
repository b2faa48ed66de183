import { canonicalJson } from '../../shared/units/canonical-json.ts';
import { type FigureName, WRITTEN } from './figures.model.ts';
import type { IssueChange, IssueContent, IssueInput } from './report-issues.contract.ts';
import type { K410Report, K410Row, K451Report, K451Row } from './reports.contract.ts';

type Report = K451Report | K410Report;
type Row = K451Row | K410Row;

const NAMES = Object.keys(WRITTEN) as FigureName[];
const periodOf = (row: Row): string => ('month' in row ? row.month : row.period);
const byKey = ({ rows, totals }: Report): ReadonlyMap<string, Row> =>
  new Map([...rows, ...totals].map((row) => [`${row.proj_code}/${periodOf(row)}`, row]));

function figureOf(row: Row | undefined, name: FigureName): number | null {
  const value: unknown = row && (row as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : null;
}

/** How a row differs: figure by figure, and whether the downtimes of its causes do although their sums stand. */
function rowChanges(before: Row | undefined, after: Row | undefined): IssueChange[] {
  const row = after ?? before;
  if (!row) return [];
  const of = { proj_code: row.proj_code, period: periodOf(row) };
  const changes: IssueChange[] = NAMES.flatMap((field) => {
    // A figure that reports did not tell yet has not changed.
    if (before && !(field in before)) return [];
    const [was, is] = [figureOf(before, field), figureOf(after, field)];
    return was === is ? [] : [{ ...of, field, before: was, after: is }];
  });
  const causes = (one: Row | undefined) => canonicalJson(one && 'downtimes' in one ? one.downtimes : []);
  if (changes.length === 0 && causes(before) !== causes(after))
    changes.push({ ...of, field: 'downtimes', before: null, after: null });
  return changes;
}

/** What figures of a report are others than in the one before, in the order of the later one; rows that are gone come last. */
export function changesOf(before: Report, after: Report): IssueChange[] {
  const [was, is] = [byKey(before), byKey(after)];
  const keys = [...is.keys(), ...[...was.keys()].filter((key) => !is.has(key))];
  return keys.flatMap((key) => rowChanges(was.get(key), is.get(key)));
}

/** Inputs that were added, changed or taken away since, by what they are now; what is gone has version null. */
export function changedInputs(
  before: readonly IssueInput[],
  after: readonly IssueInput[],
): IssueContent['changed_inputs'] {
  const key = ({ kind, id }: IssueInput) => `${kind} ${id}`;
  const [was, is] = [before, after].map((list) => new Map(list.map((input) => [key(input), input])));
  return [...new Map([...(was ?? []), ...(is ?? [])])].flatMap(([name, { kind, id }]) => {
    const [then, now] = [was?.get(name)?.version ?? null, is?.get(name)?.version ?? null];
    return then === now ? [] : [{ kind, id, before: then, after: now }];
  });
}

/** Figures that a report of today tells and an older one did not yet. */
const toldSince = ({ rows: was }: Report, { rows: is }: Report): FigureName[] =>
  NAMES.filter((name) => is.some((row) => name in row) && !was.some((row) => name in row));

/** Whether a report told of budgets when it was made: what it was made of names them then, too. */
export const tellsBudget = ({ rows }: Report): boolean => rows.some((row) => 'budget_kwh' in row);

/** What stands beside a figure and was told with it at first. */
const BESIDE: Readonly<Record<string, FigureName>> = {
  irradiation_horizontal_from: 'irradiation_horizontal_kwh_m2',
};

/** What all plants come to follows from their rows; issues from before it was told have none. */
const told = (
  { report: { all_plants: _, ...report }, notes }: IssueContent,
  without: readonly FigureName[],
) =>
  canonicalJson(
    JSON.parse(
      JSON.stringify([report, notes], (key, value) =>
        without.includes(BESIDE[key] ?? (key as FigureName)) ? undefined : value,
      ),
    ),
  );

/** Whether a later content tells its reader the same as the one before. */
export function tellsTheSame(before: IssueContent, after: IssueContent): boolean {
  const since = toldSince(before.report, after.report);
  return told(before, since) === told(after, since);
}
