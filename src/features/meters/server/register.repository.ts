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
}

/** All lines of a meter's register, in their order. */
export async function listRegister(tx: Tx, meter_id: number): Promise<ReadingRow[]> {
  const { rows } = await tx.query<ReadingRow>(
    `select line, plant_id, kind, event, at, reading, constant_k, corrects, source, note, overridden, recorded_by, recorded_as,
       recorded_at, hash
     from energy_meter_reading where company_id = $1 and meter_id = $2 order by line`,
    [tx.scope.company_id, meter_id],
  );
  return rows;
}

/** The same of several meters, by meter. */
export async function listRegisters(
  tx: Tx,
  meter_ids: readonly number[],
): Promise<Map<number, ReadingRow[]>> {
  const { rows } = await tx.query<ReadingRow & { meter_id: number }>(
    `select meter_id, line, plant_id, kind, event, at, reading, constant_k, corrects, source, note, overridden, recorded_by,
       recorded_as, recorded_at, hash
     from energy_meter_reading where company_id = $1 and meter_id = any($2::bigint[]) order by meter_id, line`,
    [tx.scope.company_id, meter_ids],
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
