-- Irradiance that weather providers say of hours that are over, kept by place as the weather itself is (0036): nobody's data, and no
-- company's name. Expected energy of days rests on it where no sensor measured the sun.
create table place_irradiance (
  lat_tenths int not null check (lat_tenths between -900 and 900),
  lon_tenths int not null check (lon_tenths between -1800 and 1800),
  day        date not null,
  provider   text not null check (length(provider) between 1 and 30),
  ghi_wm2    real[] not null check (cardinality(ghi_wm2) = 24 and 0 <= all (ghi_wm2) and 1500 >= all (ghi_wm2)),
  dni_wm2    real[] not null check (cardinality(dni_wm2) = 24 and 0 <= all (dni_wm2) and 1500 >= all (dni_wm2)),
  dhi_wm2    real[] not null check (cardinality(dhi_wm2) = 24 and 0 <= all (dhi_wm2) and 1500 >= all (dhi_wm2)),
  said_at    timestamptz not null,
  primary key (lat_tenths, lon_tenths, day, provider)
);
comment on table place_irradiance is 'irradiance of the hours of a day (UTC) at a place of a tenth of a degree, as a provider said it when they were over';
comment on column place_irradiance.ghi_wm2 is 'global horizontal, mean of each hour from 00:00 UTC; null: not said';
comment on column place_irradiance.dni_wm2 is 'direct normal, the same';
comment on column place_irradiance.dhi_wm2 is 'diffuse horizontal, the same';
comment on column place_irradiance.said_at is 'when something of it was said last that was not known before';
create index place_irradiance_day on place_irradiance (day);
grant select, insert, update, delete on place_irradiance to meridiana_app;

alter table expected_day add column weather_provider text check (length(weather_provider) between 1 and 30);
comment on column expected_day.weather_provider is 'the weather provider whose irradiance was used';
