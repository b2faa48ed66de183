import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { judgeReading } from '../judge-reading.model.ts';
import type { ReadingSource } from '../meters.model.ts';
import type { StandingReading } from '../register.model.ts';
import {
  instantOfLine,
  MAX_LINES,
  readStatement,
  type StatementFault,
  type StatementLine,
} from '../statement.model.ts';
import { SENTENCES } from './meter-faults.ts';
import { listMeters, type MeterRow } from './meters.repository.ts';
import { tellMeters } from './meters.service.ts';
import { judgedOf, openRegister, type Written, write } from './register.service.ts';

const READ_FAULTS = {
  columns: 'A line needs a serial number, a date and a reading',
  date: 'The date is none: write DD/MM/YYYY, with a time or without',
  number: 'The reading is no number, or could mean two: write it without dots between thousands',
} as const;
const UNKNOWN = 'No meter in use of this plant has this serial number';
const SKIPPED = 'The clock of the plant skips this time';

export type LineFault = FieldFault & { readonly params: { readonly line: number } };
export const faultOf = (line: number, code: string, message: string): LineFault => ({
  path: `text.${line}`,
  code,
  message,
  params: { line },
});

/** At most so many are told: the first say mostly what is wrong with all. */
const TOLD = 50;

/** @throws AppError invalid, each line with its reason; nothing was stored then */
export function refuseLines(faults: readonly LineFault[]): void {
  if (faults.length === 0) return;
  const message = 'Nothing was stored: the file has lines that cannot be taken';
  throw new AppError('invalid', message, { errors: faults.slice(0, TOLD) });
}

type Found<T> = { readonly lines: T[] } | { readonly faults: readonly StatementFault[] };

/** The lines of a file, which has some and not too many. @throws AppError invalid */
export function linesFound<T>(
  found: Found<T>,
  faults: Readonly<Record<StatementFault['code'], string>>,
): T[] {
  if ('faults' in found) {
    refuseLines(found.faults.map(({ line, code }) => faultOf(line, code, faults[code])));
    return [];
  }
  if (found.lines.length === 0) refuseLines([faultOf(1, 'columns', faults.columns)]);
  if (found.lines.length > MAX_LINES)
    refuseLines([faultOf(MAX_LINES + 1, 'too_many', 'A file has 5,000 readings at most')]);
  return found.lines;
}

interface Placed {
  readonly line: number;
  readonly at: number;
  readonly reading: number;
}

/** The readings of each meter by time, or what is wrong with lines. */
function place(lines: readonly StatementLine[], meters: ReadonlyMap<string, MeterRow>) {
  const faults: LineFault[] = [];
  const placed = new Map<number, Placed[]>();
  for (const { line, serial_number, when, reading } of lines) {
    const meter = meters.get(serial_number);
    const at = meter ? instantOfLine(meter.time_zone, when) : null;
    if (!meter) faults.push(faultOf(line, 'unknown_meter', UNKNOWN));
    else if (at === null) faults.push(faultOf(line, 'skipped_time', SKIPPED));
    else placed.set(meter.id, [...(placed.get(meter.id) ?? []), { line, at, reading }]);
  }
  return { faults, placed };
}

/** Of readings by time, the place of the first that is not before an instant. */
function placeOf(standing: readonly StandingReading[], at: number): number {
  let [low, high] = [0, standing.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((standing[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Judges the readings of a meter one after the other, each against its neighbours, those of the file among them. */
function judgeAll(
  meter: MeterRow,
  held: readonly StandingReading[],
  readings: readonly Placed[],
  now: number,
) {
  const faults: LineFault[] = [];
  const standing = [...held];
  for (const { line, at, reading } of readings.toSorted((a, b) => a.at - b.at)) {
    const here = placeOf(standing, at);
    const neighbours = standing.slice(Math.max(0, here - 1), here + 1);
    const fault = judgeReading(judgedOf(meter), neighbours, { at, reading, now });
    if (fault) {
      faults.push({ ...faultOf(line, fault.code, SENTENCES[fault.code]), params: { line, ...fault.params } });
      continue;
    }
    const { constant_k } = meter;
    standing.splice(here, 0, {
      line: 1e9 + line,
      kind: 'reading',
      event: null,
      at,
      reading,
      constant_k,
      corrected_by: null,
    });
  }
  return faults;
}

/** What is to be judged anew. */
interface Touched {
  readonly meter_ids: readonly number[];
  readonly instants: readonly string[];
}

interface Statement {
  readonly text: string;
  readonly proj_code: string;
  readonly source: ReadingSource;
}

/** Writes the readings of a statement, all or none. @throws AppError not_found; invalid with each line's reason */
export async function importStatement(
  tx: Tx,
  { text, proj_code, source }: Statement,
  now: Date,
): Promise<{ stored: number; meters: number; touched: Touched }> {
  if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
  const lines = linesFound(readStatement(text), READ_FAULTS);
  const meters = new Map(
    (await listMeters(tx, { proj_code, retired: false })).map((m) => [m.serial_number, m]),
  );
  const { faults, placed } = place(lines, meters);
  const opened = [];
  // In the order of their numbers: two files at once wait for each other instead of for ever.
  for (const [id, readings] of [...placed].sort(([a], [b]) => a - b)) {
    const open = await openRegister(tx, id);
    faults.push(...judgeAll(open.meter, open.standing, readings, now.getTime()));
    opened.push({ open, readings });
  }
  refuseLines(faults.toSorted((a, b) => a.params.line - b.params.line));
  for (const { open, readings } of opened) {
    const written = readings
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, reading }): Written => {
        return { kind: 'reading', at: new Date(at), reading, source, note: '', overridden: false };
      });
    await write(tx, open, written, now);
    const { id, serial_number } = open.meter;
    await recordAudit(tx, 'energy_meter.imported', String(id), { serial_number, readings: written.length });
  }
  await tellMeters(tx);
  const touched = {
    meter_ids: [...placed.keys()],
    instants: [...placed.values()].flat().map(({ at }) => new Date(at).toISOString()),
  };
  return { stored: lines.length, meters: opened.length, touched };
}
