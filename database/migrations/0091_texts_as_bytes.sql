-- What a search reads of records is kept as the bytes of its text in small letters: bytes are compared as they stand, in half the time
-- that texts take. A text holds another exactly where its bytes hold the other's. They are not compressed, as longer values of an index
-- are otherwise, row by row to be unpacked for each search.

drop view downtimes.downtime;
alter table downtime
  drop column found_in,
  drop column found_more,
  add column found_in bytea not null generated always as (
    decode(replace(lower(left(claim_number || chr(10) || insurer || chr(10) || notes, 600)), chr(92), chr(92) || chr(92)), 'escape')) stored,
  add column found_long bytea generated always as (
    case when length(claim_number || chr(10) || insurer || chr(10) || notes) > 600
         then decode(replace(lower(notes), chr(92), chr(92) || chr(92)), 'escape') end) stored;
alter table downtime
  alter column found_in set storage external,
  alter column found_long set storage external;
comment on column downtime.found_in is 'what a search reads of it first, in small letters';
comment on column downtime.found_long is 'of notes that are longer all of them, which a search reads, too';
create index downtime_found on downtime (company_id, start_at, id)
  include (plant_id, deleted_at, cause_id, stop_at, extent, planned, claim_state, energy_lost_kwh, earning_lost_eur, found_in)
  where deleted_at is null;
create index downtime_found_long on downtime (company_id, id) where found_long is not null;
create view downtimes.downtime with (security_invoker = true) as select * from public.downtime;
grant select on downtimes.downtime to meridiana_app;

alter table maintenance_report
  drop column found_in,
  drop column found_more,
  add column found_in bytea not null generated always as (
    decode(replace(lower(left(solved_problem, 600)), chr(92), chr(92) || chr(92)), 'escape')) stored,
  add column found_long bytea generated always as (
    case when length(solved_problem) > 600
         then decode(replace(lower(solved_problem), chr(92), chr(92) || chr(92)), 'escape') end) stored;
alter table maintenance_report
  alter column found_in set storage external,
  alter column found_long set storage external;
comment on column maintenance_report.found_in is 'what a search reads of it first, in small letters';
comment on column maintenance_report.found_long is 'of a longer text all of it, which a search reads, too';
create index maintenance_report_found on maintenance_report (company_id, number, id)
  include (plant_id, deleted_at, state, started_at, hours, found_in) where deleted_at is null;
create index maintenance_report_found_long on maintenance_report (company_id, id) where found_long is not null;

-- What else a list of requests is narrowed by stands beside the titles, too.
drop index maintenance_request_title;
create index maintenance_request_title on maintenance_request (company_id, found_in, id)
  include (plant_id, deleted_at, state, number, priority, due_at, urgency, created_at, type_id, assigned_user_id, assigned_firm_id,
           accepted_at, solved_at) where deleted_at is null;

-- Downtimes of devices are told by the index alone.
drop index downtime_device_device;
create index downtime_device_device on downtime_device (company_id, device_id, downtime_id);
-- Of which the figures are not known, as the index of those that are partial.
create index downtime_unknown on downtime (company_id, start_at desc, id desc) include (plant_id, stop_at, deleted_at)
  where energy_lost_kwh is null or earning_lost_eur is null;

-- How old requests are is told by an index of its own.
create index maintenance_request_created on maintenance_request (company_id, created_at, id)
  include (plant_id, deleted_at, state, number, due_at, urgency) where deleted_at is null;
