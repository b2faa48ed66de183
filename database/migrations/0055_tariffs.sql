-- How energy of plants is paid.

create table tariff (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  plant_id   bigint not null,
  kind       text not null check (kind in ('incentive', 'fixed', 'market', 'rid', 'cfd', 'avoided', 'fee')),
  name       text not null check (length(name) between 1 and 80),
  steps      jsonb not null check (jsonb_typeof(steps) = 'array'),
  note       text not null default '' check (length(note) <= 1000),
  version    int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table tariff is 'how energy of a plant is paid; several at once (tariffs.model.ts)';
comment on column tariff.steps is '[{from_on, to_on, rate}], in their order, without hole or overlap; rate in EUR/kWh, of a fee in EUR a year';
create index tariff_plant on tariff (company_id, plant_id);

select enable_tenant_rls('tariff');
select enable_plant_rls('tariff', 'plant_id in scope');
grant select, insert, update, delete on tariff to meridiana_app;

-- Downtimes ask which tariffs their figures were priced by.
create schema if not exists revenues;
grant usage on schema revenues to meridiana_app;
create view revenues.tariff with (security_invoker = true) as select * from public.tariff;
grant select on revenues.tariff to meridiana_app;
