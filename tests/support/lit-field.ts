import type pg from 'pg';
import { LIGHTING_PROFILE } from '../../simulators/lighting-registers.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';

/** Where a cabinet stands. */
export interface PlacedCabinet {
  readonly port: number;
  readonly unit_id: number;
  readonly serial: string;
}

export interface LitFieldOptions {
  readonly plant_id: number;
  readonly cabinets: readonly PlacedCabinet[];
  readonly poll_s?: number;
  readonly timeout_ms?: number;
  /** What a controller has not. */
  readonly profile?: object;
}

/** What a test wants to know of a command. */
export interface CommandRow {
  readonly id: number;
  readonly state: string;
  readonly fault: string;
  readonly results: Readonly<Record<string, string>>;
  readonly waited_ms: number | null;
}

/** Cabinets of one municipality behind ports of their own, each with six lines. @returns the boxes' ids in their order */
export async function makeCabinets(
  pool: pg.Pool,
  scope: Scope,
  { plant_id, cabinets, poll_s = 3600, timeout_ms = 300, profile = {} }: LitFieldOptions,
): Promise<number[]> {
  const ports = [...new Set(cabinets.map(({ port }) => port))];
  return inScope(pool, scope, async (tx) => {
    const { company_id } = scope;
    const { rows: made } = await tx.query<{ id: number; port: number }>(
      `insert into port (company_id, plant_id, name, host, port, timeout_ms)
       select $1, $2, 'Q' || p, '127.0.0.1', p, $4 from unnest($3::int[]) p returning id, port`,
      [company_id, plant_id, ports, timeout_ms],
    );
    const idOf = new Map(made.map(({ id, port }) => [port, id]));
    const [town] = (
      await tx.query<{ id: number }>(
        `insert into municipality (company_id, istat_code, name, latitude, longitude)
         select $1, lpad(($2::bigint % 1000000)::text, 6, '0'), 'Test', 44.5, 11.3
         on conflict (company_id, istat_code) do update set name = 'Test' returning id`,
        [company_id, plant_id],
      )
    ).rows;
    const { rows } = await tx.query<{ box_id: number }>(
      `with given as (
         select next_id() as box_id, next_id() as device_id, port_id, unit_id, serial, i
         from unnest($3::bigint[], $4::int[], $5::text[]) with ordinality as g(port_id, unit_id, serial, i)
       ), devices as (
         insert into device (company_id, id, plant_id, short_name, category, port_id, unit_id, interval_s)
         select $1, device_id, $2, 'Q' || device_id, 'other', port_id, unit_id, 60 from given
       ), boxes as (
         insert into lighting_box (company_id, id, municipality_id, serial, reg_number)
         select $1, box_id, $6, serial, 'R' || box_id from given
       ), lines as (
         insert into power_line (company_id, box_id, line)
         select $1, box_id, line from given, generate_series(1, 6) line
       ), controllers as (
         insert into io_controller (company_id, box_id, device_id, profile, poll_s, place)
         select $1, box_id, device_id, $7::jsonb, $8, lower(p.host) || ':' || p.port || '/' || unit_id
         from given join port p on p.company_id = $1 and p.id = port_id
       )
       select box_id from given order by i`,
      [
        company_id,
        plant_id,
        cabinets.map(({ port }) => idOf.get(port)),
        cabinets.map(({ unit_id }) => unit_id),
        cabinets.map(({ serial }) => serial),
        town?.id,
        JSON.stringify({ ...LIGHTING_PROFILE, ...profile }),
        poll_s,
      ],
    );
    return rows.map(({ box_id }) => box_id);
  });
}

let keys = 0;

export interface GivenCommand {
  readonly box_id: number;
  readonly lines: readonly number[];
  readonly turn_on: boolean;
  readonly origin?: 'person' | 'schedule';
  readonly expires_s?: number;
  readonly override_s?: number;
}

/** Commands as a person or the schedule gives them, and the notice of them. @returns their ids */
export async function command(
  pool: pg.Pool,
  scope: Scope,
  given: readonly GivenCommand[],
): Promise<number[]> {
  return inScope(pool, scope, async (tx) => {
    const rows = given.map(({ origin = 'person', expires_s = 60, override_s = null, ...one }) => {
      keys += 1;
      return { ...one, origin, expires_s, override_s, key: `test ${keys}` };
    });
    const made = await tx.query<{ id: number }>(
      `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, override_until, expires_at)
       select $1, x.box_id, x.lines, x.turn_on, x.key, x.origin, 1, now() + make_interval(secs => x.override_s),
              now() + make_interval(secs => x.expires_s)
       from jsonb_to_recordset($2::jsonb) as x(box_id bigint, lines int[], turn_on boolean, key text, origin text,
                                               override_s float8, expires_s float8) returning id`,
      [scope.company_id, JSON.stringify(rows)],
    );
    await tx.query('select pg_notify($1, $2)', ['lighting', String(scope.company_id)]);
    return made.rows.map(({ id }) => id);
  });
}

/** What became of commands, in the order of their ids. */
export async function commandsOf(pool: pg.Pool, scope: Scope, ids: readonly number[]): Promise<CommandRow[]> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<CommandRow>(
      `select id, state, fault, results, extract(epoch from confirmed_at - created_at)::float8 * 1000 as waited_ms
       from lighting_command where company_id = $1 and id = any($2::bigint[]) order by id`,
      [scope.company_id, ids],
    );
    return rows;
  });
}
