import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { within } from '../../../shared/server/like.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { Place } from '../../plants/daylight.model.ts';
import type { DeviceLine } from '../configuration.contract.ts';
import { PLACE, withRest } from './night-rest.ts';
import { contactSql, DEVICES, dayOfHealth, stateSql } from './standing.repository.ts';

export interface DeviceFilter {
  search?: string | undefined;
  proj_code?: string | undefined;
  port_id?: number | undefined;
  state?: string | undefined;
  category?: string | undefined;
  templates?: 'only' | 'without' | undefined;
}

/** Whether the scope may see the plant and the port that a question names; what it leaves out is seen. */
export async function seesNamed(
  tx: Tx,
  { proj_code, port_id }: Pick<DeviceFilter, 'proj_code' | 'port_id'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ seen: boolean }>(
    `select ($3::text is null or exists (select from plants.plant p where p.company_id = $1 and p.proj_code = $3
                                         and ($2::bigint[] is null or p.id = any($2))))
        and ($4::bigint is null or exists (select from plants.port o where o.company_id = $1 and o.id = $4
                                           and ($2::bigint[] is null or o.plant_id = any($2)))) as seen`,
    [tx.scope.company_id, plantFilter(tx.scope), proj_code ?? null, port_id ?? null],
  );
  return rows[0]?.seen ?? false;
}

const SEARCHED = [
  'd.short_name',
  'd.description',
  'd.manufacturer',
  'd.model',
  'd.serial_number',
  'o.host',
  'o.tty',
  'p.proj_code',
  'p.name',
]
  .map((column) => `${column} ilike $4`)
  .join(' or ');

/** One page of the devices that the scope may see, as they stand at `now`, and how many there are in all. */
export async function listDeviceLines(
  tx: Tx,
  filter: DeviceFilter,
  { page, page_size, now }: PageQuery & { now: Date },
): Promise<{ count: number; rows: DeviceLine[] }> {
  const { search, proj_code, port_id, state, category, templates } = filter;
  const { rows } = await tx.query<{ count: number; device: (Omit<DeviceLine, 'asleep'> & Place) | null }>(
    `with found as materialized (
       select d.id, p.proj_code, ${stateSql('$2')} as state from ${DEVICES}
       where d.company_id = $1 and ($3::bigint[] is null or d.plant_id = any($3))
         and ($4::text is null or ${SEARCHED}) and ($5::text is null or p.proj_code = $5)
         and ($6::bigint is null or d.port_id = $6) and ($7::text is null or d.category = $7)
         and ($8::boolean is null or d.template = $8)),
     page as (select found.id, found.state from found join plants.device x on x.company_id = $1 and x.id = found.id
              where $9::text is null or found.state = $9
              order by found.proj_code, length(x.short_name), x.short_name limit $10 offset $11)
     select c.count, to_jsonb(e) as device
     from (select count(*)::int as count from found where $9::text is null or state = $9) c
     left join lateral (
       select d.id, d.id as device_id, p.proj_code, p.name as plant_name, d.short_name, d.description, d.category, d.category_id,
              d.section_id, d.manufacturer, d.model, d.serial_number, d.port_id, o.name as port_name,
              nullif(o.host, '') as ip, d.unit_id, d.interval_s, d.virtual, d.template, d.enabled, page.state,
              (select count(*)::int from plants.variable v where v.company_id = $1 and v.device_id = d.id) as variables,
              t.polls, t.success_rate, ${contactSql('$2')}, ${PLACE}
       from page join ${DEVICES} on d.company_id = $1 and d.id = page.id ${dayOfHealth('$2')}
     ) e on true
     order by e.proj_code, length(e.short_name), e.short_name`,
    [
      tx.scope.company_id,
      now,
      plantFilter(tx.scope),
      search ? within(search) : null,
      proj_code ?? null,
      port_id ?? null,
      category ?? null,
      templates === undefined ? null : templates === 'only',
      state ?? null,
      page_size,
      (page - 1) * page_size,
    ],
  );
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ device }) => (device ? withRest(device, now) : [])),
  };
}
