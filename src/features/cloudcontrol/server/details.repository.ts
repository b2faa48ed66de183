import type { z } from 'zod';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { Place } from '../../plants/daylight.model.ts';
import { MAX_VARIABLES } from '../../plants/plants.model.ts';
import type {
  ConfiguredAttribute,
  ConfiguredDevice,
  ConfiguredVariable,
  DeviceDetails,
  DeviceHealth,
} from '../configured.contract.ts';
import type { HealthHour } from '../latest-values.contract.ts';
import { isAtRest, PLACE } from './night-rest.ts';
import { contactSql, DEVICES, dayOfHealth, iso, portSql, stateSql } from './standing.repository.ts';

interface Found {
  device: ConfiguredDevice;
  health: z.infer<typeof DeviceHealth>;
  section: DeviceDetails['section'];
  category: DeviceDetails['category'];
  template_key: string | null;
  template_version: number | null;
  free_slots: number;
  version_count: number;
  newest_version: number | null;
}

interface FoundRow extends Omit<Found, 'health'> {
  health: Omit<Found['health'], 'asleep'>;
  place: Place;
}

const DEVICE_COLUMNS = `d.id, d.id as device_id, d.id as master_id, p.proj_code, p.name as plant_name, d.short_name, d.description,
  d.category, d.category_id, d.section_id, d.port_id, nullif(o.host, '') as ip,
  case when o.type = 'tcp' then o.port end as port, o.protocol, d.unit_id, d.serial_number, d.manufacturer, d.model,
  d.nominal_power, d.panel_watt, d.number_of_panels, d.number_of_strings, d.kw_peak, d.network, d.subnet, d.byte_order,
  d.virtual, d.template, d.interval_s, d.slow_interval_s, ${iso('d.trace_until')} as trace_until, d.enabled, d.version`;

const HEALTH_COLUMNS = `${stateSql('$3')} as state, ${contactSql('$3')}, t.success_rate, t.polls, t.requests, t.failed,
  t.bytes_in, t.bytes_out, h.reason, ${iso('h.since')} as since, ${iso('h.last_try_at')} as last_try_at,
  ${iso('h.next_try_at')} as next_try_at, ${iso('h.seen_at')} as seen_at,
  case jsonb_typeof(h.bad_registers) when 'array' then h.bad_registers else '[]' end as bad_registers`;

/** A device that the scope may see, with how it stands at `now`. */
export async function findDeviceAndHealth(tx: Tx, id: number, now: Date): Promise<Found | undefined> {
  const { rows } = await tx.query<FoundRow>(
    `select (select to_jsonb(a) from (select ${DEVICE_COLUMNS}) a) as device,
            (select to_jsonb(a) from (select ${PLACE}) a) as place,
            (select to_jsonb(a) from (select ${HEALTH_COLUMNS}) a) as health,
            (select jsonb_build_object('id', x.id, 'name', x.name) from plants.plant_section x
             where x.company_id = $1 and x.id = d.section_id) as section,
            (select jsonb_build_object('id', x.id, 'name', x.name, 'label_en', x.label_en, 'label_it', x.label_it, 'kind', x.kind)
             from plants.device_category x where x.company_id = $1 and x.id = d.category_id) as category,
            d.template_key, d.template_version, ${MAX_VARIABLES} - d.next_slot as free_slots,
            (select count(*)::int from plants.configuration_version x where x.company_id = $1 and x.device_id = d.id) as version_count,
            (select max(x.number) from plants.configuration_version x where x.company_id = $1 and x.device_id = d.id) as newest_version
     from ${DEVICES} ${dayOfHealth('$3')}
     where d.company_id = $1 and d.id = $2 and ($4::bigint[] is null or d.plant_id = any($4))`,
    [tx.scope.company_id, id, now, plantFilter(tx.scope)],
    'configured_device',
  );
  const [row] = rows;
  if (!row) return undefined;
  const { place, health, ...found } = row;
  const { category } = found.device;
  const asleep = isAtRest({ ...place, category, state: health.state }, now);
  return { ...found, health: { ...health, asleep } };
}

/** The port of a device that the caller has found; null where it has none. */
export async function findPortOfDevice(tx: Tx, device_id: number): Promise<DeviceDetails['port']> {
  const { rows } = await tx.query<NonNullable<DeviceDetails['port']> & { master_id: number }>(
    `select ${portSql('d.id')} from plants.device d
     join plants.port o on o.company_id = d.company_id and o.id = d.port_id
     join plants.plant p on p.company_id = o.company_id and p.id = o.plant_id
     where d.company_id = $1 and d.id = $2`,
    [tx.scope.company_id, device_id],
    'configured_port',
  );
  return rows[0] ?? null;
}

/** The variables of a device that the caller has found, by their slots. */
export async function listConfiguredVariables(tx: Tx, device_id: number): Promise<ConfiguredVariable[]> {
  const { rows } = await tx.query<ConfiguredVariable>(
    `select v.id, v.device_id, n.name, n.label_en, n.label_it, n.kind, n.quantity, v.slot, v.function_code, v.address,
            v.data_type, v.word_order, v.bit, v.bit_count, v.factor, v.value_offset, v.scale_address, v.sentinel,
            v.unit, v.decimals, v.colour, v.group_name, v.value_table, v.poll, v.enabled, v.version,
            jsonb_build_object('unit', n.unit, 'decimals', n.decimals, 'colour', n.colour, 'group_name', n.group_name) as of_name
     from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
     where v.company_id = $1 and v.device_id = $2 order by v.slot`,
    [tx.scope.company_id, device_id],
    'configured_variables',
  );
  return rows;
}

/** The strings that are read from a device that the caller has found. */
export async function listConfiguredAttributes(tx: Tx, device_id: number): Promise<ConfiguredAttribute[]> {
  const { rows } = await tx.query<ConfiguredAttribute>(
    `select id, device_id, name, function_code, address, length, swapped, value, ${iso('read_at')} as read_at, version
     from plants.device_attribute where company_id = $1 and device_id = $2 order by name`,
    [tx.scope.company_id, device_id],
    'configured_attributes',
  );
  return rows;
}

/** The tags of a device that the caller has found. */
export async function listTagsOfDevice(tx: Tx, device_id: number): Promise<DeviceDetails['tags']> {
  const { rows } = await tx.query<DeviceDetails['tags'][number]>(
    `select t.id, t.name, t.colour from plants.device_tag x join plants.tag t on t.company_id = x.company_id and t.id = x.tag_id
     where x.company_id = $1 and x.device_id = $2 order by t.name`,
    [tx.scope.company_id, device_id],
    'tags_of_device',
  );
  return rows;
}

/** Calculations that read a variable of the device; those of plants that the scope may not see are not named. */
export async function listFed(tx: Tx, device_id: number): Promise<DeviceDetails['feeds']> {
  const { rows } = await tx.query<DeviceDetails['feeds'][number]>(
    `select g.id, g.name, d.id as device_id, d.short_name
     from calc_group g join plants.device d on d.company_id = g.company_id and d.id = g.device_id
     where g.company_id = $1 and ($3::bigint[] is null or d.plant_id = any($3))
       and exists (select from calc_group_input i
                   where i.company_id = $1 and i.calc_group_id = g.id and i.device_id = $2)
     order by g.name limit 500`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
    'fed_by_device',
  );
  return rows;
}

/** The hours of a device that the caller has found, oldest first; those of the last seven days. */
export async function listHealthHours(tx: Tx, device_id: number, now: Date): Promise<HealthHour[]> {
  const { rows } = await tx.query<HealthHour>(
    `select ${iso('hour')} as hour, polls, answered, requests, failed,
            latency_sum_ms / nullif(requests - failed, 0) as latency_ms,
            case when requests > failed then latency_max_ms end as latency_max_ms
     from acquisition.device_health_hour where company_id = $1 and device_id = $2 and hour > $3::timestamptz - interval '7 days'
     order by hour limit 200`,
    [tx.scope.company_id, device_id, now],
    'health_hours',
  );
  return rows;
}
