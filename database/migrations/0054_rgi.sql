-- RGI: when plants are to work, and when not.

-- Availability reads how downtimes count.
create view downtimes.downtime_cause with (security_invoker = true) as select * from public.downtime_cause;
create view downtimes.downtime_device with (security_invoker = true) as select * from public.downtime_device;
create view downtimes.downtime_day with (security_invoker = true) as select * from public.downtime_day;
create view downtimes.k451_setting with (security_invoker = true) as select * from public.k451_setting;
grant select on downtimes.downtime_cause, downtimes.downtime_device, downtimes.downtime_day, downtimes.k451_setting
  to meridiana_app;

create table rgi (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  plant_id   bigint not null,
  name       text not null default '' check (length(name) <= 80),
  version    int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table rgi is 'spec §3: RGI; its periods are those of rgi_item';
create index rgi_plant on rgi (company_id, plant_id);

create table rgi_item (
  company_id int not null,
  rgi_id     bigint not null,
  plant_id   bigint not null,
  start_at   timestamptz not null,
  end_at     timestamptz not null,
  working    boolean not null,
  primary key (company_id, rgi_id, start_at),
  check (end_at > start_at),
  foreign key (company_id, rgi_id) references rgi (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table rgi_item is 'working and non-working periods of plants: none of a plant overlaps another';
create index rgi_item_plant on rgi_item (company_id, plant_id, start_at);

select enable_tenant_rls('rgi');
select enable_tenant_rls('rgi_item');
select enable_plant_rls('rgi', 'plant_id in scope');
select enable_plant_rls('rgi_item', 'plant_id in scope');
grant select, insert, update, delete on rgi to meridiana_app;
grant select, insert, update, delete on rgi_item to meridiana_app;
