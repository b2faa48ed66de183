-- Expected energy: what a plant's days should have come to, and the typical years of their sites.

create table typical_year (
  company_id  int not null,
  plant_id    bigint not null,
  format      text not null check (format in ('pvgis', 'epw')),
  file_name   text not null default '' check (length(file_name) <= 200),
  latitude    double precision not null check (latitude between -90 and 90),
  longitude   double precision not null check (longitude between -180 and 180),
  offset_h    double precision not null,
  hours       bytea not null check (octet_length(hours) <= 400000),
  digest      text not null check (length(digest) = 64),
  imported_at timestamptz not null default now(),
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
alter table typical_year alter column hours set storage external;
comment on table typical_year is 'the typical weather of a plant''s site, from a file of PVGIS or in EPW';
comment on column typical_year.hours is '8760 hours from 1 January 00:00 UTC of each field, packed (packed-year.ts)';
comment on column typical_year.offset_h is 'how long after an hour''s begin its irradiance stands for';
comment on column typical_year.digest is 'of what was read: days are made anew when it changes';

create table expected_day (
  company_id     int not null,
  plant_id       bigint not null,
  day            date not null,
  basis          text not null check (length(basis) <= 100),
  inputs         smallint[] not null,
  temperature    smallint not null,
  measured       boolean not null,
  sun_hours      smallint not null,
  missing_hours  double precision not null,
  sums           double precision[] not null,
  hours          bytea not null,
  neighbour_id   bigint,
  made_at        timestamptz not null default now(),
  primary key (company_id, plant_id, day),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
alter table expected_day alter column hours set storage external;
comment on table expected_day is 'what a plant should have made on a day that is over, beside what it made';
comment on column expected_day.basis is 'digest of what it was made from: the plant''s model and inputs, and what was measured; a day of another basis is made anew';
comment on column expected_day.inputs is 'of each section, its place among INPUTS (inputs.model.ts)';
comment on column expected_day.temperature is 'its place among TEMPERATURES';
comment on column expected_day.measured is 'whether the sun of all sections was measured: only then a performance ratio means something';
comment on column expected_day.missing_hours is 'hours with sun that are in no sum, in hours of the whole plant';
comment on column expected_day.sums is 'kWh in the order of PAIRED (expected-day.model.ts)';
comment on column expected_day.hours is 'float32 by hour: expected, actual, irradiation, then expected of each section (packed-hours.ts)';
comment on column expected_day.neighbour_id is 'the plant whose sensor was used';

do $$
declare tab text;
begin
  foreach tab in array array['typical_year', 'expected_day'] loop
    perform enable_tenant_rls(tab::regclass);
    perform enable_plant_rls(tab::regclass, 'plant_id in scope');
    execute format('grant select, insert, update, delete on %I to meridiana_app', tab);
  end loop;
end $$;
