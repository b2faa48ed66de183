import type { Given } from '../../../shared/server/changed-fields.ts';
import { assignments, insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LightingException } from '../municipalities.contract.ts';
import { DEFAULT_TIMES } from '../night.model.ts';

export interface SettingsRow {
  id: number;
  municipality_id: number;
  turn_on_date: string;
  turn_on_auto: boolean;
  turn_on_offset_min: number;
  turn_on_twilight: number;
  turn_off_date: string;
  turn_off_auto: boolean;
  turn_off_offset_min: number;
  turn_off_twilight: number;
  half_night: { lines: number[]; off: string; on: string | null }[];
  min_burning_min: number;
  patron_day: string | null;
  version: number;
}

const SETTINGS = `s.id, s.municipality_id, s.turn_on_date, s.turn_on_auto, s.turn_on_offset_min, s.turn_on_twilight,
  s.turn_off_date, s.turn_off_auto, s.turn_off_offset_min, s.turn_off_twilight, s.half_night, s.min_burning_min,
  to_char(s.patron_day, 'YYYY-MM-DD') as patron_day, s.version`;

/** Settings by their own number, by their municipality's, or (both null) of all. */
export async function listSettings(
  tx: Tx,
  { id, municipality_id }: { readonly id: number | null; readonly municipality_id: number | null },
): Promise<SettingsRow[]> {
  const { rows } = await tx.query<SettingsRow>(
    `select ${SETTINGS} from municipality_settings s where s.company_id = $1
       and ($2::bigint is null or s.id = $2) and ($3::bigint is null or s.municipality_id = $3) order by s.id`,
    [tx.scope.company_id, id, municipality_id],
  );
  return rows;
}

/** What a municipality begins with. // spec §4, §9 */
export const DEFAULT_SETTINGS: Omit<SettingsRow, 'id' | 'municipality_id' | 'version'> = {
  turn_on_date: DEFAULT_TIMES.on,
  turn_on_auto: true,
  turn_on_offset_min: 0,
  turn_on_twilight: 1,
  turn_off_date: DEFAULT_TIMES.off,
  turn_off_auto: true,
  turn_off_offset_min: 0,
  turn_off_twilight: 1,
  half_night: [],
  min_burning_min: 0,
  patron_day: null,
};

export type SettingsChange = Given<Omit<SettingsRow, 'id' | 'municipality_id' | 'version'>>;

const asColumns = ({ half_night, ...fields }: SettingsChange): object => ({
  ...fields,
  ...(half_night && { half_night: JSON.stringify(half_night) }),
});

/** Default settings of a new municipality. // spec §4, §9: on 17:00, off 07:00, both automatic */
export async function insertSettings(tx: Tx, municipality_id: number): Promise<void> {
  await tx.query('insert into municipality_settings (company_id, municipality_id) values ($1, $2)', [
    tx.scope.company_id,
    municipality_id,
  ]);
}

export async function updateSettings(tx: Tx, id: number, fields: SettingsChange): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(asColumns(fields), values);
  await tx.query(
    `update municipality_settings set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

export interface ExceptionRow extends LightingException {
  municipality_id: number;
  position: number;
}

/** Exceptions in their order; of all municipalities where none is named. */
export async function listExceptions(tx: Tx, municipality_id: number | null): Promise<ExceptionRow[]> {
  const { rows } = await tx.query<ExceptionRow>(
    `select e.municipality_id, e.position, e.name, to_char(e.from_day, 'YYYY-MM-DD') as from_day,
       to_char(e.to_day, 'YYYY-MM-DD') as to_day, e.every_year, e.only_holidays, e.lines, e.kind, e.turn_on_date, e.turn_off_date
     from lighting_exception e
     where e.company_id = $1 and ($2::bigint is null or e.municipality_id = $2) order by e.municipality_id, e.position`,
    [tx.scope.company_id, municipality_id],
  );
  return rows;
}

/** Puts exceptions in the place of those that were. */
export async function replaceExceptions(
  tx: Tx,
  municipality_id: number,
  exceptions: readonly LightingException[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from lighting_exception where company_id = $1 and municipality_id = $2', [
    company_id,
    municipality_id,
  ]);
  if (exceptions.length === 0) return;
  const rows = exceptions.map((one, at) => ({ company_id, municipality_id, position: at + 1, ...one }));
  await insertRows(tx, 'lighting_exception', rows);
}
