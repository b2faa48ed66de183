-- What the last thirty days of a home came to stands at the home: lists of thousands of homes read a row of each, not thirty.

alter table home add column month_produced_kwh  double precision;
alter table home add column month_produced_days int not null default 0;
alter table home add column month_faults        text[] not null default '{}'
  check (month_faults <@ array['produced_above_possible', 'fed_in_above_made', 'charged_above_available', 'used_below_zero']);
alter table home add column month_wrong_meter   text check (month_wrong_meter in ('production', 'exchange', 'battery'));
alter table home add column month_capacity_kwh  double precision;
alter table home add column month_whole_into    double precision not null default 0;
alter table home add column month_whole_out     double precision not null default 0;
alter table home add column month_whole_days    int not null default 0;
alter table home add column month_week_into     double precision not null default 0;
alter table home add column month_week_out      double precision not null default 0;
alter table home add column month_week_days     int not null default 0;
alter table home add column month_until         date;
comment on column home.month_until is 'the last of the thirty days of which the sums stand here; null: none, they are made of the days';
comment on column home.month_produced_kwh is 'of the thirty days until month_until, made with them: what was produced on those of which it is known';
comment on column home.month_produced_days is 'of how many of them the production is known: a day that is missing is not zero';
comment on column home.month_capacity_kwh is 'what its batteries said they can hold, the mean of the days on which they did';
comment on column home.month_whole_into is 'kWh into its batteries on the days of which both their energies are known, month_whole_days of them; out of them: month_whole_out';
comment on column home.month_week_into is 'the same of the last seven of these days';

comment on table changed_days is 'stretches of plants of which calendar or downtimes changed, and of homes whose readings or power did; a row goes when what is kept of these days has been made anew';

do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
  plants text := coalesce(current_setting('app.plants', true), '');
begin
  for company in select id_client from company order by id_client loop
    perform set_config('app.company_id', company::text, true), set_config('app.plants', 'all', true);
    update home set month_until = made_until where company_id = company;
    update home h set
      month_produced_kwh = d.produced_kwh, month_produced_days = d.produced_days, month_faults = d.faults,
      month_wrong_meter = d.wrong_meter, month_capacity_kwh = d.capacity_kwh,
      month_whole_into = d.whole_into, month_whole_out = d.whole_out, month_whole_days = d.whole_days,
      month_week_into = d.week_into, month_week_out = d.week_out, month_week_days = d.week_days
    from (
      select g.plant_id, sum(y.produced_kwh) as produced_kwh, count(y.produced_kwh) as produced_days,
             coalesce(array_agg(distinct y.fault) filter (where y.fault is not null), '{}') as faults,
             max(y.wrong_meter) as wrong_meter, avg(y.capacity_kwh) as capacity_kwh,
             coalesce(sum(y.charged_kwh) filter (where y.discharged_kwh is not null), 0) as whole_into,
             coalesce(sum(y.discharged_kwh) filter (where y.charged_kwh is not null), 0) as whole_out,
             count(y.charged_kwh + y.discharged_kwh) as whole_days,
             coalesce(sum(y.charged_kwh) filter (where y.discharged_kwh is not null and y.day > g.made_until - 7), 0) as week_into,
             coalesce(sum(y.discharged_kwh) filter (where y.charged_kwh is not null and y.day > g.made_until - 7), 0) as week_out,
             count(y.charged_kwh + y.discharged_kwh) filter (where y.day > g.made_until - 7) as week_days
      from home g join home_day y on y.company_id = company and y.plant_id = g.plant_id and y.day between g.made_until - 29 and g.made_until
      where g.company_id = company group by g.plant_id) d
    where h.company_id = company and h.plant_id = d.plant_id;
  end loop;
  perform set_config('app.company_id', named, true), set_config('app.plants', plants, true);
end $$;
