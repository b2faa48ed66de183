import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { BoxClaim, RegisterMap } from '../claims.contract.ts';
import type { IoProfile } from '../io-profile.model.ts';
import { placeOf } from './places.ts';

export interface ClaimRow extends Omit<BoxClaim, 'created_at' | 'ended_at'> {
  created_at: Date;
  ended_at: Date | null;
  profile: IoProfile;
}

const CLAIM = 'id, device_id, serial, reg_number, state, created_at, ended_at, box_id, profile';

export async function findClaim(tx: Tx, id: number): Promise<ClaimRow | undefined> {
  const { rows } = await tx.query<ClaimRow>(
    `select ${CLAIM} from box_claim where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** How many wrong codes were typed since: for a device, and by the person. Who claims takes their turn until the transaction ends. */
export async function countWrong(
  tx: Tx,
  { device_id, since }: { readonly device_id: number; readonly since: Date },
): Promise<{ of_device: number; of_person: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('box_claim'), $1)`, [tx.scope.company_id]);
  const { rows } = await tx.query<{ of_device: number; of_person: number }>(
    `select (count(*) filter (where device_id = $2))::int as of_device, (count(*) filter (where user_id = $3))::int as of_person
     from box_claim where company_id = $1 and created_at > $4 and state in ('wrong', 'waiting')`,
    [tx.scope.company_id, device_id, tx.scope.user_id, since],
  );
  return rows[0] ?? { of_device: 0, of_person: 0 };
}

/** Whether somebody has typed the code that the device shows, there where it stands. */
export async function isClaimed(
  tx: Tx,
  { device_id, place }: { readonly device_id: number; readonly place: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from box_claim where company_id = $1 and device_id = $2 and state = 'matched' and place = $3 limit 1`,
    [tx.scope.company_id, device_id, place],
  );
  return rowCount > 0;
}

/** Whether a controller of the company has the same outputs, clock, own times and pairing code by a manager's word. */
export async function isMapVouched(tx: Tx, profile: IoProfile): Promise<boolean> {
  const { rowCount } = await withEveryPlant(tx, () =>
    tx.query(
      `select from io_controller where company_id = $1 and map_vouched
         and profile -> 'coils' = $2::jsonb -> 'coils' and profile -> 'clock' = $2::jsonb -> 'clock'
         and profile -> 'timetable' = $2::jsonb -> 'timetable' and profile -> 'pairing' = $2::jsonb -> 'pairing' limit 1`,
      [tx.scope.company_id, JSON.stringify(profile)],
    ),
  );
  return rowCount > 0;
}

/** By which map the code was read that was typed last for the device, there where it stands. */
export async function findClaimedMap(
  tx: Tx,
  { device_id, place }: { readonly device_id: number; readonly place: string },
): Promise<Partial<IoProfile>> {
  const { rows } = await tx.query<{ profile: Partial<IoProfile> }>(
    `select profile from box_claim where company_id = $1 and device_id = $2 and state = 'matched' and place = $3
     order by id desc limit 1`,
    [tx.scope.company_id, device_id, place],
  );
  return rows[0]?.profile ?? {};
}

/** Maps by which a pairing code can be read, of boxes that are claimed already: all of them, or those by a manager's word. */
export async function listRegisterMaps(tx: Tx, every: boolean): Promise<RegisterMap[]> {
  const { rows } = await tx.query<RegisterMap>(
    `select c.profile, count(*)::int as boxes, min(b.serial) as serial
     from io_controller c join lighting_box b on b.company_id = $1 and b.id = c.box_id
     where c.company_id = $1 and c.profile -> 'pairing' <> 'null' and ($2::boolean or c.map_vouched)
     group by c.profile order by boxes desc, serial limit 50`,
    [tx.scope.company_id, every],
  );
  return rows;
}

/** Whether another box has the serial number. */
export async function isSerialTaken(tx: Tx, serial: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from lighting_box where company_id = $1 and serial = $2', [
    tx.scope.company_id,
    serial,
  ]);
  return rowCount > 0;
}

export interface NewClaim extends Pick<BoxClaim, 'device_id' | 'serial' | 'reg_number'> {
  readonly code: string;
  readonly profile: IoProfile;
  readonly now: Date;
}

export async function insertClaim(
  tx: Tx,
  { device_id, serial, reg_number, code, profile, now }: NewClaim,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into box_claim (company_id, device_id, user_id, serial, reg_number, code, profile, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      tx.scope.company_id,
      device_id,
      tx.scope.user_id,
      serial,
      reg_number,
      code,
      JSON.stringify(profile),
      now,
    ],
  );
  return rows[0]?.id ?? 0;
}

export interface WaitingClaim {
  id: number;
  device_id: number;
  port_id: number | null;
  unit_id: number | null;
  /** Where it is reached. */
  place: string | null;
  code: string;
  profile: IoProfile;
}

/** Claims whose code is to be read over these ports. */
export async function listWaiting(tx: Tx, port_ids: readonly number[]): Promise<WaitingClaim[]> {
  const { rows } = await tx.query<WaitingClaim>(
    `select c.id, c.device_id, d.port_id, d.unit_id, ${placeOf('d', 'p')} as place, c.code, c.profile from box_claim c
     join plants.device d on d.company_id = $1 and d.id = c.device_id
     left join plants.port p on p.company_id = $1 and p.id = d.port_id
     where c.company_id = $1 and c.state = 'waiting' and d.port_id = any($2::bigint[]) order by c.id`,
    [tx.scope.company_id, port_ids],
  );
  return rows;
}

/** What reading a code came to, and where it was read. */
export interface ReadCode {
  readonly id: number;
  readonly outcome: 'matched' | 'wrong' | 'silent' | 'sunspec';
  readonly place: string | null;
  readonly now: Date;
}

/** Ends a claim; whether it still waited. */
export async function endClaim(tx: Tx, { id, outcome, place, now }: ReadCode): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update box_claim set state = $3, ended_at = $4, place = $5 where company_id = $1 and id = $2 and state = 'waiting'`,
    [tx.scope.company_id, id, outcome, now, place],
  );
  return rowCount > 0;
}

/** The box of a claim that matched, unpaired; undefined where its serial number was taken meanwhile. */
export async function insertClaimed(tx: Tx, { serial, reg_number }: ClaimRow): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into lighting_box (company_id, serial, reg_number) values ($1, $2, $3)
     on conflict (company_id, serial) do nothing returning id`,
    [tx.scope.company_id, serial, reg_number],
  );
  return rows[0]?.id;
}

/** Says which box came of a claim. */
export async function noteClaimed(
  tx: Tx,
  { id, box_id }: { readonly id: number; readonly box_id: number },
): Promise<void> {
  await tx.query('update box_claim set box_id = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    box_id,
  ]);
}
