import type { LogEntry } from '../../logs.contract.ts';

/** What happened, as often as it did so at the same plant within a while: to one device, or to several. */
export interface DiaryRow {
  key: string;
  /** The newest of them. */
  entry: LogEntry;
  /** The others, newest first. */
  earlier: readonly LogEntry[];
}

/** What repeats itself within it is one row. */
const SAME_MS = 10 * 60_000;

const keyOf = ({ source, id, kind }: LogEntry): string => `${source} ${id} ${kind}`;
/** What happens to many devices at once, such as after a start, is one row. */
const whatOf = ({ source, kind, proj_code, alarm_id, actor }: LogEntry): string =>
  [source, kind, proj_code, alarm_id, actor?.id].join(' ');

/** The names of the devices that it happened to, each once. */
export const devicesOf = ({ entry, earlier }: DiaryRow): string[] => [
  ...new Set([entry, ...earlier].flatMap(({ short_name }) => short_name ?? [])),
];

/** The entries of a page, newest first, with repeats in one row; what somebody wrote stands by itself. */
export function foldRepeats(entries: readonly LogEntry[]): DiaryRow[] {
  const rows: { key: string; entry: LogEntry; earlier: LogEntry[] }[] = [];
  const last = new Map<string, (typeof rows)[number]>();
  for (const entry of entries) {
    const row = entry.note === '' ? last.get(whatOf(entry)) : undefined;
    const before = row?.earlier.at(-1) ?? row?.entry;
    if (row && before && Date.parse(before.at) - Date.parse(entry.at) <= SAME_MS) {
      row.earlier.push(entry);
      continue;
    }
    const next = { key: keyOf(entry), entry, earlier: [] };
    rows.push(next);
    if (entry.note === '') last.set(whatOf(entry), next);
  }
  return rows;
}

/** What an address of 0.7.0 opened: all entries of a device, or of a plant itself (0), on one day. */
export function filtersOfLog(log: string) {
  const [plant, device = '0', day] = log.split('~');
  const whole = { routine: 'true', source: undefined, person: undefined } as const;
  const place = { plant, device: device === '0' ? undefined : device };
  return { ...whole, ...place, span: 'free', from: day, to: day } as const;
}
