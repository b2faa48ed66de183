import type { z } from 'zod';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type JudgedMeter, judgeReading } from '../judge-reading.model.ts';
import type { NewCorrection, NewReading, RegisterLine } from '../register.contract.ts';
import {
  bookedOn,
  type RegisterLine as Line,
  meterSteps,
  type StandingReading,
  standingReadings,
} from '../register.model.ts';
import { refuseReading } from './meter-faults.ts';
import { holdMeter, type MeterRow } from './meters.repository.ts';
import { findMeter, tellMeters } from './meters.service.ts';
import { photoOf } from './photos.ts';
import { appendLines, findKeptRegister, listRegister, type ReadingRow } from './register.repository.ts';
import { checkRegister, hashOf } from './register-chain.ts';

export const linesOf = (rows: readonly ReadingRow[]): Line[] =>
  rows.map((row) => ({ ...row, at: row.at.getTime() }));

export const judgedOf = (meter: MeterRow): JudgedMeter => meter;

/** A meter that may be written to, kept until the transaction ends, with its register. */
interface OpenRegister {
  readonly meter: MeterRow;
  readonly held: { readonly lines: number; readonly last_hash: string };
  readonly rows: readonly ReadingRow[];
  readonly standing: readonly StandingReading[];
}

function retired(): never {
  const message = 'The meter is retired: nothing is added to its register';
  throw new AppError('conflict', message, { errors: [{ path: '', message, code: 'meter_retired' }] });
}

/** @throws AppError not_found; conflict where it is retired */
export async function openRegister(tx: Tx, id: number): Promise<OpenRegister> {
  const held = (await holdMeter(tx, id)) ?? notFound();
  const meter = await findMeter(tx, { id });
  if (meter.retired_at) retired();
  const rows = await listRegister(tx, id);
  return { meter, held, rows, standing: standingReadings(linesOf(rows)) };
}

export type Written = Pick<ReadingRow, 'kind' | 'at' | 'reading' | 'source' | 'note' | 'overridden'> &
  Partial<Pick<ReadingRow, 'event' | 'corrects' | 'photo_id' | 'photo_sha256'>>;

/** Who writes, as they are called now: the register says so for good. */
export async function writerOf(tx: Tx): Promise<string> {
  const { user_id } = tx.scope;
  if (user_id === null) return '';
  return (await listMemberNames(tx, [user_id])).get(user_id) ?? '';
}

/** Adds lines to a register that is held, each hashed with the one before. */
export async function write(
  tx: Tx,
  { meter, held }: Pick<OpenRegister, 'meter' | 'held'>,
  written: readonly Written[],
  now: Date,
): Promise<void> {
  const of = { company_id: tx.scope.company_id, meter_id: meter.id };
  const recorded_as = await writerOf(tx);
  let { lines, last_hash } = held;
  const rows = written.map((one): ReadingRow => {
    lines += 1;
    const line = {
      event: null,
      corrects: null,
      photo_id: null,
      photo_sha256: null,
      ...one,
      line: lines,
      constant_k: meter.constant_k,
      recorded_as,
      recorded_at: now,
    };
    last_hash = hashOf(last_hash, of, line);
    return { ...line, plant_id: meter.plant_id, recorded_by: tx.scope.user_id, hash: last_hash };
  });
  await appendLines(tx, meter.id, rows);
}

/** The lines of a register as they are answered, newest first. */
export function presentLines(meter: MeterRow, rows: readonly ReadingRow[]): RegisterLine[] {
  const standing = new Map(standingReadings(linesOf(rows)).map((one) => [one.line, one]));
  const kwh = new Map(meterSteps([...standing.values()]).map((step) => [step.line, step.kwh]));
  const last = new Map<number, number>();
  for (const { line, corrects } of rows) if (corrects !== null) last.set(corrects, line);
  return rows.toReversed().map(({ plant_id: _, recorded_by: __, recorded_as, at, recorded_at, ...row }) => {
    const corrected_by = last.get(row.line) ?? null;
    const own = row.corrects === null;
    const counts = own ? corrected_by === null : last.get(row.corrects ?? 0) === row.line;
    return {
      ...row,
      at: at.toISOString(),
      booked_on: bookedOn(meter.time_zone, at.getTime()),
      counts,
      kwh: counts ? (kwh.get(row.corrects ?? row.line) ?? null) : null,
      corrected_by,
      recorded_by: recorded_as,
      recorded_at: recorded_at.toISOString(),
    };
  });
}

const MAX_ANSWERED = 500;

/** The register of a meter, of a month or its newest lines. @throws AppError not_found */
export async function listLines(tx: Tx, id: number, month: string | undefined): Promise<RegisterLine[]> {
  const meter = await findMeter(tx, { id });
  const all = presentLines(meter, await listRegister(tx, id));
  return (month === undefined ? all : all.filter(({ booked_on }) => booked_on.startsWith(month))).slice(
    0,
    MAX_ANSWERED,
  );
}

export async function done(
  tx: Tx,
  meter: MeterRow,
  action: Parameters<typeof recordAudit>[1],
): Promise<RegisterLine[]> {
  await recordAudit(tx, action, String(meter.id), { serial_number: meter.serial_number });
  await tellMeters(tx);
  return listLines(tx, meter.id, undefined);
}

/** Writes a reading. @throws AppError not_found; conflict; invalid with the reason */
export async function addReading(
  tx: Tx,
  id: number,
  given: z.output<typeof NewReading>,
  now: Date,
): Promise<RegisterLine[]> {
  const open = await openRegister(tx, id);
  const { reading, source, note, override } = given;
  const at = new Date(given.at);
  const fault = judgeReading(judgedOf(open.meter), open.standing, {
    at: at.getTime(),
    reading,
    now: now.getTime(),
  });
  refuseReading(fault, given);
  const overridden = override && fault !== null;
  const photo = given.photo_id === null ? null : await photoOf(tx, open.meter, given.photo_id);
  const shown = { photo_id: photo?.id ?? null, photo_sha256: photo?.sha256 ?? null };
  await write(tx, open, [{ kind: 'reading', at, reading, source, note, overridden, ...shown }], now);
  return done(tx, open.meter, 'energy_meter.read');
}

/** Corrects a reading by a line of its own. @throws AppError not_found; conflict; invalid */
export async function correctReading(
  tx: Tx,
  id: number,
  given: z.output<typeof NewCorrection>,
  now: Date,
): Promise<RegisterLine[]> {
  const open = await openRegister(tx, id);
  const row = open.rows.find(({ line, corrects }) => line === given.line && corrects === null);
  if (!row)
    refuseField(
      'line',
      'unknown_line',
      'The register has no such reading: choose one of its lines that is no correction',
    );
  if (given.note === '') refuseField('note', 'note_missing', 'Say in the note why the reading is right');
  if (given.reading === null && row.kind !== 'reading')
    refuseField('reading', 'part_of_event', 'A reading of an event is corrected, not struck out');
  const at = row.at.getTime();
  const fault =
    given.reading === null
      ? null
      : judgeReading(judgedOf(open.meter), open.standing, {
          at,
          reading: given.reading,
          now: now.getTime(),
          instead_of: row.line,
        });
  refuseReading(fault?.code === 'too_many_digits' && row.kind === 'final' ? null : fault, given);
  const { reading, note, override } = given;
  const overridden = override && fault !== null;
  const line = {
    kind: 'correction',
    at: row.at,
    corrects: row.line,
    source: 'hand',
    reading,
    note,
    overridden,
  } as const;
  await write(tx, open, [line], now);
  return done(tx, open.meter, 'energy_meter.corrected');
}

/** Whether a register is as it was written. @throws AppError not_found */
export async function checkOf(tx: Tx, id: number) {
  const kept = (await findKeptRegister(tx, id)) ?? notFound();
  const { lines, broken_line } = checkRegister({ ...kept, company_id: tx.scope.company_id, meter_id: id });
  return { lines, whole: broken_line === null, broken_line };
}
