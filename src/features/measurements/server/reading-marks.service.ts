import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { NewReadingMark, ReadingMark } from '../reading-marks.contract.ts';
import { MAX_MARK_DAYS } from '../reading-marks.model.ts';
import {
  findMarkedDevice,
  insertMark,
  isUndone,
  listMarks,
  type MarkedDevice,
  type MarkFilter,
  type MarkRow,
  markSpanDirty,
  tellChange,
  undoMark,
} from './reading-marks.repository.ts';
import { plantExists } from './series.repository.ts';

type Given = Out<typeof NewReadingMark>;

function invalid(fault: FieldFault): never {
  throw new AppError('invalid', 'Data is not valid', { errors: [fault] });
}

/** Slots of the named variables; null for all of the device. @throws AppError invalid for a name that the device lacks */
function slotsOf({ slots }: MarkedDevice, names: readonly string[] | undefined): number[] | null {
  if (!names) return null;
  const known = new Map(slots.map(({ name, slot }) => [name, slot]));
  const found = names.map(
    (name, i) =>
      known.get(name) ??
      invalid({
        path: `variables.${i}`,
        message: 'the device has no such variable',
        code: 'no_such_variable',
        params: { name },
      }),
  );
  return [...new Set(found)].sort((a, b) => a - b);
}

function assertSpan({ start, end }: Given): void {
  const span = Date.parse(end) - Date.parse(start);
  if (!(span > 0)) invalid({ path: 'end', message: 'must be after start', code: 'not_after_start' });
  if (span > MAX_MARK_DAYS * DAY_MS) {
    const message = `must be within ${MAX_MARK_DAYS} days of start`;
    invalid({ path: 'end', message, code: 'span_too_long', params: { days: MAX_MARK_DAYS } });
  }
}

const present = (row: MarkRow): ReadingMark => ({
  ...row,
  start: row.start.toISOString(),
  end: row.end.toISOString(),
  created_at: row.created_at.toISOString(),
  undone_at: row.undone_at?.toISOString() ?? null,
});

/**
 * Declares readings of a device bad. They stay as they came; their days are counted anew without them.
 * @throws AppError not_found for a device that the scope does not see; invalid, naming the field
 */
export async function createMark(tx: Tx, given: Given): Promise<ReadingMark> {
  assertSpan(given);
  const device = (await findMarkedDevice(tx, given.device_id)) ?? notFound();
  const { device_id, start, end } = given;
  const slots = slotsOf(device, given.variables);
  const id = await insertMark(tx, { device_id, slots, start, end, reason: given.reason });
  await markSpanDirty(tx, { device_id, start: new Date(start), end: new Date(end) });
  await recordAudit(tx, 'readings.marked', String(device_id), {
    id,
    start,
    end,
    names: given.variables ?? null,
  });
  await tellChange(tx);
  const { rows } = await listMarks(tx, { id, undone: false, page: 1, page_size: 1 });
  return rows[0] ? present(rows[0]) : notFound();
}

/**
 * Lets the readings of a mark count again as they came.
 * @throws AppError not_found; conflict when somebody undid it already
 */
export async function removeMark(tx: Tx, id: number): Promise<void> {
  const span = await undoMark(tx, id);
  if (!span) {
    if (await isUndone(tx, id)) throw new AppError('conflict', 'This mark was undone already');
    notFound();
  }
  await markSpanDirty(tx, span);
  await recordAudit(tx, 'readings.unmarked', String(span.device_id), { id });
  await tellChange(tx);
}

/** A page of marks and how many there are. @throws AppError not_found for a plant or device that the scope does not see */
export async function pageOfMarks(
  tx: Tx,
  filter: MarkFilter,
): Promise<{ count: number; results: ReadingMark[] }> {
  if (filter.proj_code !== undefined && !(await plantExists(tx, filter.proj_code))) notFound();
  if (filter.device_id !== undefined && !(await findMarkedDevice(tx, filter.device_id))) notFound();
  const { count, rows } = await listMarks(tx, filter);
  if (rows.length > 0 || filter.page === 1) return { count, results: rows.map(present) };
  // Behind the last page there is nothing that could say how many there are.
  return { count: (await listMarks(tx, { ...filter, page: 1, page_size: 1 })).count, results: [] };
}
