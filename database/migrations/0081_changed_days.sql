-- Which days of plants are to be counted anew at once, because records that say how they count have changed; what people
-- were last told of each guarantee, and from how much sun on a plant has to work.

create table changed_days (
  company_id int not null,
  id         bigint not null default next_id(),
  plant_id   bigint not null,
  from_at    timestamptz not null,
  to_at      timestamptz,
  changed_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table changed_days is 'stretches of plants of which calendar or downtimes changed; a row goes when what is kept of these days has been made anew';
comment on column changed_days.to_at is 'null: until further notice';
create index changed_days_plant on changed_days (company_id, plant_id);

select enable_tenant_rls('changed_days');
select enable_plant_rls('changed_days', 'plant_id in scope');
grant select, insert, delete on changed_days to meridiana_app;

alter table availability_guarantee
  add column told_period text check (told_period ~ '^\d{4}(-\d{2})?$'),
  add column told_state text check (told_state in ('kept', 'behind', 'missed'));
comment on column availability_guarantee.told_period is 'the month or year of which people were told, or that was kept so far; null: none yet';
comment on column availability_guarantee.told_state is 'how it stood then: they are told again when it stands otherwise';

create table availability_setting (
  company_id           int not null,
  plant_id             bigint not null,
  least_irradiance_wm2 float8 not null check (least_irradiance_wm2 between 1 and 500),
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table availability_setting is 'by what availability of a plant is counted; no row: as usual';
comment on column availability_setting.least_irradiance_wm2 is 'on the plane, from which on the plant has to work';
select enable_tenant_rls('availability_setting');
select enable_plant_rls('availability_setting', 'plant_id in scope');
grant select, insert, update, delete on availability_setting to meridiana_app;
