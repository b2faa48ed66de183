-- Master data of the field: plants, ports, devices, the catalogue of variable names and each device's variables.

create table plant (
  company_id       int not null references company (id_client),
  id               bigint generated always as identity,
  proj_code        text not null check (proj_code ~ '^[A-Za-z0-9_-]{1,32}$'),
  name             text not null check (length(name) between 1 and 120),
  production_type  text not null default 'photovoltaic'
                   check (production_type in ('photovoltaic','wind','hydro','biogas','cogeneration','other')),
  potenza_nominale double precision check (potenza_nominale >= 0),
  latitude         double precision check (latitude between -90 and 90),
  longitude        double precision check (longitude between -180 and 180),
  comune           text not null default '',
  time_zone        text not null default 'Europe/Rome',
  tilt_deg         double precision check (tilt_deg between 0 and 90),
  azimuth_deg      double precision check (azimuth_deg between 0 and 360),
  snooze_date      timestamptz,
  snooze_message   text not null default '',
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, proj_code)
);
comment on column plant.potenza_nominale is 'nominal power, kWp for photovoltaic plants, kW for others';
select app_wall('plant');
grant select, insert, update on plant to meridiana_app;

create table company_user_plant (
  company_id int not null,
  user_id    bigint not null,
  plant_id   bigint not null,
  primary key (company_id, user_id, plant_id),
  foreign key (company_id, user_id) references company_user (company_id, user_id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id)
);
select app_wall('company_user_plant');
grant select, insert, delete on company_user_plant to meridiana_app;

-- Hatch: what a user belongs to, read on each request, so that a dismissed user loses access at once.
create function hatch_memberships(of_user bigint)
returns table (id_client int, name text, description text, telephone text, tag_key text, company_slug text,
               enabled boolean, version int, roles text[], plants bigint[])
language sql stable security definer set search_path = pg_catalog as $$
  select c.id_client, c.name, c.description, c.telephone, c.tag_key, c.company_slug, c.enabled, c.version, u.roles,
         array(select p.plant_id from public.company_user_plant p where p.company_id = u.company_id and p.user_id = u.user_id)
  from public.company_user u join public.company c on c.id_client = u.company_id
  where u.user_id = of_user and c.enabled
  order by c.name, c.id_client
$$;

revoke execute on function hatch_memberships(bigint) from public;
grant execute on function hatch_memberships(bigint) to meridiana_app;

alter table api_key add foreign key (company_id, plant_id) references plant (company_id, id);

create table port (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  plant_id    bigint not null,
  name        text not null check (length(name) between 1 and 120),
  protocol    text not null default 'modbus' check (protocol in ('modbus')),
  framer      text not null default 'tcp' check (framer in ('tcp','rtu','ascii')),
  host        text not null check (length(host) between 1 and 253),
  port        int not null default 502 check (port between 1 and 65535),
  timeout_ms  int not null default 2000 check (timeout_ms between 50 and 60000),
  enabled     boolean not null default true,
  version     int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id)
);
select app_wall('port');
grant select, insert, update on port to meridiana_app;

create table device (
  company_id     int not null references company (id_client),
  id             bigint generated always as identity,
  plant_id       bigint not null,
  port_id        bigint,
  unit_id        int check (unit_id between 0 and 255),
  short_name     text not null check (short_name ~ '^[A-Za-z0-9_.-]{1,40}$'),
  description    text not null default '' check (length(description) <= 500),
  category       text not null default 'other'
                 check (category in ('inverter','production_meter','exchange_meter','weather_station','string_box','generator','other')),
  nominal_power  double precision check (nominal_power >= 0),
  serial_number  text,
  manufacturer   text not null default '',
  model          text not null default '',
  interval_s     int not null default 60 check (interval_s between 1 and 86400),
  attributes     jsonb not null default '{}',
  next_slot      int not null default 0,
  enabled        boolean not null default true,
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, plant_id, short_name),
  unique (company_id, serial_number),
  foreign key (company_id, plant_id) references plant (company_id, id),
  foreign key (company_id, port_id) references port (company_id, id),
  check (port_id is null or unit_id is not null)
);
comment on column device.interval_s is 'seconds between two readings: how often it is polled, and how long a power reading stands for when energy is integrated';
comment on column device.attributes is 'strings read from the device (firmware, serial number), each with the instant it was read';
select app_wall('device');
grant select, insert, update, delete on device to meridiana_app;

create table variable_name (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  name        text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  label_en    text not null,
  label_it    text not null,
  unit        text not null default '',
  decimals    int not null default 2 check (decimals between 0 and 6),
  colour      text not null default '' check (colour ~ '^(#[0-9A-Fa-f]{6})?$'),
  group_name  text not null default '',
  kind        text not null check (kind in ('gauge','counter','state')),
  quantity    text not null,
  version     int not null default 1,
  primary key (company_id, id),
  unique (company_id, name)
);
select app_wall('variable_name');
grant select, insert, update on variable_name to meridiana_app;

create table variable (
  company_id       int not null references company (id_client),
  id               bigint generated always as identity,
  device_id        bigint not null,
  variable_name_id bigint not null,
  slot             int not null check (slot between 0 and 499),
  function_code    smallint check (function_code between 1 and 4),
  address          int check (address between 0 and 65535),
  data_type        text check (data_type in ('bit','int16','uint16','int32','uint32','int64','uint64','float32','float64')),
  word_order       text not null default 'ABCD' check (word_order in ('ABCD','CDAB','BADC','DCBA')),
  bit              smallint check (bit between 0 and 15),
  factor           double precision not null default 1,
  value_offset     double precision not null default 0,
  scale_address    int check (scale_address between 0 and 65535),
  sentinel         boolean not null default false,
  enabled          boolean not null default true,
  version          int not null default 1,
  primary key (company_id, id),
  unique (company_id, device_id, slot),
  unique (company_id, device_id, variable_name_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, variable_name_id) references variable_name (company_id, id),
  check ((address is null) = (data_type is null) and (address is null) = (function_code is null))
);
comment on column variable.slot is 'place in the hot row''s array; appended, never used again';
comment on column variable.scale_address is 'register that holds a power of ten to multiply by (SunSpec scale factor)';
comment on column variable.sentinel is 'the type''s SunSpec "not implemented" value means missing';
select app_wall('variable');
grant select, insert, update, delete on variable to meridiana_app;

-- What happened to a counter: found by a drop, or entered by a person. Energy across it is never negative.
create table counter_event (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  device_id   bigint not null,
  slot        int not null,
  at          timestamptz not null,
  kind        text not null check (kind in ('reset','rollover','swap')),
  value_before double precision,
  value_after  double precision,
  found       boolean not null default true,
  primary key (company_id, id),
  unique (company_id, device_id, slot, at),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select app_wall('counter_event');
grant select, insert, update, delete on counter_event to meridiana_app;
