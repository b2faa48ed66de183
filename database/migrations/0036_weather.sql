-- Weather. What providers say of a place is nobody's data: it is kept once for the installation, whoever has plants there, and
-- names no company. How clear the sky is over a plant is seen by that plant's own sensors, and is its company's.
create schema if not exists weather;
grant usage on schema weather to meridiana_app;

create table weather_place (
  provider   text not null check (length(provider) between 1 and 30),
  lat_tenths int not null check (lat_tenths between -900 and 900),
  lon_tenths int not null check (lon_tenths between -1800 and 1800),
  wanted_at  timestamptz not null,
  next_at    timestamptz not null,
  failures   int not null default 0,
  fault      text check (length(fault) <= 40),
  fetched_at timestamptz,
  answer     jsonb check (octet_length(answer::text) <= 200000),
  primary key (provider, lat_tenths, lon_tenths)
);
comment on table weather_place is 'what a provider said last of a place of a tenth of a degree';
comment on column weather_place.wanted_at is 'when some plant stood there last: what nobody wants is deleted';
comment on column weather_place.next_at is 'when it is asked for again; put off while somebody asks';
comment on column weather_place.fault is 'why it could not be renewed; null: it was';
create index weather_place_due on weather_place (provider, next_at);
grant select, insert, update, delete on weather_place to meridiana_app;

create table weather_provider (
  provider     text primary key check (length(provider) between 1 and 30),
  paused_until timestamptz,
  day          date not null,
  asked        int not null
);
comment on column weather_provider.asked is 'requests on that day (UTC), by all instances together';
grant select, insert, update on weather_provider to meridiana_app;

create table plant_sky (
  company_id int not null,
  plant_id   bigint not null,
  clearness  double precision not null check (clearness between 0 and 2),
  seen_at    timestamptz not null,
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
) with (fillfactor = 50);
comment on column plant_sky.clearness is 'share of the clear sky''s irradiance that the plant''s own sensors saw last';
select enable_tenant_rls('plant_sky');
select enable_plant_rls('plant_sky', 'plant_id in scope');
grant select, insert, update, delete on plant_sky to meridiana_app;
