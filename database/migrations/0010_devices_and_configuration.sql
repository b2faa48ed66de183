-- Devices configured in the browser: ports of every kind, categories, groups, tags and sections, versions of the
-- configuration, calculated variables, and what acquisition knows of each device's health.

-- Ports: serial ones, and how patient a gateway must be asked.
alter table port drop constraint port_host_check;
alter table port alter column host set default '';
alter table port add column type text not null default 'tcp' check (type in ('tcp','serial'));
alter table port add column tty text check (tty ~ '^/dev/[A-Za-z0-9_./-]{1,100}$' and tty !~ '\.\.');
alter table port add column baudrate int not null default 9600
  check (baudrate in (1200,2400,4800,9600,19200,38400,57600,115200));
alter table port add column bytesize smallint not null default 8 check (bytesize in (7,8));
alter table port add column parity text not null default 'none' check (parity in ('none','even','odd'));
alter table port add column stopbits smallint not null default 1 check (stopbits in (1,2));
alter table port add column gap_ms int not null default 0 check (gap_ms between 0 and 5000);
comment on column port.gap_ms is 'rest between an answer and the next request, for gateways that need one';
alter table port add column "window" smallint not null default 1 check ("window" between 1 and 16);
comment on column port."window" is 'requests in flight at once; more than one only over Modbus TCP, whose answers name their request';
alter table port add constraint port_way check (
  case type when 'tcp' then length(host) between 1 and 253 and tty is null
            else host = '' and tty is not null and framer in ('rtu','ascii') end);
alter table port add constraint port_window check ("window" = 1 or framer = 'tcp');
grant delete on port to meridiana_app;

create table plant_section (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  plant_id    bigint not null,
  name        text not null check (length(name) between 1 and 80),
  version     int not null default 1,
  primary key (company_id, id),
  unique (company_id, plant_id, name),
  foreign key (company_id, plant_id) references plant (company_id, id)
);
select app_wall('plant_section');
grant select, insert, update, delete on plant_section to meridiana_app;

create table device_category (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  name        text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  label_en    text not null check (length(label_en) between 1 and 120),
  label_it    text not null check (length(label_it) between 1 and 120),
  kind        text not null
              check (kind in ('inverter','production_meter','exchange_meter','weather_station','string_box','generator','other')),
  version     int not null default 1,
  primary key (company_id, id),
  unique (company_id, name)
);
comment on column device_category.kind is 'what the portal takes its devices for; device.category repeats it';
select app_wall('device_category');
grant select, insert, update, delete on device_category to meridiana_app;

create table variable_group (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  name        text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  label_en    text not null check (length(label_en) between 1 and 120),
  label_it    text not null check (length(label_it) between 1 and 120),
  colour      text not null default '' check (colour ~ '^(#[0-9A-Fa-f]{6})?$'),
  position    int not null default 0,
  version     int not null default 1,
  primary key (company_id, id),
  unique (company_id, name)
);
comment on table variable_group is 'variable_name.group_name and variable.group_name hold its name, or nothing';
select app_wall('variable_group');
grant select, insert, update, delete on variable_group to meridiana_app;
grant delete on variable_name to meridiana_app;

create table tag (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  name        text not null check (length(name) between 1 and 60),
  colour      text not null default '' check (colour ~ '^(#[0-9A-Fa-f]{6})?$'),
  description text not null default '' check (length(description) <= 500),
  version     int not null default 1,
  primary key (company_id, id),
  unique (company_id, name)
);
select app_wall('tag');
grant select, insert, update, delete on tag to meridiana_app;

-- Devices: every field of their configuration, and the bin.
alter table device add column section_id bigint;
alter table device add column category_id bigint;
alter table device add foreign key (company_id, section_id) references plant_section (company_id, id);
alter table device add foreign key (company_id, category_id) references device_category (company_id, id);
alter table device add column panel_watt double precision check (panel_watt >= 0);
alter table device add column number_of_panels int check (number_of_panels >= 0);
alter table device add column number_of_strings int check (number_of_strings >= 0);
alter table device add column kw_peak double precision check (kw_peak >= 0);
alter table device add column network text not null default '' check (length(network) <= 80);
alter table device add column subnet text not null default '' check (length(subnet) <= 80);
alter table device add column byte_order text not null default 'ABCD' check (byte_order in ('ABCD','CDAB','BADC','DCBA'));
comment on column device.byte_order is 'what its new variables start with; each variable keeps its own';
alter table device add column virtual boolean not null default false;
comment on column device.virtual is 'its variables are calculated from those of other devices; it has no port';
alter table device add column template boolean not null default false;
comment on column device.template is 'a pattern to copy: never polled, takes no readings';
alter table device add column slow_interval_s int not null default 900 check (slow_interval_s between 1 and 86400);
alter table device add column trace_until timestamptz;
comment on column device.trace_until is 'until then each request and answer is written to its log';
alter table device add column deleted_at timestamptz;
alter table device add column purged_at timestamptz check (purged_at is null or deleted_at is not null);
comment on column device.purged_at is 'since then it is being removed with its readings, and cannot come back';
alter table device add constraint device_virtual check (not (virtual and port_id is not null));
alter table device drop constraint device_company_id_plant_id_short_name_key;
alter table device drop constraint device_company_id_serial_number_key;
create unique index device_short_name on device (company_id, plant_id, short_name) where deleted_at is null;
create unique index device_serial_number on device (company_id, serial_number) where deleted_at is null;
-- Who stands behind a port: asked of every port at once.
create index device_port on device (company_id, port_id, unit_id);

alter table variable add column bit_count smallint not null default 1 check (bit_count between 1 and 16);
comment on column variable.bit_count is 'bits of a bit field, from `bit` upwards; only for data_type bit of a register';
alter table variable add column unit text check (length(unit) <= 20);
alter table variable add column decimals smallint check (decimals between 0 and 6);
alter table variable add column colour text check (colour ~ '^(#[0-9A-Fa-f]{6})?$');
alter table variable add column group_name text check (length(group_name) <= 80);
comment on column variable.unit is 'in place of its name''s; null: as the name says, like decimals, colour and group_name';
alter table variable add column poll text not null default 'fast' check (poll in ('fast','slow','daily'));
comment on column variable.poll is 'fast: each interval_s; slow: each slow_interval_s; daily: with the first poll of the plant''s day that is answered';
alter table variable add column deleted_at timestamptz;
alter table variable drop constraint variable_company_id_device_id_variable_name_id_key;
create unique index variable_name_of_device on variable (company_id, device_id, variable_name_id) where deleted_at is null;
alter table variable add constraint variable_bits check (bit_count = 1 or (data_type = 'bit' and bit is not null and bit + bit_count <= 16));

-- The bin: nobody sees what was deleted, whatever they ask, unless their transaction says that it wants to.
create policy kept on device as restrictive to meridiana_app
  using (deleted_at is null or current_setting('app.with_deleted', true) = 'on') with check (true);
create policy kept on variable as restrictive to meridiana_app
  using (deleted_at is null or current_setting('app.with_deleted', true) = 'on') with check (true);

create table device_tag (
  company_id int not null,
  device_id  bigint not null,
  tag_id     bigint not null,
  primary key (company_id, device_id, tag_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tag (company_id, id) on delete cascade
);
select app_wall('device_tag');
grant select, insert, delete on device_tag to meridiana_app;

-- Strings that are read from a device: its serial number, its firmware.
create table device_attribute (
  company_id    int not null,
  id            bigint generated always as identity,
  device_id     bigint not null,
  name          text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  function_code smallint not null check (function_code in (3,4)),
  address       int not null check (address between 0 and 65535),
  length        int not null check (length between 1 and 64 and address + length <= 65536),
  swapped       boolean not null default false,
  value         text check (length(value) <= 128),
  read_at       timestamptz,
  version       int not null default 1,
  primary key (company_id, id),
  unique (company_id, device_id, name),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on column device_attribute.length is 'registers, two characters each';
comment on column device_attribute.swapped is 'the two characters of each register come in the other order';
select app_wall('device_attribute');
grant select, insert, update, delete on device_attribute to meridiana_app;
alter table device drop column attributes;

create table configuration_version (
  company_id  int not null,
  id          bigint generated always as identity,
  device_id   bigint not null,
  number      int not null check (number >= 1),
  made_at     timestamptz not null default now(),
  user_id     bigint,
  action      text not null check (length(action) between 1 and 60),
  snapshot    jsonb not null,
  primary key (company_id, id),
  unique (company_id, device_id, number),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on column configuration_version.snapshot is 'the device''s whole configuration after the change: port, device, variables, attributes';
select app_wall('configuration_version');
grant select, insert, delete on configuration_version to meridiana_app;

-- Calculated variables.
create table calc_group (
  company_id  int not null,
  id          bigint generated always as identity,
  device_id   bigint not null,
  variable_id bigint not null,
  name        text not null check (length(name) between 1 and 120),
  operation   text not null check (operation in ('sum','mean','minimum','maximum','difference')),
  description text not null default '' check (length(description) <= 500),
  input_count smallint not null check (input_count between 1 and 200),
  step_s      int not null check (step_s between 1 and 86400),
  past_days   int not null default 0,
  version     int not null default 1,
  primary key (company_id, id),
  unique (company_id, name),
  unique (company_id, variable_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, variable_id) references variable (company_id, id) on delete cascade
);
comment on column calc_group.device_id is 'the virtual device whose variable holds the result';
comment on column calc_group.input_count is 'inputs that it was saved with: where fewer are left it yields nothing, never a partial result';
comment on column calc_group.step_s is 'the interval_s of its device that its results were made for; another one there means that they are due anew';
comment on column calc_group.past_days is 'days that its past had when it was last due as a whole';
select app_wall('calc_group');
grant select, insert, update, delete on calc_group to meridiana_app;

create table calc_group_input (
  company_id    int not null,
  calc_group_id bigint not null,
  position      int not null check (position between 0 and 199),
  device_id     bigint not null,
  variable_id   bigint not null,
  primary key (company_id, calc_group_id, position),
  unique (company_id, calc_group_id, variable_id),
  foreign key (company_id, calc_group_id) references calc_group (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, variable_id) references variable (company_id, id) on delete cascade
);
create index calc_group_input_device on calc_group_input (company_id, device_id);
select app_wall('calc_group_input');
grant select, insert, update, delete on calc_group_input to meridiana_app;

create table calc_due (
  company_id int not null,
  device_id  bigint not null,
  day        date not null,
  marked_at  timestamptz not null default clock_timestamp(),
  past       boolean not null default false,
  primary key (company_id, device_id, day)
);
comment on column calc_due.past is 'due because a definition is new, not because readings came';
comment on table calc_due is 'days of virtual devices that are to be calculated anew';
select app_wall('calc_due');
grant select, insert, update, delete on calc_due to meridiana_app;

-- What acquisition knows, written in batches by whoever polls.
create table port_health (
  company_id  int not null,
  port_id     bigint not null,
  connected   boolean not null,
  reason      jsonb check (octet_length(reason::text) <= 1000),
  holder      text not null check (length(holder) <= 80),
  since       timestamptz not null,
  seen_at     timestamptz not null,
  primary key (company_id, port_id),
  foreign key (company_id, port_id) references port (company_id, id) on delete cascade
);
select app_wall('port_health');
grant select, insert, update, delete on port_health to meridiana_app;

create table device_health (
  company_id      int not null,
  device_id       bigint not null,
  state           text not null check (state in ('unknown','answering','silent')),
  reason          jsonb check (octet_length(reason::text) <= 1000),
  since           timestamptz not null,
  last_try_at     timestamptz,
  last_contact_at timestamptz,
  next_try_at     timestamptz,
  latency_ms      double precision,
  bad_registers   jsonb not null default '[]',
  seen_at         timestamptz not null,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on column device_health.reason is 'why it is silent: a code and its parameters, worded in the reader''s language; so in port_health';
comment on column device_health.latency_ms is 'of an answer, smoothed over the last ones';
comment on column device_health.bad_registers is 'what the device refuses: function, address, quantity, exception code, when it is asked again';
select app_wall('device_health');
grant select, insert, update, delete on device_health to meridiana_app;

create table device_health_hour (
  company_id     int not null,
  device_id      bigint not null,
  hour           timestamptz not null,
  polls          int not null,
  answered       int not null,
  requests       int not null,
  failed         int not null,
  latency_sum_ms double precision not null,
  latency_max_ms double precision not null,
  bytes_in       bigint not null,
  bytes_out      bigint not null,
  primary key (company_id, device_id, hour),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on table device_health_hour is 'polls and how they went, by hour; kept for seven days';
select app_wall('device_health_hour');
grant select, insert, update, delete on device_health_hour to meridiana_app;

create table device_log (
  company_id int not null,
  id         bigint generated always as identity,
  device_id  bigint not null,
  at         timestamptz not null,
  kind       text not null check (length(kind) between 1 and 40),
  detail     jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index device_log_device on device_log (company_id, device_id, id desc);
comment on table device_log is 'what happened with a device; kind and parameters, worded in the reader''s language; seven days and a bounded number are kept';
select app_wall('device_log');
grant select, insert, delete on device_log to meridiana_app;

-- What every company starts with; later companies get it from the program.
insert into device_category (company_id, name, label_en, label_it, kind)
select c.id_client, k.kind, k.en, k.it, k.kind from company c cross join (values
  ('inverter', 'Inverter', 'Inverter'), ('production_meter', 'Production meter', 'Contatore di produzione'),
  ('exchange_meter', 'Exchange meter', 'Contatore di scambio'), ('weather_station', 'Weather station', 'Stazione meteo'),
  ('string_box', 'String box', 'Quadro stringhe'), ('generator', 'Generator', 'Generatore'), ('other', 'Other', 'Altro')
) as k (kind, en, it);

update device d set category_id = c.id from device_category c
where c.company_id = d.company_id and c.name = d.category;

insert into variable_group (company_id, name, label_en, label_it, position)
select c.id_client, g.name, g.en, g.it, g.position from company c cross join (values
  ('power', 'Power', 'Potenza', 1), ('energy', 'Energy', 'Energia', 2), ('grid', 'Grid', 'Rete', 3),
  ('dc', 'DC side', 'Lato DC', 4), ('strings', 'Strings', 'Stringhe', 5), ('weather', 'Weather', 'Meteo', 6),
  ('temperature', 'Temperature', 'Temperatura', 7), ('process', 'Process', 'Processo', 8), ('state', 'State', 'Stato', 9)
) as g (name, en, it, position);
insert into variable_group (company_id, name, label_en, label_it, position)
select distinct company_id, group_name, group_name, group_name, 99 from variable_name
where group_name ~ '^[a-z][a-z0-9_]{0,62}$'
on conflict do nothing;
