-- Energy meters and the register of their readings.

create table energy_meter (
  company_id    int not null references company (id_client),
  id            bigint not null default next_id(),
  plant_id      bigint not null,
  section_id    bigint,
  serial_number text not null check (length(serial_number) between 1 and 40),
  model         text not null check (length(model) between 1 and 80),
  constant_k    double precision not null check (constant_k > 0 and constant_k <= 1e6),
  digits        int not null check (digits between 3 and 12),
  role          text not null check (role in ('production', 'export', 'import', 'auxiliary')),
  from_on       date not null,
  to_on         date,
  device_id     bigint,
  replaces_id   bigint,
  note          text not null default '' check (length(note) <= 1000),
  retired_at    timestamptz,
  lines         int not null default 0,
  last_hash     text not null default '',
  version       int not null default 1,
  created_by    bigint,
  created_at    timestamptz not null default now(),
  primary key (company_id, id),
  constraint energy_meter_serial_number unique (company_id, serial_number),
  constraint energy_meter_days check (to_on >= from_on),
  foreign key (company_id, plant_id) references plant (company_id, id)
);
comment on table energy_meter is 'spec §3: energy meter';
comment on column energy_meter.constant_k is 'kWh that one unit of the counter stands for';
comment on column energy_meter.section_id is 'it may be gone by now; the meter stays';
comment on column energy_meter.device_id is 'the device that reads it; null: none, or it is gone by now';
comment on column energy_meter.lines is 'of its register: a line that is cut off its end is seen to be missing';
comment on column energy_meter.last_hash is 'of the last line of its register';
create index energy_meter_plant on energy_meter (company_id, plant_id);
create index energy_meter_device on energy_meter (company_id, device_id);

create table energy_meter_reading (
  company_id  int not null,
  meter_id    bigint not null,
  line        int not null check (line > 0),
  plant_id    bigint not null,
  kind        text not null check (kind in ('reading', 'final', 'first', 'correction')),
  event       text check (event in ('swap', 'reset', 'rollover')),
  at          timestamptz not null,
  reading     double precision check (reading >= 0),
  constant_k  double precision not null check (constant_k > 0),
  corrects    int,
  source      text not null check (source in ('hand', 'device', 'distributor', 'gse')),
  note        text not null default '' check (length(note) <= 500),
  overridden  boolean not null default false,
  recorded_by bigint,
  recorded_as text not null default '',
  recorded_at timestamptz not null,
  hash        text not null,
  primary key (company_id, meter_id, line),
  check ((kind = 'correction') = (corrects is not null)),
  check (reading is not null or kind = 'correction'),
  foreign key (company_id, meter_id) references energy_meter (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id)
);
comment on table energy_meter_reading is 'the register of readings: the program adds lines, and has no right to change or delete one';
comment on column energy_meter_reading.reading is 'as the meter shows it; null: the correction strikes its line out';
comment on column energy_meter_reading.recorded_as is 'the name of whoever wrote it, as it was then; empty: the program itself';
comment on column energy_meter_reading.hash is 'SHA-256 of the line and of the hash of the line before (register-chain.ts)';
create index energy_meter_reading_plant on energy_meter_reading (company_id, plant_id);

select enable_tenant_rls('energy_meter');
select enable_tenant_rls('energy_meter_reading');
select enable_plant_rls('energy_meter', 'plant_id in scope');
select enable_plant_rls('energy_meter_reading', 'plant_id in scope');
grant select, insert, update, delete on energy_meter to meridiana_app;
grant select, insert on energy_meter_reading to meridiana_app;
