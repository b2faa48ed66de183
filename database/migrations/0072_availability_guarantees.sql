-- Which availability somebody promised of a plant, and what it costs when it is missed.

create table availability_guarantee (
  company_id            int not null references company (id_client),
  id                    bigint not null default next_id(),
  plant_id              bigint not null,
  name                  text not null check (length(name) between 1 and 80),
  period                text not null check (period in ('month', 'year')),
  from_on               date not null,
  to_on                 date check (to_on >= from_on),
  guaranteed_pct        float8 not null check (guaranteed_pct > 0 and guaranteed_pct <= 100),
  leaves_out_closed     boolean not null default true,
  leaves_out_causes     boolean not null default true,
  penalty_eur_per_point float8 check (penalty_eur_per_point >= 0),
  penalty_most_eur      float8 check (penalty_most_eur >= 0),
  note                  text not null default '' check (length(note) <= 1000),
  version               int not null default 1,
  created_by            bigint,
  created_at            timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table availability_guarantee is 'an availability that was promised of a plant, over months or calendar years (guarantee.model.ts)';
comment on column availability_guarantee.leaves_out_closed is 'periods in which the RGI calendar has the plant closed do not count';
comment on column availability_guarantee.leaves_out_causes is 'downtimes whose cause nobody answers for do not count';
comment on column availability_guarantee.penalty_eur_per_point is 'for each percentage point below; null: none was agreed';
create index availability_guarantee_plant on availability_guarantee (company_id, plant_id);

select enable_tenant_rls('availability_guarantee');
select enable_plant_rls('availability_guarantee', 'plant_id in scope');
grant select, insert, update, delete on availability_guarantee to meridiana_app;
