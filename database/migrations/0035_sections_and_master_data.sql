-- A plant's sections are what its modules lie in: how they are inclined, what they can make, what is lost on the way. And a
-- plant's master data: what the grid operator, the authority and the insurer call it, who is responsible, until when.

alter table plant_section
  add column position       int not null default 0 check (position >= 0),
  add column tilt_deg       double precision check (tilt_deg between 0 and 90),
  add column azimuth_deg    double precision check (azimuth_deg between 0 and 360),
  add column kw_peak        double precision check (kw_peak >= 0),
  add column losses_percent double precision check (losses_percent between 0 and 100);
comment on column plant_section.azimuth_deg is 'from north over east: 180 is south';
comment on column plant_section.losses_percent is 'of what the modules make, before the inverter; null: not known';
create or replace view plants.plant_section with (security_invoker = true) as select * from public.plant_section;

create table plant_master_data (
  company_id           int not null references company (id_client),
  plant_id             bigint not null,
  pod                  text not null default '' check (length(pod) <= 15),
  gaudi_code           text not null default '' check (length(gaudi_code) <= 30),
  gse_code             text not null default '' check (length(gse_code) <= 30),
  owner_name           text not null default '' check (length(owner_name) <= 120),
  address              text not null default '' check (length(address) <= 200),
  connected_on         date,
  entered_operation_on date,
  incentive_until      date,
  contracts            jsonb not null default '[]' check (jsonb_typeof(contracts) = 'array'),
  contacts             jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array'),
  insurances           jsonb not null default '[]' check (jsonb_typeof(insurances) = 'array'),
  warranties           jsonb not null default '[]' check (jsonb_typeof(warranties) = 'array'),
  notes                text not null default '' check (length(notes) <= 4000),
  version              int not null default 1,
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table plant_master_data is 'spec §7: anagrafica';
select enable_tenant_rls('plant_master_data');
select enable_plant_rls('plant_master_data', 'plant_id in scope');
grant select, insert, update, delete on plant_master_data to meridiana_app;
