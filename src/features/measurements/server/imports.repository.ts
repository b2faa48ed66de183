import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import type { TargetVariable } from '../csv-header.model.ts';
import { daysOfMask } from './month-book.ts';

export interface ImportDevice {
  device_id: number;
  plant_id: number;
  proj_code: string;
  short_name: string;
  polled: boolean;
  virtual: boolean;
  template: boolean;
  interval_s: number;
  /** kW at most, of the device or else its plant. */
  nominal_kw: number | null;
  time_zone: string;
  /** Months for which the company keeps readings, those of homes apart; null: for ever. */
  kept_months: number | null;
  /** End of the newest day whose readings were let go (epoch ms): what comes for a time before it is removed again. */
  expired_until: number | null;
  /** Those of the device first, then the rest of the company's catalogue with slot null. */
  variables: TargetVariable[];
}

export interface ImportFile {
  id: number;
  device_id: number;
  file_name: string;
  content: Buffer;
}

/** A device that the scope may see, with everything that a column can be stored in. */
export async function findImportDevice(tx: Tx, device_id: number): Promise<ImportDevice | undefined> {
  const { rows } = await tx.query<ImportDevice & { expired_month: ExpiredMonth | null }>(
    `select d.id as device_id, d.plant_id, p.proj_code, d.short_name, d.port_id is not null as polled, d.virtual, d.template, d.interval_s,
            coalesce(d.nominal_power, p.potenza_nominale) as nominal_kw, p.time_zone,
            least((select c.readings_kept_months from companies.company c where c.id_client = $1),
                  (select s.readings_kept_months from residential.residential_setting s where s.company_id = $1 and p.kind = 'residential')) as kept_months,
            (select (extract(epoch from max(e.end_at)) * 1000)::float8 from obs_day e
             where e.company_id = $1 and e.device_id = d.id and e.expired) as expired_until,
            (select jsonb_build_object('month', f.month, 'expired', f.expired, 'zone', f.zone) from obs_figures f
             where f.company_id = $1 and f.device_id = d.id and f.expired <> 0
             order by f.month desc limit 1) as expired_month,
            (select jsonb_agg(jsonb_build_object('name', n.name, 'label_en', n.label_en, 'label_it', n.label_it,
                      'unit', coalesce(v.unit, n.unit), 'quantity', n.quantity, 'kind', n.kind, 'slot', v.slot)
                      order by v.slot nulls last, n.id)
             from plants.variable_name n
             left join plants.variable v on v.company_id = n.company_id and v.variable_name_id = n.id and v.device_id = d.id
             where n.company_id = $1) as variables
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = $2 and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
  );
  const [found] = rows;
  if (!found) return undefined;
  const { expired_month, ...device } = found;
  return { ...device, expired_until: later(device.expired_until, expired_month && endOf(expired_month)) };
}

/** Days of a month whose readings were let go. */
interface ExpiredMonth {
  readonly month: string;
  readonly expired: number;
  readonly zone: string;
}

const endOf = ({ month, expired, zone }: ExpiredMonth): number =>
  dayBorders(zone, daysOfMask(month, expired).at(-1) ?? month).end;

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** Keeps an uploaded file, and lets go of those older than a day. */
export async function insertImportFile(
  tx: Tx,
  file: { device_id: number; file_name: string; content: Uint8Array },
): Promise<number> {
  await tx.query(`delete from import_file where company_id = $1 and created_at < now() - interval '1 day'`, [
    tx.scope.company_id,
  ]);
  const { rows } = await tx.query<{ id: number }>(
    `insert into import_file (company_id, device_id, file_name, content, created_by)
     values ($1, $2, $3, $4, $5) returning id`,
    [tx.scope.company_id, file.device_id, file.file_name, Buffer.from(file.content), tx.scope.user_id],
  );
  const [kept] = rows;
  if (!kept) throw new Error('the file was not kept');
  return kept.id;
}

/** A file that was uploaded for a device that the scope may see. */
export async function findImportFile(tx: Tx, id: number): Promise<ImportFile | undefined> {
  const { rows } = await tx.query<ImportFile>(
    `select f.id, f.device_id, f.file_name, f.content from import_file f
     join plants.device d on d.company_id = f.company_id and d.id = f.device_id
     where f.company_id = $1 and f.id = $2 and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** How many of a device's days wait to be made anew. */
export async function countMarks(tx: Tx, device_id: number): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    'select count(*) as n from obs_dirty where company_id = $1 and device_id = $2',
    [tx.scope.company_id, device_id],
  );
  return rows[0]?.n ?? 0;
}
