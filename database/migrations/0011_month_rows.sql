-- Sums over months and years without reading their days: one row for each device and local month, made from its day rows
-- whenever one of them is made.
create table obs_month (
  company_id int not null,
  device_id  bigint not null,
  month      date not null check (extract(day from month) = 1),
  n          int[] not null,
  sum        float8[] not null,
  min        float8[] not null,
  max        float8[] not null,
  energy     float8[] not null,
  recovered  float8[] not null,
  primary key (company_id, device_id, month)
);
comment on table obs_month is 'what a device''s day rows of a local month come to, slot by slot: never added to, always made anew from the rows in obs_day, in the transaction that changes one of them';
comment on column obs_month.month is 'the month''s first day';
comment on column obs_month.n is 'good readings; 0 where there is none, and null in the other columns then';
comment on column obs_month.energy is 'kWh, for slots that carry energy; null where no day has any, or where no float holds the sum';
comment on column obs_month.recovered is 'the part of energy that was booked when a counter returned after more than an hour of silence';
select app_wall('obs_month');
grant select, insert, update, delete on obs_month to meridiana_app;

-- The months of the days that are there. A day beyond 5e306 would let a month's sum overflow: such a sum is unknown.
insert into obs_month (company_id, device_id, month, n, sum, min, max, energy, recovered)
select company_id, device_id, month, array_agg(n order by slot), array_agg(sum order by slot), array_agg(min order by slot),
       array_agg(max order by slot), array_agg(energy order by slot), array_agg(recovered order by slot)
from (
  select d.company_id, d.device_id, date_trunc('month', d.day::timestamp)::date as month, s.slot,
         coalesce(sum(s.n), 0)::int as n,
         case when bool_or(abs(s.sum) > 5e306) is not true then sum(s.sum) filter (where s.n > 0 and abs(s.sum) <= 5e306) end as sum,
         min(s.min) as min, max(s.max) as max,
         case when bool_or(abs(s.energy) > 5e306) is not true then sum(s.energy) filter (where abs(s.energy) <= 5e306) end as energy,
         case when bool_or(abs(s.recovered) > 5e306) is not true then sum(s.recovered) filter (where abs(s.recovered) <= 5e306) end as recovered
  from obs_day d
  cross join lateral unnest(d.n, d.sum, d.min, d.max, d.energy, d.recovered) with ordinality
    as s(n, sum, min, max, energy, recovered, slot)
  group by 1, 2, 3, 4) as by_slot
group by company_id, device_id, month;
