-- Lists of 100,000 records: each order has its index, also the other way round with what is null last, and what the filters ask stands
-- beside it. A search reads texts of all records, from an index that holds their beginnings in small letters: `ilike` of the rows
-- themselves takes six times as long. No index finds a part of a text here, for row-level security lets none answer by an operator
-- that might tell what it has seen.

drop index downtime_by_start;
create index downtime_by_start on downtime (company_id, start_at desc, id desc)
  include (plant_id, stop_at, deleted_at, cause_id, planned, claim_state, energy_lost_kwh, earning_lost_eur);
create index downtime_by_stop_at on downtime (company_id, stop_at, id)
  include (plant_id, deleted_at, cause_id, planned, claim_state);
create index downtime_by_stop_at_last on downtime (company_id, stop_at desc nulls last, id desc)
  include (plant_id, deleted_at, cause_id, planned, claim_state);
create index downtime_by_energy_lost_kwh on downtime (company_id, energy_lost_kwh, id)
  include (plant_id, deleted_at, cause_id, planned, claim_state);
create index downtime_by_energy_lost_kwh_last on downtime (company_id, energy_lost_kwh desc nulls last, id desc)
  include (plant_id, deleted_at, cause_id, planned, claim_state);
create index downtime_by_earning_lost_eur on downtime (company_id, earning_lost_eur, id)
  include (plant_id, deleted_at, cause_id, planned, claim_state);
create index downtime_by_earning_lost_eur_last on downtime (company_id, earning_lost_eur desc nulls last, id desc)
  include (plant_id, deleted_at, cause_id, planned, claim_state);
create index downtime_partial on downtime (company_id, start_at desc, id desc) include (plant_id, stop_at, deleted_at)
  where (loss_detail ->> 'missing_hours')::float8 > 0;

-- An entry of an index holds 2,700 bytes.
alter table downtime
  add column found_in text not null
    generated always as (lower(left(claim_number || chr(10) || insurer || chr(10) || notes, 600))) stored,
  add column found_more boolean not null
    generated always as (length(claim_number || chr(10) || insurer || chr(10) || notes) > 600) stored;
comment on column downtime.found_in is 'what a search reads of it first';
comment on column downtime.found_more is 'its notes are longer: a search reads them, too';
create index downtime_found on downtime (company_id, start_at, id)
  include (plant_id, deleted_at, cause_id, found_in, found_more) where deleted_at is null;
create index downtime_found_more on downtime (company_id, id) where found_more;
create or replace view downtimes.downtime with (security_invoker = true) as select * from public.downtime;

alter table maintenance_report
  add column found_in text not null generated always as (lower(left(solved_problem, 600))) stored,
  add column found_more boolean not null generated always as (length(solved_problem) > 600) stored;
comment on column maintenance_report.found_in is 'what a search reads of it first';
comment on column maintenance_report.found_more is 'its text is longer: a search reads it, too';
create index maintenance_report_found on maintenance_report (company_id, number, id)
  include (plant_id, deleted_at, state, found_in, found_more) where deleted_at is null;
create index maintenance_report_found_more on maintenance_report (company_id, id) where found_more;

alter table maintenance_request add column found_in text not null generated always as (lower(title)) stored;
comment on column maintenance_request.found_in is 'what a search reads of it, and its order by title';
drop index maintenance_request_title;
create index maintenance_request_title on maintenance_request (company_id, found_in, id)
  include (plant_id, deleted_at, state, number, priority) where deleted_at is null;
