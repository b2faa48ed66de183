-- What plants' days come to for money is kept, so that a year of a thousand plants is a sum.

create table revenue_day (
  company_id       int not null,
  plant_id         bigint not null,
  day              date not null,
  basis            text not null check (length(basis) <= 100),
  tariffs          text not null check (length(tariffs) <= 40),
  silent           boolean not null,
  hours            int not null check (hours between 0 and 25),
  produced_kwh     float8,
  exported_kwh     float8,
  used_kwh         float8,
  produced_missing int not null,
  exported_missing int not null,
  used_missing     int not null,
  market_eur       float8 not null,
  unpriced_kwh     float8 not null,
  unpriced_hours   int not null,
  mean_price       float8,
  amount_cents     bigint not null,
  has_amount       boolean not null,
  has_fee          boolean not null,
  made_at          timestamptz not null default now(),
  primary key (company_id, plant_id, day),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table revenue_day is 'what a plant''s day that is over comes to for money: energies, what the market paid, and what its tariffs bring';
comment on column revenue_day.basis is 'digest of what the energies and prices were made from; a day of another basis is made anew';
comment on column revenue_day.tariffs is 'digest of the tariffs, each in its version, by which amount_cents came about';
comment on column revenue_day.silent is 'nothing was heard of the plant on it';
comment on column revenue_day.market_eur is 'what was fed in at the hourly price of the plant''s zone, EUR, of the hours whose price is known';
comment on column revenue_day.mean_price is 'EUR/MWh';
comment on column revenue_day.amount_cents is 'sum of the amounts of its tariffs, each rounded to the cent; without yearly top-ups';

select enable_tenant_rls('revenue_day');
select enable_plant_rls('revenue_day', 'plant_id in scope');
grant select, insert, update, delete on revenue_day to meridiana_app;

-- Since when devices have readings, without a row for each of their days.
create view measurements.first_day with (security_invoker = true) as
  select company_id, device_id, min(day) as day from (
    select f.company_id, f.device_id, f.month + bit_count(((f.days & -f.days) - 1)::bit(32))::int as day
    from public.obs_figures f where f.days <> 0
    union all
    select company_id, device_id, day from public.obs_day) d
  group by company_id, device_id;
grant select on measurements.first_day to meridiana_app;

-- Who has a report sent is whoever changed last what is sent, and of two who change it at once the second is told.
alter table report_schedule add column version int not null default 1;
