import type pg from 'pg';
import { saveMember } from '../../src/features/companies/server/companies.repository.ts';
import { insertAccount } from '../../src/features/identity/server/identity.repository.ts';
import type { Role } from '../../src/shared/contract/capabilities.ts';
import { hashPassword } from '../../src/shared/server/passwords.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany } from '../../tests/support/field.ts';
import type { BenchInstallation } from '../installation.ts';
import { DEVICES_OF_PLANT, insertFleet } from './fleet.ts';

const ALARMS = 100_000;
const EVENTS_EACH = 10;
const OPEN = 300;
const PASSWORD = 'a password for the bench of alarms';

/**
 * Two years of alarms, most of ten devices of a plant in one bad day; each with evidence, a tenth following from the one
 * before. The last ones of some plants stand open.
 */
const alarms = (company: number, devices: number): string => `
  with d as (select id, plant_id, row_number() over (order by id) - 1 as n from device
             where company_id = ${company})
  insert into alarm (company_id, plant_id, device_id, type, code, params, date, opened_at, end_date, count, last_at, evidence, acknowledged_at)
  select ${company}, d.plant_id, d.id, case when i % 3 = 0 then 'E' else 'W' end,
    (array['device_silent','inverter_fault','string_weak','no_production','under_expectation'])[1 + i % 5], '{"minutes": 5}',
    at, at + interval '5 minutes', case when i % ${Math.floor(ALARMS / OPEN) - 2} > 0 then at + (1 + i % 600) * interval '1 minute' end,
    1 + i % 4, case when i % 4 > 0 then at + interval '1 minute' end,
    jsonb_build_object('start', at, 'end', at, 'series', '[]'::jsonb, 'figures', '[]'::jsonb, 'readings',
      (select jsonb_agg(jsonb_build_object('device_id', d.id, 'short_name', 'INV', 'variable', 'ac_power_kw', 'at', at, 'value', i * r, 'unit', 'kW'))
       from generate_series(1, 10) r)),
    case when i % 2 = 0 then at + interval '1 hour' end
  from generate_series(1, ${ALARMS}) i
  cross join lateral (select now() - (${ALARMS} - i) * interval '2 years' / ${ALARMS} - interval '10 hours' as at) t
  join d on d.n = ((i / 10) * 7919 * ${DEVICES_OF_PLANT} + i % ${DEVICES_OF_PLANT}) % ${devices}
  order by i;
  update alarm a set cause_id = c.id from alarm c
  where a.company_id = ${company} and c.company_id = ${company} and a.id % 10 = 4 and c.id = a.id - 1;
  update alarm set assigned_to = (select min(user_id) from company_user where company_id = ${company})
  where company_id = ${company} and id % 5 = 0`;

const events = (company: number): string => `
  insert into alarm_event (company_id, alarm_id, at, kind, note, notified_at)
  select ${company}, a.id, a.date + k * interval '17 minutes',
    (array['opened','acknowledged','repeated','commented','repeated','assigned','repeated','commented','repeated','closed'])[k],
    case when k in (4, 8) then 'Seen on site, the fuse of the second row is blown' else '' end, now()
  from alarm a cross join generate_series(1, ${EVENTS_EACH}) k where a.company_id = ${company} order by a.id, k`;

/** What devices said themselves in the week that it is kept for, what was configured, planned work. */
const others = (company: number): string => `
  insert into device_log (company_id, device_id, at, kind, detail)
  select ${company}, d.id, now() - (k + random()) * interval '17 hours', (array['silent','answers'])[1 + k % 2],
    '{"reason": {"code": "timeout", "address": "10.1.2.3", "port": 502}}'
  from device d cross join generate_series(0, 9) k where d.company_id = ${company} order by k desc;
  insert into configuration_version (company_id, device_id, number, made_at, action, snapshot)
  select ${company}, d.id, k, now() - random() * interval '2 years', 'device.changed', '{"device": {"interval_s": 60}}'
  from device d cross join generate_series(1, 3) k where d.company_id = ${company};
  insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message, created_at, ended_at, end_reason)
  select ${company}, p.id, at, at + interval '2 days', 'Works at the transformer', at,
    case when at < now() - interval '2 days' then at + interval '2 days' end, case when at < now() - interval '2 days' then 'expired' end
  from plant p cross join generate_series(0, 9) k
  cross join lateral (select now() - (k * 70 + p.id % 70) * interval '1 day' as at) t where p.company_id = ${company};
  update plant p set snooze_date = s.ends_at, snooze_message = s.message from alarm_snooze s
  where p.company_id = ${company} and s.company_id = p.company_id and s.plant_id = p.id and s.ended_at is null`;

/** A company with two years of alarms behind it, and two people in it: one sees every plant, one a fiftieth of them. */
export interface AlarmHistory {
  readonly scope: Scope;
  readonly owner: Asking;
  readonly worker: Asking;
}

/** Asks one path as somebody; answers the text. @throws what was not answered well */
export type Asking = (path: string) => Promise<string>;

/** Somebody of the company, signed in. */
export async function signedIn(
  { pool, address }: BenchInstallation,
  scope: Scope,
  { name, roles, plants = 0 }: { name: string; roles: readonly Role[]; plants?: number },
): Promise<{ ask: Asking; headers: Record<string, string> }> {
  const email = `${name}@bench.example`;
  const password_hash = await hashPassword(PASSWORD);
  const user_id = await insertAccount(pool, { name, email, password_hash, language: 'it', confirmed: true });
  await inScope(pool, scope, async (tx) => {
    await saveMember(tx, { user_id: user_id ?? 0, first_name: name, last_name: '', roles });
    await tx.query(
      `insert into company_user_plant (company_id, user_id, plant_id)
       select company_id, $2, id from plant where company_id = $1 order by id limit $3`,
      [scope.company_id, user_id, plants],
    );
  });
  const login = await fetch(`${address}/user/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access } = (await login.json()) as { access: string };
  const headers = { authorization: `Bearer ${access}`, 'id-client': String(scope.company_id) };
  const ask = async (path: string): Promise<string> => {
    const response = await fetch(address + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
  return { ask, headers };
}

/** Fills a company with plants of ten devices and what happened to them. */
export async function makeHistory(bench: BenchInstallation, plants: number): Promise<AlarmHistory> {
  const pool: pg.Pool = bench.pool;
  const scope = await makeCompany(pool, 'Alarm history');
  await inScope(pool, scope, (tx) => insertFleet(tx, plants));
  const owner = await signedIn(bench, scope, { name: 'owner', roles: ['COMPANY_OWNER', 'APP_0'] });
  const worker = await signedIn(bench, scope, {
    name: 'worker',
    roles: ['WORKER', 'APP_0'],
    plants: Math.ceil(plants / 50),
  });
  for (const fill of [alarms, events, others])
    await bench.arrange(fill(scope.company_id, plants * DEVICES_OF_PLANT), scope.company_id);
  await bench.arrange('vacuum analyze');
  return { scope, owner: owner.ask, worker: worker.ask };
}
