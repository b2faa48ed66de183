import type { TownCabinet } from '../../../../simulators/lighting-town.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';

/** Where a cabinet is reached, and what it is. */
export interface PlacedCabinet {
  readonly cabinet: TownCabinet;
  readonly port: number;
  readonly unit_id: number;
}

export interface Town {
  readonly istat_code: string;
  readonly name: string;
  readonly province: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A municipality with the settings that a new one begins with. @returns its number */
export async function insertTown(tx: Tx, town: Town): Promise<number> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ id: number }>(
    `insert into municipality (company_id, istat_code, name, province, latitude, longitude)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [company_id, town.istat_code, town.name, town.province, town.latitude, town.longitude],
  );
  const id = rows[0]?.id ?? 0;
  await tx.query(
    `insert into municipality_settings (company_id, municipality_id, half_night) values ($1, $2, $3)`,
    [company_id, id, JSON.stringify([{ lines: [2], off: '00:30', on: '05:00' }])],
  );
  return id;
}

/** The port behind which cabinets stand. @returns its number */
export async function insertLitPort(
  tx: Tx,
  { plant_id, port }: { plant_id: number; port: number },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into port (company_id, plant_id, name, host, port, timeout_ms, "window")
     values ($1, $2, 'Quadri', '127.0.0.1', $3, 2000, 4)
     returning id`,
    [tx.scope.company_id, plant_id, port],
  );
  return rows[0]?.id ?? 0;
}

/** The demonstration's cabinets listen elsewhere since this start: that is no other cabinet. */
export async function moveCabinets(tx: Tx): Promise<void> {
  await tx.query(
    `update io_controller c set place = lower(p.host) || ':' || p.port || '/' || d.unit_id
     from device d join port p on p.company_id = $1 and p.id = d.port_id
     where c.company_id = $1 and d.company_id = $1 and d.id = c.device_id`,
    [tx.scope.company_id],
  );
}

/** Cabinets with their lines, lamps and controllers, each a device behind its port. @returns their numbers, in their order */
export async function insertCabinets(
  tx: Tx,
  cabinets: readonly PlacedCabinet[],
  at: { plant_id: number; municipality_id: number; port_id: number; profile: object },
): Promise<number[]> {
  const { company_id } = tx.scope;
  const given = cabinets.map(({ cabinet, unit_id }, place) => ({ ...flat(cabinet), unit_id, place }));
  const { rows } = await tx.query<{ id: number }>(
    `with given as (
       select next_id() as box_id, next_id() as device_id, x.*
       from jsonb_to_recordset($2::jsonb) as x(place int, unit_id int, serial text, reg_number text, name text, pod text,
                                               supply_code text, latitude float8, longitude float8, paired boolean, loads jsonb)
     ), devices as (
       insert into device (company_id, id, plant_id, short_name, description, category, port_id, unit_id, interval_s)
       select $1, device_id, $3, serial, name, 'other', $5, unit_id, 60 from given
     ), boxes as (
       insert into lighting_box (company_id, id, municipality_id, serial, reg_number, name, pod, supply_code, latitude, longitude)
       select $1, box_id, case when paired then $4::bigint end, serial, reg_number, name, pod, supply_code, latitude, longitude
       from given
     ), lines as (
       insert into power_line (company_id, box_id, line, name, load_nominal_kw)
       select $1, box_id, l.line, 'Linea ' || l.line, nullif(l.kw::float8, 0)
       from given, jsonb_array_elements_text(loads) with ordinality as l(kw, line)
     ), controllers as (
       insert into io_controller (company_id, box_id, device_id, profile, place)
       select $1, box_id, device_id, $6::jsonb, lower(p.host) || ':' || p.port || '/' || unit_id
       from given join port p on p.company_id = $1 and p.id = $5
     )
     select box_id as id from given order by place`,
    [
      company_id,
      JSON.stringify(given),
      at.plant_id,
      at.municipality_id,
      at.port_id,
      JSON.stringify(at.profile),
    ],
  );
  const ids = rows.map(({ id }) => id);
  const lights = cabinets.flatMap(({ cabinet }, i) =>
    cabinet.lights.map((light) => ({ ...light, box_id: ids[i] })),
  );
  await tx.query(
    `insert into light_point (company_id, box_id, line, code, lamp_kind, power_w, pole, street, latitude, longitude)
     select $1, x.box_id, x.line, x.code, x.lamp_kind, x.power_w, x.pole, x.street, x.latitude, x.longitude
     from jsonb_to_recordset($2::jsonb) as x(box_id bigint, line int, code text, lamp_kind text, power_w float8, pole text,
                                             street text, latitude float8, longitude float8)
     returning id`,
    [company_id, JSON.stringify(lights)],
  );
  return ids;
}

function flat({ definition, reg_number, name, pod, supply_code, latitude, longitude, paired }: TownCabinet) {
  const { serial, loads_kw } = definition;
  return { serial, reg_number, name, pod, supply_code, latitude, longitude, paired, loads: loads_kw };
}

/** What a kWh costs at the cabinets' supply points. */
export async function insertPrices(
  tx: Tx,
  pods: readonly string[],
  prices: readonly { from_day: string; eur_kwh: number }[],
): Promise<void> {
  await tx.query(
    `insert into pod_price (company_id, pod, from_day, eur_kwh)
     select $1, p.pod, x.from_day, x.eur_kwh
     from unnest($2::text[]) p(pod), jsonb_to_recordset($3::jsonb) as x(from_day date, eur_kwh float8)
     returning pod`,
    [tx.scope.company_id, pods, JSON.stringify(prices)],
  );
}

export interface LitHour {
  readonly hour: string;
  /** Which part of it was lit. */
  readonly share: number;
}

/** What a cabinet used in hours that are over, its load times the lit share of the hour, and the same by days of Rome. */
export async function insertLitHours(
  tx: Tx,
  { box_id, kw }: { readonly box_id: number; readonly kw: number },
  hours: readonly LitHour[],
): Promise<void> {
  await tx.query(
    `with made as (
       insert into box_hour (company_id, box_id, hour, kwh, known_s)
       select $1, $2, h.hour, $3 * h.share, 3600
       from jsonb_to_recordset($4::jsonb) as h(hour timestamptz, share float8)
       on conflict do nothing returning hour, kwh, known_s
     )
     insert into box_day (company_id, box_id, day, kwh, known_s)
     select $1, $2, (hour at time zone '${ITALY}')::date as day, sum(kwh), sum(known_s) from made group by 3
     on conflict do nothing`,
    [tx.scope.company_id, box_id, kw, JSON.stringify(hours)],
  );
}

/** For how long a cabinet's lines were lit, by days of Rome. */
export async function insertLitLines(
  tx: Tx,
  { box_id, lines }: { readonly box_id: number; readonly lines: readonly number[] },
  hours: readonly LitHour[],
): Promise<void> {
  await tx.query(
    `insert into line_day (company_id, box_id, line, day, lit_s)
     select $1, $2, l.line, (h.hour at time zone '${ITALY}')::date as day, sum(h.share) * 3600
     from unnest($3::int[]) l(line), jsonb_to_recordset($4::jsonb) as h(hour timestamptz, share float8)
     group by 3, 4 on conflict do nothing`,
    [tx.scope.company_id, box_id, lines, JSON.stringify(hours)],
  );
}
