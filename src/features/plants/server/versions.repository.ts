import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';

/** Versions that are kept of a device; beyond them the oldest go. */
export const VERSIONS_KEPT = 1000;

const PORT = `(select jsonb_build_object('id', o.id, 'name', o.name, 'protocol', o.protocol, 'type', o.type, 'framer', o.framer,
    'host', o.host, 'port', o.port, 'tty', o.tty, 'timeout_ms', o.timeout_ms, 'baudrate', o.baudrate, 'bytesize', o.bytesize,
    'parity', o.parity, 'stopbits', o.stopbits, 'gap_ms', o.gap_ms, 'window', o."window", 'enabled', o.enabled)
  from port o where o.company_id = $1 and o.id = d.port_id)`;

const DEVICE = `jsonb_build_object('short_name', d.short_name, 'description', d.description, 'category', d.category,
    'category_id', d.category_id, 'section_id', d.section_id, 'port_id', d.port_id, 'unit_id', d.unit_id,
    'nominal_power', d.nominal_power, 'serial_number', d.serial_number, 'manufacturer', d.manufacturer, 'model', d.model,
    'panel_watt', d.panel_watt, 'number_of_panels', d.number_of_panels, 'number_of_strings', d.number_of_strings,
    'kw_peak', d.kw_peak, 'network', d.network, 'subnet', d.subnet, 'byte_order', d.byte_order, 'virtual', d.virtual,
    'template', d.template, 'interval_s', d.interval_s, 'slow_interval_s', d.slow_interval_s, 'enabled', d.enabled,
    'in_bin', d.deleted_at is not null)`;

// A variable without a list of values is told as it was before there were any: no version differs by that alone.
const VARIABLES = `coalesce((
  select jsonb_agg(case when x.value_table is null then to_jsonb(x) - 'value_table' else to_jsonb(x) end order by x.slot) from (
    select v.id, n.name, v.slot, v.function_code, v.address, v.data_type, v.word_order, v.bit, v.bit_count, v.factor,
           v.value_offset, v.scale_address, v.sentinel, v.unit, v.decimals, v.colour, v.group_name, v.value_table, v.poll,
           v.enabled
    from variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
    where v.company_id = $1 and v.device_id = d.id and v.deleted_at is null) x), '[]')`;

const ATTRIBUTES = `coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'function_code', a.function_code,
    'address', a.address, 'length', a.length, 'swapped', a.swapped) order by a.name)
  from device_attribute a where a.company_id = $1 and a.device_id = d.id), '[]')`;

/**
 * Writes a version of each of these devices whose configuration is not what its last version says, in the transaction of
 * the change. `user_id` null: found so, changed by nobody who said so.
 */
export async function writeVersions(
  tx: Tx,
  { device_ids, action, user_id }: { device_ids: readonly number[]; action: string; user_id: number | null },
): Promise<void> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ device_id: number; number: number; snapshot: unknown }>(
      `with now as (
       select d.id, jsonb_build_object('port', ${PORT}, 'device', ${DEVICE}, 'variables', ${VARIABLES},
                                       'attributes', ${ATTRIBUTES}) as snapshot
       from device d where d.company_id = $1 and d.id = any($2::bigint[]))
     select now.id as device_id, coalesce(l.number, 0) + 1 as number, now.snapshot
     from now left join lateral (
       select x.number, x.snapshot from configuration_version x where x.company_id = $1 and x.device_id = now.id
       order by x.number desc limit 1) l on true
     where l.snapshot is distinct from now.snapshot`,
      [tx.scope.company_id, device_ids],
    );
    if (rows.length === 0) return;
    await tx.query(
      `insert into configuration_version (company_id, device_id, number, user_id, action, snapshot)
     select $1, u.device_id, u.number, $2, $3, u.snapshot::jsonb
     from unnest($4::bigint[], $5::int[], $6::text[]) u (device_id, number, snapshot) returning id`,
      [
        tx.scope.company_id,
        user_id,
        action,
        rows.map(({ device_id }) => device_id),
        rows.map(({ number }) => number),
        rows.map(({ snapshot }) => JSON.stringify(snapshot)),
      ],
    );
    const full = rows.filter(({ number }) => number > VERSIONS_KEPT);
    if (full.length === 0) return;
    await tx.query(
      `delete from configuration_version v using unnest($2::bigint[], $3::int[]) u (device_id, number)
     where v.company_id = $1 and v.device_id = u.device_id and v.number <= u.number - $4`,
      [tx.scope.company_id, full.map((row) => row.device_id), full.map((row) => row.number), VERSIONS_KEPT],
    );
  });
}
