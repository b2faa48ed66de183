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

/** What all plants come to follows from their rows. Issues from before that or a figure was told have none: as one that is not known. */
const told = ({ report: { all_plants: _, ...report }, notes }: IssueContent) =>
  canonicalJson(
    JSON.parse(JSON.stringify([report, notes], (_, value) => (value === null ? undefined : value))),
  );
/** Whether two contents tell their reader the same. */
export const tellsTheSame = (a: IssueContent, b: IssueContent): boolean => told(a) === told(b);
