import { epochMs } from '../../../shared/server/epoch-ms.ts';
import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';

export interface CompanyDeviceRow {
  id: number;
  short_name: string;
  description: string;
  category: string;
  serial_number: string | null;
  nominal_power: number | null;
  proj_code: string;
  plant_name: string;
  rhythm_s: number;
  /** When it last answered something good, epoch ms; polls that failed do not count. */
  spoke_at: number | null;
  /** The instant of its newest value, epoch ms. */
  last_reading_at: number | null;
}

/** Working devices of all plants that the scope may see, or one of them. @throws AppError as `wholeList` */
export async function listCompanyDevices(
  tx: Tx,
  id: number | null = null,
): Promise<readonly CompanyDeviceRow[]> {
  const { rows } = await tx.query<CompanyDeviceRow>(
    `select d.id, d.short_name, d.description, d.category, d.serial_number, d.nominal_power, p.proj_code,
            p.name as plant_name, ${deviceRhythm('d')} as rhythm_s, ${epochMs('o.value_at')} as last_reading_at,
            ${epochMs('case when o.q is null then o.ts else o.value_at end')} as spoke_at
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     left join lateral (select l.ts, l.q, (select max(t) from unnest(l.slot_ts) t) as value_at
                        from measurements.obs_last l where l.company_id = $1 and l.device_id = d.id offset 0) o on true
     where d.company_id = $1 and d.enabled and not d.template and ($2::bigint[] is null or d.plant_id = any($2))
       and ($3::bigint is null and p.kind = 'asset' or d.id = $3)
     order by p.proj_code, d.category, length(d.short_name), d.short_name limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope), id],
    'company_devices',
  );
  return wholeList(rows, 'plant');
}
