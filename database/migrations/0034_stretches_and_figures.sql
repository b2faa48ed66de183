-- History by stretches and months instead of days: packed readings of a device without a row for each day, and the figures
-- of a month's days in one value. What stands in obs_day and obs_month is moved while the program runs; a device's month is
-- either there or in obs_figures.

-- Readings that left the hot table. Fresh ones land in small stretches (levels 0 and 1, by the month in which they land) and
-- are joined to large ones (level 2) when the month is over: what the small ones took is truncated, not left as holes.
create table obs_stretch (
  company_id int not null,
  device_id  bigint not null,
  start_at   timestamptz not null,
  last_at    timestamptz not null,
  readings   int not null,
  instants   int not null,
  level      smallint not null,
  packed     bytea not null,
  primary key (company_id, device_id, start_at, level)
) partition by list (level);
create table obs_stretch_landing_0 partition of obs_stretch for values in (0);
create table obs_stretch_landing_1 partition of obs_stretch for values in (1);
create table obs_stretch_whole partition of obs_stretch for values in (2);
-- Compressed already: PostgreSQL shall not try again.
alter table obs_stretch alter column packed set storage external;
alter table obs_stretch_landing_0 alter column packed set storage external;
alter table obs_stretch_landing_1 alter column packed set storage external;
alter table obs_stretch_whole alter column packed set storage external;
comment on table obs_stretch is 'readings of a device from its first to its last instant, both included, packed (packed-stretch.ts); stretches of a device never overlap, whatever their levels; rows in obs for the same time came later and win slot by slot';
comment on column obs_stretch.readings is 'values and qualities in it; about 8,192 make a whole one';

create table obs_figures (
  company_id int not null,
  device_id  bigint not null,
  month      date not null check (extract(day from month) = 1),
  days       int not null,
  expired    int not null default 0,
  zone       text not null,
  figures    bytea not null,
  primary key (company_id, device_id, month)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
alter table obs_figures alter column figures set storage external;
comment on table obs_figures is 'what the readings of each day of a device''s month come to, slot by slot (packed-figures.ts)';
comment on column obs_figures.days is 'the days that have figures: bit 0 is the month''s first';
comment on column obs_figures.expired is 'those of them whose readings were let go: their figures stay and are never made anew';
comment on column obs_figures.zone is 'the time zone whose midnights are the borders of these days; a month is of one zone as a whole';

create table obs_year (
  company_id int not null,
  device_id  bigint not null,
  year       smallint not null,
  n          int[] not null,
  sum        float8[] not null,
  energy     float8[] not null,
  primary key (company_id, device_id, year)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table obs_year is 'what the months of a device''s year come to: 12 places for each slot; always made from obs_figures in the transaction that changes these';

do $$
declare tab text;
begin
  foreach tab in array array['obs_stretch', 'obs_figures', 'obs_year'] loop
    perform enable_tenant_rls(tab::regclass);
    perform enable_plant_rls(tab::regclass, 'device_id in (select public.devices_in_scope())');
    execute format('grant select, insert, update, delete on %I to meridiana_app', tab);
  end loop;
  foreach tab in array array['obs_stretch_landing_0', 'obs_stretch_landing_1', 'obs_stretch_whole'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
  end loop;
end $$;

-- The days of which something is stored, in either layout, for whoever marks days or asks from when there are any.
create view measurements.stored_day with (security_invoker = true) as
  select f.company_id, f.device_id, f.month + d as day, f.expired & (1 << d) <> 0 as expired
  from public.obs_figures f cross join generate_series(0, 30) d where f.days & (1 << d) <> 0
  union all
  select company_id, device_id, day, expired from public.obs_day;
grant select on measurements.stored_day to meridiana_app;

-- A landing partition that nobody has anything in any more gives its room back. The lock is asked for briefly: writers come first.
create function cross_tenant_empty_landing(landing smallint) returns boolean
language plpgsql security definer set search_path = pg_catalog set lock_timeout = '500ms' as $$
declare
  part text := format('obs_stretch_landing_%s', landing);
begin
  if landing not in (0, 1) then raise exception 'no landing %', landing using errcode = '22023'; end if;
  if pg_relation_size(format('public.%I', part)::regclass) = 0 then return false; end if;
  if exists (select from public.obs_stretch s where s.level = landing) then return false; end if;
  execute format('lock table public.%I in access exclusive mode', part);
  if exists (select from public.obs_stretch s where s.level = landing) then return false; end if;
  execute format('truncate table public.%I', part);
  return true;
end $$;
comment on function cross_tenant_empty_landing(smallint) is 'truncates a landing partition if it holds no stretch of any company: those that were joined were taken out with the joining';

-- The same for the old layout, once all was moved.
create function cross_tenant_empty_old_days() returns boolean
language plpgsql security definer set search_path = pg_catalog set lock_timeout = '500ms' as $$
begin
  if pg_relation_size('public.obs_day'::regclass) + pg_relation_size('public.obs_month'::regclass) = 0 then return false; end if;
  if exists (select from public.obs_day) or exists (select from public.obs_month) then return false; end if;
  lock table public.obs_day, public.obs_month in access exclusive mode;
  if exists (select from public.obs_day) or exists (select from public.obs_month) then return false; end if;
  truncate table public.obs_day, public.obs_month;
  return true;
end $$;
comment on function cross_tenant_empty_old_days() is 'truncates the tables of the layout by days if nothing of any company is left in them';

revoke execute on function cross_tenant_empty_landing(smallint), cross_tenant_empty_old_days() from public;
grant execute on function cross_tenant_empty_landing(smallint), cross_tenant_empty_old_days() to meridiana_app;
