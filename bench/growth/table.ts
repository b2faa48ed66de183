import { ms } from '../timing.ts';
import type { Timing } from './browsers.ts';
import { readingsEachSecond } from './fleet.ts';
import type { SizeFigures } from './size.ts';
import { type GrowthPart, PARTS, type PartFigures } from './worker.ts';

type Row = readonly [what: string, of: (size: SizeFigures) => string];

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], share: number): number =>
  sorted(values)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
const spread = (values: readonly number[]): string =>
  values.length === 0 ? 'none' : `${ms(at(values, 0.5))}, p95 ${ms(at(values, 0.95))}`;
const asked = (answer: Timing | undefined): string =>
  answer ? `${spread(answer.ms)}; ${answer.kb.toFixed(0)} kB` : '';
const percent = (size: SizeFigures, seconds: number): string =>
  `${((100 * seconds) / size.wall_s).toFixed(1)} %`;
const partOf = (size: SizeFigures, part: GrowthPart): PartFigures | undefined => size.parts.get(part);
const shareOf = (size: SizeFigures, part: GrowthPart | 'server'): string => {
  const figures = part === 'server' ? size.server : partOf(size, part);
  if (!figures) return '';
  const memory = `${figures.rss_mb.toFixed(0)} MB; stood still ${figures.stood_ms.toFixed(0)} ms at most`;
  return `${percent(size, figures.cpu_s)} + ${percent(size, size.database_s(part))}; ${memory}`;
};
const ALL = [...PARTS, 'sender', 'browsers'] as const;
/** What the bench knows of: its processes, and PostgreSQL. */
const own = (size: SizeFigures): number =>
  ALL.reduce((sum, part) => sum + (partOf(size, part)?.cpu_s ?? 0), size.server.cpu_s + size.cluster_s);
const warningsOf = (size: SizeFigures): readonly string[] =>
  ALL.flatMap((part) => partOf(size, part)?.warnings ?? []);

const ROWS: readonly Row[] = [
  ['readings each second', ({ plants }) => Math.round(readingsEachSecond(plants)).toLocaleString('en-GB')],
  [
    'their commit, from their second to the acknowledgement',
    (s) => spread(partOf(s, 'sender')?.took_ms ?? []),
  ],
  [
    'a browser is told of the card, from the same second (of plants that speak once a minute)',
    (s) => spread(partOf(s, 'browsers')?.browsers?.told_ms ?? []),
  ],
  ['the dashboard: every card', (s) => asked(partOf(s, 'browsers')?.browsers?.dashboard)],
  ['cards of 200 plants, or of all there are', (s) => asked(partOf(s, 'browsers')?.browsers?.some)],
  ['the bell', (s) => asked(partOf(s, 'browsers')?.browsers?.bell)],
  [
    'a look at all alarms',
    (s) => `${spread(partOf(s, 'alarms')?.took_ms ?? [])}; ${partOf(s, 'alarms')?.took_ms.length ?? 0} looks`,
  ],
  [
    'devices that are silent; alarms of them that stand; opened after the alarms began',
    ({ silence: { devices, alarms, first_s, last_s } }) =>
      `${devices}; ${alarms}${alarms > 0 ? `; ${first_s.toFixed(0)} to ${last_s.toFixed(0)} s` : ''}`,
  ],
  ['live follower, with its database', (s) => shareOf(s, 'follower')],
  ['alarms, with their database', (s) => shareOf(s, 'alarms')],
  ['packing, with its database', (s) => shareOf(s, 'packing')],
  ['server, with its database', (s) => shareOf(s, 'server')],
  ['sender and writer, with their database', (s) => shareOf(s, 'sender')],
  ['browsers', (s) => shareOf(s, 'browsers')],
  [
    'events to browsers each second; streams refused',
    (s) => {
      const { events = 0, refused = 0 } = partOf(s, 'browsers')?.browsers ?? {};
      return `${(events / s.wall_s).toFixed(0)}; ${refused}`;
    },
  ],
  [
    'PostgreSQL besides (checkpoints, vacuum)',
    (s) =>
      percent(
        s,
        [...ALL, 'server' as const].reduce((left, part) => left - s.database_s(part), s.cluster_s),
      ),
  ],
  [
    'all of it; other work on the machine',
    (s) => `${percent(s, own(s))}; ${percent(s, s.machine_s - own(s))}`,
  ],
  ['warnings', (s) => String(warningsOf(s).length)],
];

/** The table in Markdown: a column for each measurement. Shares are of one core: the process' own + its database's. */
export function growthTable(sizes: readonly SizeFigures[]): string {
  const names = sizes.map(({ plants, listeners }) => {
    const count = plants.toLocaleString('en-GB');
    return listeners > 1
      ? `${count} plants, ${listeners.toLocaleString('en-GB')} listeners`
      : `${count} plants`;
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...names]),
    line(['---', ...names.map(() => '---')]),
    ...ROWS.map(([what, of]) => line([what, ...sizes.map(of)])),
  ].join('\n');
}

/** The warnings of all parts, the first few of each size. */
export function warningLines(sizes: readonly SizeFigures[]): string[] {
  return sizes.flatMap((size) =>
    warningsOf(size)
      .slice(0, 5)
      .map((line) => `${size.plants}: ${line.trim().slice(0, 600)}`),
  );
}
