import type pg from 'pg';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { IoProfile } from '../io-profile.model.ts';
import { standingWords, WRITTEN, wordHolds } from './held-lines.ts';
import { placeOf } from './places.ts';

/** A cabinet whose controller stands behind a port, as whoever polls that port sees it. */
export type FieldBox = {
  readonly box_id: number;
  readonly port_id: number;
  readonly unit_id: number;
  /** Where its pairing code was read, host:port/unit; null for one that must be claimed anew. */
  readonly place: string | null;
  /** Does its device stand elsewhere by now? Whoever answers there is somebody else. */
  readonly moved: boolean;
  /** Has it been brought times of its own, which it goes on with until it is brought others, or none? */
  readonly holds_times: boolean;
  readonly profile: IoProfile;
  readonly poll_s: number;
  /** Of the box and of its device. */
  readonly enabled: boolean;
  /** Does it belong to a municipality? */
  readonly paired: boolean;
  readonly auto_mode: boolean;
  /** When somebody wanted to know it last. */
  readonly asked_ms: number | null;
  /** When its times were made last; null without any. */
  readonly wanted_ms: number | null;
};

const OF_PORTS = `from io_controller i
     join lighting_box b on b.company_id = i.company_id and b.id = i.box_id
     join plants.device d on d.company_id = i.company_id and d.id = i.device_id
     left join plants.port p on p.company_id = d.company_id and p.id = d.port_id`;
const MOVED = `i.place is distinct from ${placeOf('d', 'p')}`;

/** The cabinets behind these ports. */
export async function listFieldBoxes(
  pool: pg.Pool,
  scope: Scope,
  port_ids: readonly number[],
): Promise<FieldBox[]> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<FieldBox>(
        `select i.box_id, d.port_id, d.unit_id, i.place, ${MOVED} as moved, t.written_at is not null as holds_times, i.profile, i.poll_s, b.enabled and d.enabled as enabled,
                b.municipality_id is not null as paired, b.auto_mode,
                extract(epoch from i.asked_at)::float8 * 1000 as asked_ms,
                extract(epoch from t.wanted_at)::float8 * 1000 as wanted_ms
         ${OF_PORTS}
         left join box_timetable t on t.company_id = i.company_id and t.box_id = i.box_id
         where i.company_id = $1 and d.port_id = any($2::bigint[]) and d.unit_id is not null
         order by i.box_id`,
        [scope.company_id, port_ids],
        'lighting_field_boxes',
      );
      return rows;
    },
    'read only',
  );
}

export type WantedTable = {
  readonly box_id: number;
  readonly wanted: unknown;
  /** Were they read back as they should be, and did they come into force? */
  readonly verified: boolean;
  /** When they were made, to the microsecond. */
  readonly wanted_at: string;
};

/** The times that these cabinets should hold. */
export async function listWanted(
  pool: pg.Pool,
  scope: Scope,
  box_ids: readonly number[],
): Promise<WantedTable[]> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<WantedTable>(
        `select box_id, wanted, state = 'verified' as verified, wanted_at::text as wanted_at from box_timetable where company_id = $1 and box_id = any($2::bigint[])`,
        [scope.company_id, box_ids],
        'lighting_wanted',
      );
      return rows;
    },
    'read only',
  );
}

/** A word that holds against the schedule. */
export type StandingOverride = {
  readonly box_id: number;
  readonly lines: number[];
  readonly on: boolean;
  readonly from_ms: number;
  readonly until_ms: number;
};

/** The overrides of these cabinets that are in force: on each line the newest word. */
export async function listOverrides(
  pool: pg.Pool,
  scope: Scope,
  box_ids: readonly number[],
): Promise<StandingOverride[]> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<StandingOverride>(
        `select w.box_id, w.lines, w.turn_on as "on", extract(epoch from w.sent_at)::float8 * 1000 as from_ms,
                extract(epoch from w.override_until)::float8 * 1000 as until_ms
         from ${standingWords('now()', `k.box_id = any($2::bigint[]) and k.sent_at is not null and ${wordHolds('k', WRITTEN)}`)} w
         order by w.id`,
        [scope.company_id, box_ids],
        'lighting_overrides',
      );
      return rows;
    },
    'read only',
  );
}

/** The state of a box's table, as it was compared. */
export type ComparedTable = {
  readonly box_id: number;
  readonly state: 'verified' | 'differs' | 'failed';
  readonly fault: string;
  readonly read_back: unknown[] | null;
  readonly written: boolean;
  readonly again_s: number;
};

/** The same with the times that it was compared with: when they were made. */
export type ComparedWanted = ComparedTable & Pick<WantedTable, 'wanted_at'>;

/**
 * Cabinets behind these ports whose times are not in their controllers yet, and are to be tried now, where they were claimed. One that no
 * municipality has, or that is out of use, is brought none in the place of those that it holds.
 */
export async function listTablesDue(
  pool: pg.Pool,
  scope: Scope,
  port_ids: readonly number[],
): Promise<number[]> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<{ box_id: number }>(
        `select i.box_id ${OF_PORTS}
         join box_timetable t on t.company_id = i.company_id and t.box_id = i.box_id
         where i.company_id = $1 and d.port_id = any($2::bigint[]) and t.state <> 'verified' and t.next_try_at <= now()
           and (b.municipality_id is not null or t.written_at is not null) and not (${MOVED})
         order by t.next_try_at limit 500`,
        [scope.company_id, port_ids],
        'lighting_tables_due',
      );
      return rows.map(({ box_id }) => box_id);
    },
    'read only',
  );
}

/** Keeps what was found in the controllers; where other times are wanted by now they are to be compared anew. */
export async function saveTables(
  pool: pg.Pool,
  scope: Scope,
  { tables, now }: { tables: readonly ComparedWanted[]; now: Date },
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `update box_timetable t set state = x.state, fault = x.fault, read_back = coalesce(x.read_back, t.read_back),
              written_at = case when x.written then $3::timestamptz else t.written_at end,
              compared_at = case when x.read_back is null then t.compared_at else $3::timestamptz end,
              next_try_at = $3::timestamptz + make_interval(secs => x.again_s)
       from jsonb_to_recordset($2::jsonb)
         as x(box_id bigint, state text, fault text, read_back jsonb, written boolean, again_s float8, wanted_at timestamptz)
       where t.company_id = $1 and t.box_id = x.box_id and t.wanted_at = x.wanted_at`,
      [scope.company_id, JSON.stringify(tables), now],
      'lighting_save_tables',
    );
    await notifyTopics(tx, ['lighting']);
  });
}
