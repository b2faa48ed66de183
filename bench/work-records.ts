import { insertDefaultCauses } from '../src/features/downtimes/server/causes.repository.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import type { Fleet } from './fleet.ts';
import type { BenchInstallation } from './installation.ts';

/** Words that texts are made of; the last of them stands in one record of a thousand. */
const WORDS = `(array['inverter', 'stringa', 'quadro', 'sfalcio', 'fusibile', 'ventola', 'contatore', 'modulo', 'cavo', 'sensore'])`;
const SENTENCE = `${WORDS}[1 + i % 10] || ' ' || ${WORDS}[1 + i / 10 % 10] || ', intervento ' || i || case when i % 1000 = 0 then ' grandine' else '' end`;
const LONG = `${SENTENCE} || '. ' || repeat('Verificato il funzionamento e ripristinato il servizio. ', 3)`;

const DEVICES = `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot)
  select $1, p.id, 'INV' || k, 'inverter', 300, 50, 1 from plant p, generate_series(1, 3) k where p.company_id = $1`;

/** Plants and devices by their place in the company, and the company's causes. */
const PLACES = `places as (
    select array(select id from plant where company_id = $1 order by id) as plants,
           array(select id from device where company_id = $1 order by plant_id, id) as devices,
           array(select id from downtime_cause where company_id = $1 order by id) as causes,
           array(select id from maintenance_type where company_id = $1 order by id) as types)`;
const PLANT = 'plants[1 + (i * 7919 % cardinality(plants))]';

const DOWNTIMES = `with ${PLACES}
  insert into downtime (company_id, plant_id, extent, start_at, stop_at, percentage, percentage_by, cause_id, planned, claim_state,
                        claim_number, insurer, repair_cost_eur, notes, loss_model, energy_counted_kwh, earning_counted_eur, loss_detail,
                        loss_answered, loss_counted_at)
  select $1, ${PLANT}, case i % 3 when 0 then 'plant' else 'devices' end, begun, case when i % 50 > 0 then begun + make_interval(hours => 1 + i % 90) end,
         i % 101, 'hand', causes[1 + i % cardinality(causes)], i % 9 = 0, case when i % 20 = 0 then 'reported' else 'none' end,
         case when i % 20 = 0 then 'SIN-' || i else '' end, case when i % 20 = 0 then 'Assicurazioni ' || i % 7 else '' end,
         i % 900, ${LONG}, 'expected', case when i % 30 > 0 then i % 5000 / 3.0 end, case when i % 30 > 0 then i % 700 / 3.0 end,
         jsonb_build_object('missing_hours', i % 4), 1, now()
  from places, generate_series(1, $2::int) i, lateral (select now() - make_interval(mins => i * 13) as begun) b`;
const DOWNTIME_DEVICES = `
  insert into downtime_device (company_id, downtime_id, device_id)
  select $1, d.id, (select v.id from device v where v.company_id = $1 and v.plant_id = d.plant_id order by v.id offset d.id % 3 limit 1)
  from downtime d where d.company_id = $1 and d.extent = 'devices'`;
const REQUESTS = `with ${PLACES}
  insert into maintenance_request (company_id, number, plant_id, type_id, priority, title, description, state, due_at, created_at,
                                   accepted_at, solved_at)
  select $1, i, ${PLANT}, types[1 + i % greatest(cardinality(types), 1)], (array['low', 'normal', 'normal', 'high', 'urgent'])[1 + i % 5], ${SENTENCE}, ${LONG},
         (array['closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'verified', 'solved', 'open', 'in_progress', 'declined'])[1 + i % 11],
         case when i % 3 > 0 then now() + make_interval(mins => (i - $2::int + 2000) * 13) end, now() - make_interval(mins => ($2 - i) * 13), now(), now()
  from places, generate_series(1, $2) i`;
const REQUEST_DEVICES = `insert into maintenance_request_device (company_id, request_id, device_id, plant_id)
  select $1, r.id, (select v.id from device v where v.company_id = $1 and v.plant_id = r.plant_id order by v.id limit 1), r.plant_id
  from maintenance_request r where r.company_id = $1 and r.number % 2 = 0`;
const REPORTS = `with ${PLACES}
  insert into maintenance_report (company_id, number, plant_id, request_id, state, closed_at, solved_problem, people_count, hours,
                                  started_at, ended_at, notes)
  select $1, i, r.plant_id, r.id, case when i % 10 = 0 then 'draft' else 'closed' end, case when i % 10 = 0 then null else now() end, ${LONG},
         1 + i % 4, i % 17 / 2.0, begun, begun + interval '2 hours', ${LONG}
  from places, generate_series(1, $2::int) i join maintenance_request r on r.company_id = $1 and r.number = i,
       lateral (select now() - make_interval(mins => ($2 - i) * 13) as begun) b`;
const REPORT_DEVICES = `insert into maintenance_report_device (company_id, report_id, device_id, plant_id)
  select r.company_id, m.id, r.device_id, r.plant_id from maintenance_request_device r
  join maintenance_report m on m.company_id = r.company_id and m.request_id = r.request_id where r.company_id = $1`;

/** So many downtimes, requests and reports of a company, with their devices. */
export async function makeRecords(
  { pool, arrange }: BenchInstallation,
  { scope }: Fleet,
  records: number,
): Promise<void> {
  const { company_id } = scope;
  const write = (sql: string, ...more: unknown[]) =>
    inScope(pool, scope, (tx) => tx.query(sql, [company_id, ...more]));
  await inScope(pool, scope, (tx) => insertDefaultCauses(tx));
  await write(DEVICES);
  await write(
    `insert into maintenance_type (company_id, name) select $1, 'Tipo ' || i from generate_series(1, 6) i`,
  );
  await arrange('analyze plant, device');
  // Without statistics of so many new rows, what looks a parent up reads the whole company instead.
  await write(DOWNTIMES, records);
  await arrange('analyze downtime');
  await write(DOWNTIME_DEVICES);
  await write(REQUESTS, records);
  await arrange('analyze maintenance_request');
  await write(REQUEST_DEVICES);
  await write(REPORTS, records);
  await arrange('analyze maintenance_report');
  await write(REPORT_DEVICES);
  await arrange('vacuum analyze');
}
