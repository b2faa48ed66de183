import { insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ReadingSource } from '../meters.model.ts';
import type { LineKind, MeterEvent } from '../register.model.ts';

export interface ReadingRow {
  line: number;
  plant_id: number;
  kind: LineKind;
  event: MeterEvent | null;
  at: Date;
  reading: number | null;
  constant_k: number;
  corrects: number | null;
  source: ReadingSource;
  note: string;
  overridden: boolean;
  recorded_by: number | null;
  recorded_as: string;
  recorded_at: Date;
  hash: string;
  photo_id: number | null;
  photo_sha256: string | null;
}

/** All lines of a meter's register, in their order. */
export async function listRegister(tx: Tx, meter_id: number): Promise<ReadingRow[]> {
  const { rows } = await tx.query<ReadingRow>(
    `select line, plant_id, kind, event, at, reading, constant_k, corrects, source, note, overridden, recorded_by, recorded_as,
       recorded_at, hash, photo_id, photo_sha256
     from energy_meter_reading where company_id = $1 and meter_id = $2 order by line`,
    [tx.scope.company_id, meter_id],
  );
  return rows;
}

/** What a meter knows of its register, and the register itself, as both were at one instant. */
export interface KeptRegister {
  readonly lines: number;
  readonly last_hash: string;
  readonly rows: readonly ReadingRow[];
}

type KeptRow = Omit<ReadingRow, 'line'> & { kept_lines: number; kept_hash: string; line: number | null };
const isLine = (row: KeptRow): row is KeptRow & ReadingRow => row.line !== null;

/** A register with what its meter knows of it, in one statement: somebody may add a line meanwhile. */
export async function findKeptRegister(tx: Tx, meter_id: number): Promise<KeptRegister | undefined> {
  const { rows } = await tx.query<KeptRow>(
    `select m.lines as kept_lines, m.last_hash as kept_hash, r.line, r.plant_id, r.kind, r.event, r.at, r.reading, r.constant_k,
       r.corrects, r.source, r.note, r.overridden, r.recorded_by, r.recorded_as, r.recorded_at, r.hash,
       r.photo_id, r.photo_sha256
     from energy_meter m left join energy_meter_reading r on r.company_id = $1 and r.meter_id = m.id
     where m.company_id = $1 and m.id = $2 order by r.line`,
    [tx.scope.company_id, meter_id],
  );
  const [first] = rows;
  return first && { lines: first.kept_lines, last_hash: first.kept_hash, rows: rows.filter(isLine) };
}

/** The same of several meters, by meter; with `of` only lines about that time (a correction is about the time of its line). */
export async function listRegisters(
  tx: Tx,
  meter_ids: readonly number[],
  of: { readonly start: number; readonly end: number } | null = null,
): Promise<Map<number, ReadingRow[]>> {
  const { rows } = await tx.query<ReadingRow & { meter_id: number }>(
    `select meter_id, line, plant_id, kind, event, at, reading, constant_k, corrects, source, note, overridden, recorded_by,
       recorded_as, recorded_at, hash, photo_id, photo_sha256
     from energy_meter_reading where company_id = $1 and meter_id = any($2::bigint[])
       and ($3::timestamptz is null or at between $3 and $4) order by meter_id, line`,
    [tx.scope.company_id, meter_ids, of && new Date(of.start), of && new Date(of.end)],
  );
  const found = new Map<number, ReadingRow[]>(meter_ids.map((id) => [id, []]));
  for (const { meter_id, ...row } of rows) found.get(meter_id)?.push(row);
  return found;
}

/** Adds lines, and tells the meter of the last of them. */
export async function appendLines(tx: Tx, meter_id: number, lines: readonly ReadingRow[]): Promise<void> {
  const { company_id } = tx.scope;
  const last = lines.at(-1);
  if (!last) return;
  await insertRows(
    tx,
    'energy_meter_reading',
    lines.map((line) => ({ company_id, meter_id, ...line })),
  );
  await tx.query('update energy_meter set lines = $3, last_hash = $4 where company_id = $1 and id = $2', [
    company_id,
    meter_id,
    last.line,
    last.hash,
  ]);
}
