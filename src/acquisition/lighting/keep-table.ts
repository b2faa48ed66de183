import type { ComparedTable, FieldBox } from '../../features/lighting/server/field.public.ts';
import { viewOf } from './box-bits.ts';
import { faultOf } from './faults.ts';
import type { FieldLine, Written } from './field-line.ts';
import { NIGHT_WORDS, type NightRow, type Override, rowsOf, type Table, tableOf } from './night-words.ts';
import { WriteOrder } from './write-order.ts';

export type TableParts = {
  readonly field: FieldBox;
  readonly line: Pick<FieldLine, 'read' | 'write'>;
  readonly wanted: readonly NightRow[];
  readonly overrides: readonly Override[];
  /** Were these times in force when they were compared last? */
  readonly verified: boolean;
  readonly now_ms: number;
};

/** So many registers go into one request: of five nights to be written, of as many as may be read. */
const WRITTEN = 5 * NIGHT_WORDS;
const READ = 125;
const AGAIN_S = { verified: 0, differs: 60, failed: 60 };

/**
 * Brings a controller's own times to what they should be: reads them, writes what differs, the first day last, by which they
 * come into force, and reads them back. Undefined where the controller holds none.
 */
export async function keepTable(parts: TableParts): Promise<ComparedTable | undefined> {
  const { field, now_ms, overrides, verified } = parts;
  const { timetable } = field.profile;
  if (timetable === null) return undefined;
  const wanted = field.auto_mode ? parts.wanted : [];
  const table = tableOf(wanted, {
    days: timetable.days,
    now_ms,
    overrides: field.auto_mode ? overrides : [],
  });
  try {
    const before = await readTable(parts, timetable);
    const same = isSame(before, table);
    if (same && verified) return compared(field, 'verified', before);
    // Equal registers do not say that the write was reached by which they come into force: it is made anew.
    const from = same ? table.words.length : 0;
    const written = await writeTable(parts, { address: timetable.address, from }, table);
    if (written.outcome !== 'done')
      return failedTable(field, written.outcome === 'refused' ? 'refused' : faultOf(written.why));
    const after = await readTable(parts, timetable);
    return { ...compared(field, isSame(after, table) ? 'verified' : 'differs', after), written: true };
  } catch (error) {
    return failedTable(field, faultOf(error));
  }
}

const isSame = (a: Table, b: Table): boolean =>
  a.first_day === b.first_day && a.words.every((word, i) => word === b.words[i]);

const compared = ({ box_id }: FieldBox, state: 'verified' | 'differs', table: Table): ComparedTable => ({
  box_id,
  state,
  fault: '',
  read_back: rowsOf(table),
  written: false,
  again_s: AGAIN_S[state],
});

const failedTable = ({ box_id }: FieldBox, fault: string): ComparedTable => ({
  box_id,
  state: 'failed',
  fault,
  read_back: null,
  written: false,
  again_s: AGAIN_S.failed,
});

async function readTable(
  { field, line }: TableParts,
  { address, days }: { address: number; days: number },
): Promise<Table> {
  const count = 1 + days * NIGHT_WORDS;
  const words: number[] = [];
  for (let from = 0; from < count; from += READ) {
    const quantity = Math.min(READ, count - from);
    const payload = await line.read({
      unit: field.unit_id,
      function_code: 3,
      address: address + from,
      quantity,
    });
    const view = viewOf(payload);
    for (let i = 0; i < quantity; i += 1) words.push(view.getUint16(2 * i));
  }
  const [first_day = 0, ...nights] = words;
  return { first_day, words: nights };
}

async function writeTable(
  { field, line }: TableParts,
  { address, from: begin }: { address: number; from: number },
  { first_day, words }: Table,
): Promise<Written> {
  const write = (at: number, part: readonly number[]) =>
    line.write(WriteOrder.registers(field.profile, field.unit_id, { address: at, words: part }));
  for (let from = begin; from < words.length; from += WRITTEN) {
    const written = await write(address + 1 + from, words.slice(from, from + WRITTEN));
    if (written.outcome !== 'done') return written;
  }
  return await write(address, [first_day]);
}
