-- Closed days leave the hot table for one compressed row each; what people may say of readings and keep of charts;
-- devices that speak by MQTT; what was refused on the way in.

-- The readings of a packed day are compressed already: PostgreSQL shall not try again.
alter table obs_day alter column packed set storage external;
comment on column obs_day.packed is 'the readings of [start_at, end_at), packed (packed-day.ts); rows in obs for the same time came later and win slot by slot until the day is packed anew';
alter table obs_day add column expired boolean not null default false;
comment on column obs_day.expired is 'the company keeps readings for a shorter time: those of this day were let go, its figures stay and are never made anew';
alter table obs_day add constraint expired_has_no_readings check (not (expired and packed is not null));
-- The days that still lie in the hot table, so that finding them costs nothing when there are years of packed ones.
create index obs_day_open on obs_day (company_id, end_at) where packed is null and not expired;

alter table company add column readings_kept_months int check (readings_kept_months between 15 and 600);
comment on column company.readings_kept_months is 'readings older than this are let go, the figures of their days stay; null keeps them for ever';

-- A UTC month whose readings are all packed leaves the hot table. The lock is asked for briefly: writers come first.
-- The look goes through the parent: a partition has no policy of its own, and would seem empty to everybody.
create function hatch_drop_partition(month_start date) returns boolean
language plpgsql security definer set search_path = pg_catalog set lock_timeout = '500ms' as $$
declare
  first_day date := date_trunc('month', month_start)::date;
  part text := 'obs_' || to_char(first_day, 'YYYYMM');
  begins timestamptz := first_day::timestamp at time zone 'UTC';
  ends timestamptz := (first_day + interval '1 month') at time zone 'UTC';
begin
  if ends > now() - interval '2 days' then
    raise exception 'the month of % is not over', first_day using errcode = '22008';
  end if;
  if to_regclass('public.' || part) is null then return false; end if;
  perform pg_advisory_xact_lock(7301, to_char(first_day, 'YYYYMM')::int);
  if exists (select from public.obs o where o.ts >= begins and o.ts < ends) then return false; end if;
  execute format('lock table public.%I in access exclusive mode', part);
  if exists (select from public.obs o where o.ts >= begins and o.ts < ends) then return false; end if;
  execute format('drop table public.%I', part);
  return true;
end $$;
comment on function hatch_drop_partition(date) is 'drops the month''s partition if it holds no reading of any company: those of packed days were taken out with the packing';

create table reading_mark (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  device_id   bigint not null,
  slots       int[],
  start_at    timestamptz not null,
  end_at      timestamptz not null,
  reason      text not null check (length(reason) between 1 and 500),
  created_by  bigint references user_account (id),
  created_at  timestamptz not null default now(),
  undone_by   bigint references user_account (id),
  undone_at   timestamptz,
  primary key (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  check (end_at > start_at)
);
comment on table reading_mark is 'readings of [start_at, end_at) that a person declared bad: they stay as they came and are counted nowhere until the mark is undone';
comment on column reading_mark.slots is 'null: all variables of the device';
create index on reading_mark (company_id, device_id, start_at) where undone_at is null;
select app_wall('reading_mark');
grant select, insert, update on reading_mark to meridiana_app;

create table saved_chart (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  owner_id    bigint not null references user_account (id),
  name        text not null check (length(name) between 1 and 120),
  shared      boolean not null default false,
  definition  jsonb not null,
  version     int not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (company_id, id)
);
comment on column saved_chart.definition is 'which series, over which period and how; checked by the contract on the way in and on the way out';
create index on saved_chart (company_id, owner_id);
select app_wall('saved_chart');
grant select, insert, update, delete on saved_chart to meridiana_app;

create table mqtt_credential (
  company_id   int not null references company (id_client),
  device_id    bigint not null,
  secret_hash  text not null,
  created_by   bigint references user_account (id),
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on table mqtt_credential is 'a device that publishes by itself: its user name is c<company>-d<device>, its topic follows from that name';
select app_wall('mqtt_credential');
grant select, insert, update, delete on mqtt_credential to meridiana_app;

create table refused_reading (
  company_id  int not null references company (id_client),
  source      text not null check (source in ('http', 'mqtt', 'modbus')),
  device      text not null check (length(device) <= 80),
  reason      text not null check (length(reason) between 1 and 200),
  count       bigint not null,
  first_at    timestamptz not null default now(),
  last_at     timestamptz not null default now(),
  primary key (company_id, source, device, reason)
);
comment on table refused_reading is 'readings that came and could not be stored, counted by who sent them (as it named itself) and why; removed a month after the last one';
select app_wall('refused_reading');
grant select, insert, update, delete on refused_reading to meridiana_app;

revoke execute on function hatch_drop_partition(date) from public;
grant execute on function hatch_drop_partition(date) to meridiana_app;
