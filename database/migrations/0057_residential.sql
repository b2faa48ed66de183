-- Homes: plants that a family lives in, with storage and a contract of their own, in projects of a company.

alter table plant add column kind text not null default 'asset' check (kind in ('asset', 'residential'));
comment on column plant.kind is 'asset: shown by the asset application; residential: a home, which that application leaves out';
create or replace view plants.plant with (security_invoker = true) as select * from public.plant;

create table residential_project (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  name        text not null check (length(name) between 1 and 120),
  kind        text not null default 'other' check (kind in ('hub110', 'other')),
  description text not null default '' check (length(description) <= 4000),
  version     int not null default 1,
  primary key (company_id, id)
);
comment on table residential_project is 'spec §7 projects, hub110-projects: groups of homes';
create unique index residential_project_name on residential_project (company_id, lower(name));

create table home (
  company_id     int not null,
  plant_id       bigint not null,
  project_id     bigint,
  district       text not null default '' check (length(district) <= 120),
  pod            text not null default '' check (length(pod) <= 20),
  storage_kwh    double precision check (storage_kwh between 0 and 1000),
  inverter_model text not null default '' check (length(inverter_model) <= 120),
  provider       text not null default 'gateway' check (provider in ('gateway', 'mqtt', 'http', 'csv', 'modbus', 'solaredge')),
  owner_name     text not null default '' check (length(owner_name) <= 120),
  owner_phone    text not null default '' check (length(owner_phone) <= 40),
  owner_email    text not null default '' check (length(owner_email) <= 254),
  import_eur_kwh double precision check (import_eur_kwh between 0 and 10),
  export_eur_kwh double precision check (export_eur_kwh between 0 and 10),
  made_until     date,
  erased_at      timestamptz,
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, project_id) references residential_project (company_id, id)
);
comment on table home is 'what is known of a home beside its plant';
comment on column home.district is 'homes of one district have the same sun: they are compared with each other';
comment on column home.storage_kwh is 'usable capacity of its storage by its plate; null: it has none, or nobody said';
comment on column home.provider is 'the way in which its readings come';
comment on column home.import_eur_kwh is 'what a kWh from the grid costs by its contract; null: nobody said';
comment on column home.export_eur_kwh is 'what a kWh that is fed in brings';
comment on column home.erased_at is 'its data were deleted on request: what stays is a pseudonym';
comment on column home.made_until is 'the last day whose energies were made; null: none yet';
create index home_project on home (company_id, project_id);

create table home_day (
  company_id     int not null,
  plant_id       bigint not null,
  day            date not null,
  produced_kwh   double precision,
  imported_kwh   double precision,
  exported_kwh   double precision,
  charged_kwh    double precision,
  discharged_kwh double precision,
  used_kwh       double precision,
  self_used_kwh  double precision,
  fault          text check (fault in ('produced_above_possible', 'fed_in_above_made', 'charged_above_available', 'used_below_zero')),
  wrong_meter    text check (wrong_meter in ('production', 'exchange', 'battery')),
  primary key (company_id, plant_id, day),
  foreign key (company_id, plant_id) references home (company_id, plant_id) on delete cascade
);
comment on table home_day is 'spec §7 pday-data: energies of a local day of a home; null is not known';
comment on column home_day.used_kwh is 'what the house took; null where a flow is not known, and where the balance cannot be';
comment on column home_day.fault is 'why the balance of the day cannot be, and by wrong_meter which meter is likely wrong';
create index home_day_day on home_day (company_id, day, plant_id);

do $$
declare tab text;
begin
  foreach tab in array array['residential_project', 'home', 'home_day'] loop
    perform enable_tenant_rls(tab::regclass);
    execute format('grant select, insert, update, delete on %I to meridiana_app', tab);
  end loop;
  foreach tab in array array['home', 'home_day'] loop
    perform enable_plant_rls(tab::regclass, 'plant_id in scope');
  end loop;
end $$;

-- What storage tells; later companies get these names from the program. Rows are numbered for the company that the transaction names.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    insert into variable_name (company_id, name, label_en, label_it, unit, decimals, colour, group_name, kind, quantity)
    select company, k.* from (values
      ('battery_power_kw', 'Battery power', 'Potenza batteria', 'kW', 2, '', 'power', 'gauge', 'battery_power_kw'),
      ('battery_soc_pct', 'Battery state of charge', 'Stato di carica batteria', '%', 0, '', 'state', 'gauge', 'battery_soc_pct'),
      ('battery_charge_kwh', 'Energy into the battery', 'Energia caricata in batteria', 'kWh', 2, '', 'energy', 'counter', 'battery_charge_kwh'),
      ('battery_discharge_kwh', 'Energy out of the battery', 'Energia prelevata dalla batteria', 'kWh', 2, '', 'energy', 'counter', 'battery_discharge_kwh'),
      ('battery_capacity_kwh', 'Usable battery capacity', 'Capacità utile della batteria', 'kWh', 2, '', 'state', 'gauge', 'battery_capacity_kwh')
    ) as k (name, label_en, label_it, unit, decimals, colour, group_name, kind, quantity)
    where not exists (select from variable_name v where v.company_id = company and v.name = k.name);
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
