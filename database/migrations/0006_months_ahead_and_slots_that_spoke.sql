-- When each slot last spoke, so that a delivery that comes late ends a fault exactly when it is newer than the fault.
alter table obs_last add column spoke_at timestamptz[];
comment on column obs_last.spoke_at is 'for each slot, the instant of its newest delivery, good or not: q tells how that was; null in rows from before this column';

-- The month's partition is made beside the table and then attached: attaching lets readers and writers of the other
-- months go on, which making it in place would lock out. The check spares attaching the look through its rows.
create or replace function hatch_ensure_partition(month_start date) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  first_day date := date_trunc('month', month_start)::date;
  part text := 'obs_' || to_char(first_day, 'YYYYMM');
  begins timestamptz := first_day::timestamp at time zone 'UTC';
  ends timestamptz := (first_day + interval '1 month') at time zone 'UTC';
begin
  if first_day < date '1999-12-01' or first_day > (now() + interval '2 months')::date then
    raise exception 'no partition for %', first_day using errcode = '22008';
  end if;
  if to_regclass('public.' || part) is not null then return; end if;
  perform pg_advisory_xact_lock(7301, to_char(first_day, 'YYYYMM')::int);
  if to_regclass('public.' || part) is not null then return; end if;
  execute format('create table public.%I (like public.obs including defaults including constraints)', part);
  execute format('alter table public.%I enable row level security', part);
  execute format('alter table public.%I force row level security', part);
  execute format('alter table public.%I add constraint of_month check (ts >= %L and ts < %L)', part, begins, ends);
  execute format('alter table public.obs attach partition public.%I for values from (%L) to (%L)', part, begins, ends);
  execute format('alter table public.%I drop constraint of_month', part);
end $$;
