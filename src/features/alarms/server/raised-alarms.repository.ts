import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode, RaisedCode } from '../../notifications/alarm-codes.model.ts';
import type { CardAlarm } from '../changes.model.ts';
import type { AlarmParams } from '../evaluation/active-alarm.model.ts';

interface RaisedRow extends CardAlarm {
  readonly id: number;
  readonly code: AlarmCode;
  readonly raised_for: string;
}

/** Open alarms that other areas raised; `archived`: their plant lies in the archive. */
export async function listRaised(tx: Tx): Promise<(RaisedRow & { readonly archived: boolean })[]> {
  const { rows } = await tx.query<RaisedRow & { archived: boolean }>(
    `select a.id, a.plant_id, a.device_id, a.port_id, a.code, a.raised_for, null::text as cause,
       not exists (select from plants.plant p where p.company_id = $1 and p.id = a.plant_id) as archived
     from alarm a where a.company_id = $1 and a.end_date is null and a.raised_for <> '' order by a.id`,
    [tx.scope.company_id],
    'alarm_raised',
  );
  return rows;
}

/** What is open of a code for some records, with what it says. */
export async function listRaisedFor(
  tx: Tx,
  code: RaisedCode,
  records: readonly string[],
): Promise<{ id: number; raised_for: string; params: AlarmParams; proj_code: string }[]> {
  const { rows } = await tx.query<{ id: number; raised_for: string; params: AlarmParams; proj_code: string }>(
    `select a.id, a.raised_for, a.params, p.proj_code
     from alarm a join plants.plant p on p.company_id = $1 and p.id = a.plant_id
     where a.company_id = $1 and a.end_date is null and a.raised_for <> '' and a.code = $2
       and split_part(a.raised_for, ':', 1) = any($3::text[])`,
    [tx.scope.company_id, code, records],
  );
  return rows;
}

/** Keeps what open alarms say now, and by what. */
export async function changeRaised(
  tx: Tx,
  changes: readonly { readonly id: number; readonly params: AlarmParams; readonly evidence: object }[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update alarm a set params = u.params, evidence = u.evidence
     from jsonb_to_recordset($2::jsonb) u (id bigint, params jsonb, evidence jsonb) where a.company_id = $1 and a.id = u.id`,
    [
      tx.scope.company_id,
      JSON.stringify(changes.map(({ id, params, evidence }) => ({ id, params, evidence }))),
    ],
  );
}
