-- How the time of plants' days counted is kept, so that a month of a thousand plants is a sum.

create table availability_day (
  company_id            int not null,
  plant_id              bigint not null,
  day                   date not null,
  basis                 text not null check (length(basis) <= 100),
  energy_kwh            float8 not null,
  no_sun                float8 not null,
  raw_good              float8 not null,
  raw_bad               float8 not null,
  raw_missing           float8 not null,
  good                  float8 not null,
  bad                   float8 not null,
  missing               float8 not null,
  excused               float8 not null,
  excused_unheard       float8 not null,
  closed_good           float8 not null,
  closed_bad            float8 not null,
  closed_missing        float8 not null,
  closed_excused        float8 not null,
  closed_excused_unheard float8 not null,
  devices               jsonb not null check (jsonb_typeof(devices) = 'array'),
  made_at               timestamptz not null default now(),
  primary key (company_id, plant_id, day),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table availability_day is 'how the hours of a plant''s day counted, each device by its share of the power; one that is over';
comment on column availability_day.basis is 'digest of what it was made from: devices, readings, calendar, downtimes and rules; a day of another basis is made anew';
comment on column availability_day.good is 'hours by the cells of availability.model.ts';
comment on column availability_day.devices is '[device id, kWh, then place among the hours and hours by turns], the hours that are not zero (availability-day.model.ts)';

select enable_tenant_rls('availability_day');
select enable_plant_rls('availability_day', 'plant_id in scope');
grant select, insert, update, delete on availability_day to meridiana_app;
