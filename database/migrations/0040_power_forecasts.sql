-- Forecasts of plants' power as they were made, one for each plant and day, so that what was said can be held against what was
-- measured then.
create table power_forecast (
  company_id  int not null,
  plant_id    bigint not null,
  made_on     date not null,
  made_at     timestamptz not null,
  first_at    timestamptz not null,
  source      text not null check (length(source) between 1 and 30),
  basis       text not null check (basis in ('provider', 'sensor', 'clear_sky')),
  expected_kw real[] not null check (cardinality(expected_kw) = 72),
  actual_kw   real[] not null check (cardinality(actual_kw) = 24),
  primary key (company_id, plant_id, made_on),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column power_forecast.made_on is 'the day (UTC) on which it was made; the first of that day is kept';
comment on column power_forecast.expected_kw is 'mean power of each hour from first_at on; null: not known';
comment on column power_forecast.actual_kw is 'what was measured in the hours from 24 to 47; null: nothing was, or it is still to come';
select enable_tenant_rls('power_forecast');
select enable_plant_rls('power_forecast', 'plant_id in scope');
grant select, insert, update, delete on power_forecast to meridiana_app;
