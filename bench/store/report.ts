import type { Field, FieldDevice, Layout } from './field.ts';
import type { Loaded } from './load.ts';
import type { Measured } from './measure.ts';
import { type NamedQuestion, QUESTIONS } from './questions.ts';
import type { Store } from './store.ts';

/** All that one store came to. */
export interface StoreResult {
  readonly store: Store;
  readonly loaded: Loaded;
  readonly bytes_each: number;
  readonly answers: ReadonlyMap<NamedQuestion, Measured>;
}

interface Line {
  readonly what: string;
  readonly unit: (value: number) => string;
  readonly better: 'more' | 'less';
  of(result: StoreResult): number;
}

const rate = (value: number) => `${Math.round(value).toLocaleString('en-GB')}/s`;
const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
const bytes = (value: number) => `${value.toFixed(2)} B`;

function msOf({ answers }: StoreResult, question: NamedQuestion): number {
  const measured = answers.get(question);
  return measured && 'ms' in measured ? measured.ms : Number.NaN;
}

const LINES: readonly Line[] = [
  { what: 'readings in bulk', unit: rate, better: 'more', of: ({ loaded }) => loaded.bulk_per_s },
  {
    what: 'the same, days made and packed',
    unit: rate,
    better: 'more',
    of: ({ loaded }) => loaded.tended_per_s,
  },
  {
    what: 'readings in commits of 4,000',
    unit: rate,
    better: 'more',
    of: ({ loaded }) => loaded.commits_per_s,
  },
  { what: 'one such commit', unit: ms, better: 'less', of: ({ loaded }) => loaded.commit_ms },
  { what: 'on disk for each reading', unit: bytes, better: 'less', of: ({ bytes_each }) => bytes_each },
  ...QUESTIONS.map(
    (question): Line => ({
      what: question.name,
      unit: ms,
      better: 'less',
      of: (result) => msOf(result, question),
    }),
  ),
];

/** How many times better the first is than the other. */
const timesBetter = ({ better }: Line, ours: number, theirs: number): number =>
  better === 'more' ? ours / theirs : theirs / ours;

function cell(line: Line, result: StoreResult, first: StoreResult): string {
  const value = line.of(result);
  if (Number.isNaN(value)) return '–';
  if (result === first) return line.unit(value);
  return `${line.unit(value)} (${timesBetter(line, line.of(first), value).toFixed(1)}×)`;
}

const severalOf = (devices: readonly FieldDevice[]) =>
  `${devices.length} of ${devices[0]?.variables.length ?? 0} variables`;

/** Which devices stand in the field, in words. */
export const devicesIn = ({ fleet, inverter, meters }: Field): string =>
  `devices every 5 minutes: ${severalOf(fleet)}, ${severalOf([inverter])} over the year; hourly: ${severalOf(meters)}`;

/** The table in Markdown; in brackets how many times better the first column is. */
export function tableOf(results: readonly StoreResult[], layout: Layout): string {
  const [first] = results;
  if (!first) return '';
  return [
    `| Layout ${layout} | ${results.map(({ store }) => store.name).join(' | ')} |`,
    `|---|${results.map(() => '---').join('|')}|`,
    ...LINES.map(
      (line) => `| ${line.what} | ${results.map((result) => cell(line, result, first)).join(' | ')} |`,
    ),
  ].join('\n');
}

interface Aim {
  readonly against: RegExp;
  readonly lines: RegExp;
  readonly times: number;
}

const QUESTION = /last values|one variable|20 variables|sum over/;
const AIMS: readonly Aim[] = [
  { against: /Influx|Duck/, lines: QUESTION, times: 5 },
  { against: /Influx|Duck/, lines: /on disk/, times: 5 },
  { against: /Influx|Duck/, lines: /commits of 4,000/, times: 2 },
  { against: /Victoria/, lines: /on disk|20 variables/, times: 0.95 },
  { against: /Victoria/, lines: /in bulk|commits of 4,000/, times: 0.5 },
  { against: /./, lines: /last values|for a month/, times: 10 },
];

/** Each aim against each store, said met or not for the layout of the run. */
export function aimsOf(results: readonly StoreResult[], layout: Layout): string {
  const [first, ...others] = results;
  if (!first) return '';
  const rows = AIMS.flatMap(({ against, lines, times }) =>
    others
      .filter(({ store }) => against.test(store.name))
      .flatMap((other) =>
        LINES.filter(({ what }) => lines.test(what)).map((line) => {
          const found = timesBetter(line, line.of(first), line.of(other));
          const said = Number.isNaN(found) ? 'not measured' : found >= times ? 'met' : '**not met**';
          return `| ${line.what} | ${other.store.name} | ≥ ${times}× | ${Number.isNaN(found) ? '–' : `${found.toFixed(1)}×`} | ${said} |`;
        }),
      ),
  );
  return [`| What, layout ${layout} | Against | Aim | Found | |`, '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}
