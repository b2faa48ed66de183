import type { TypicalYear } from '../../../energy/typical-year.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { packYear, unpackYear } from './packed-year.ts';

/** What is said of a typical year beside its hours. */
export interface YearRow {
  readonly format: 'pvgis' | 'epw';
  readonly file_name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly imported_at: Date;
}

export async function findYear(tx: Tx, plant_id: number): Promise<YearRow | undefined> {
  const { rows } = await tx.query<YearRow>(
    `select format, file_name, latitude, longitude, imported_at from typical_year where company_id = $1 and plant_id = $2`,
    [tx.scope.company_id, plant_id],
  );
  return rows[0];
}

/** The year itself. */
export async function findYearHours(tx: Tx, plant_id: number): Promise<TypicalYear | undefined> {
  const { rows } = await tx.query<Omit<TypicalYear, 'hours'> & { hours: Buffer }>(
    `select format, latitude, longitude, offset_h, hours from typical_year where company_id = $1 and plant_id = $2`,
    [tx.scope.company_id, plant_id],
    'forecast_year',
  );
  return rows[0] && { ...rows[0], hours: unpackYear(rows[0].hours) };
}

export async function saveYear(
  tx: Tx,
  plant_id: number,
  year: TypicalYear & { readonly file_name: string; readonly digest: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into typical_year (company_id, plant_id, format, file_name, latitude, longitude, offset_h, hours, digest, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (company_id, plant_id) do update set
       format = excluded.format, file_name = excluded.file_name, latitude = excluded.latitude, longitude = excluded.longitude,
       offset_h = excluded.offset_h, hours = excluded.hours, digest = excluded.digest, imported_at = excluded.imported_at`,
    [
      tx.scope.company_id,
      plant_id,
      year.format,
      year.file_name,
      year.latitude,
      year.longitude,
      year.offset_h,
      packYear(year),
      year.digest,
      now,
    ],
  );
}

/** Whether there was one. */
export async function deleteYear(tx: Tx, plant_id: number): Promise<boolean> {
  const { rowCount } = await tx.query('delete from typical_year where company_id = $1 and plant_id = $2', [
    tx.scope.company_id,
    plant_id,
  ]);
  return rowCount > 0;
}
