-- The measurement store: one hot row for each device and instant, the last row of each device, one row for each
-- device and day. Closed days leave the hot table later; here they stay.

create table obs (
  company_id int not null,
  device_id  bigint not null,
  ts         timestamptz not null,
  vals       float8[] not null,
  q          bytea,
  primary key (company_id, device_id, ts)
) partition by range (ts);
comment on table obs is 'readings: vals[slot+1] is the value of the device''s variable with that slot; q null: all good, else one quality byte for each slot (0 good, 1 stale, 2 asleep, 3 missing, 4 failed)';
select app_wall('obs');
grant select, insert, update, delete on obs to meridiana_app;

create table obs_last (
  company_id int not null,
  device_id  bigint not null,
  ts         timestamptz not null,
  vals       float8[] not null,
  slot_ts    timestamptz[] not null,
  q          bytea,
  stored_at  timestamptz not null default now(),
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
) with (fillfactor = 50);
comment on column obs_last.slot_ts is 'for each slot, the instant of the value in vals (its last good one)';
select app_wall('obs_last');
grant select, insert, update, delete on obs_last to meridiana_app;

create table obs_dirty (
  company_id int not null,
  device_id  bigint not null,
  day        date not null,
  marked_at  timestamptz not null default now(),
  primary key (company_id, device_id, day)
);
comment on table obs_dirty is 'days (of the plant''s own zone) whose day row must be made anew from the readings';
select app_wall('obs_dirty');
grant select, insert, update, delete on obs_dirty to meridiana_app;

create table obs_day (
  company_id int not null,
  device_id  bigint not null,
  day        date not null,
  start_at   timestamptz not null,
  end_at     timestamptz not null,
  n          int[] not null,
  sum        float8[] not null,
  min        float8[] not null,
  max        float8[] not null,
  first      float8[] not null,
  last       float8[] not null,
  last_ts    timestamptz[] not null,
  energy     float8[] not null,
  recovered  float8[] not null,
  packed     bytea,
  primary key (company_id, device_id, day)
);
comment on column obs_day.energy is 'kWh of the day for slots that carry energy: a counter''s increase booked to this day, or a power''s integral; null elsewhere';
comment on column obs_day.recovered is 'the part of energy that was booked when a counter returned after more than an hour of silence';
select app_wall('obs_day');
grant select, insert, update, delete on obs_day to meridiana_app;

create function hatch_dirty_companies() returns table (company_id int)
language sql stable security definer set search_path = pg_catalog as $$
  select distinct d.company_id from public.obs_dirty d join public.company c on c.id_client = d.company_id
  where c.enabled order by 1
$$;

-- The month's partition, made when its first reading arrives. It inherits no grant: the program reads and writes through the parent only.
create function hatch_ensure_partition(month_start date) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  first_day date := date_trunc('month', month_start)::date;
  part text := 'obs_' || to_char(first_day, 'YYYYMM');
begin
  if first_day < date '1999-12-01' or first_day > (now() + interval '2 months')::date then
    raise exception 'no partition for %', first_day using errcode = '22008';
  end if;
  if to_regclass('public.' || part) is not null then return; end if;
  perform pg_advisory_xact_lock(7301, to_char(first_day, 'YYYYMM')::int);
  if to_regclass('public.' || part) is not null then return; end if;
  execute format('create table public.%I partition of public.obs for values from (%L) to (%L)', part,
                 first_day::timestamp at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
  execute format('alter table public.%I enable row level security', part);
  execute format('alter table public.%I force row level security', part);
end $$;

revoke execute on function hatch_dirty_companies(), hatch_ensure_partition(date) from public;
grant execute on function hatch_dirty_companies(), hatch_ensure_partition(date) to meridiana_app;
