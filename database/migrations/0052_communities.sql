-- Energy communities: who belongs to them and since when, simulations of them, and the runs that calculate these.

create table community (
  company_id         int not null references company (id_client),
  id                 bigint not null default next_id(),
  name               text not null check (length(name) between 1 and 120),
  description        text not null default '' check (length(description) <= 4000),
  substation         text not null default '' check (length(substation) <= 40),
  legal_form         text not null default '' check (length(legal_form) <= 80),
  area               text not null default 'north' check (area in ('north', 'centre', 'south')),
  zone               text not null default 'NORD' check (zone in ('NORD', 'CNOR', 'CSUD', 'SUD', 'CALA', 'SICI', 'SARD')),
  management_percent double precision not null default 10 check (management_percent between 0 and 100),
  producers_percent  double precision not null default 40 check (producers_percent between 0 and 100),
  consumers_percent  double precision not null default 50 check (consumers_percent between 0 and 100),
  equidistribution   boolean not null default false,
  surplus_to         text not null default 'consumers' check (surplus_to in ('consumers', 'social_fund')),
  switches           jsonb not null default '{}',
  version            int not null default 1,
  created_by         bigint,
  primary key (company_id, id),
  constraint community_name unique (company_id, name),
  constraint community_percent check (abs(management_percent + producers_percent + consumers_percent - 100) < 0.005)
);
comment on column community.substation is 'code of the primary substation that members and plants without one of their own stand at';
comment on column community.area is 'of the regional correction of the tariff';
comment on column community.zone is 'of the market, whose hourly price the tariff follows';
comment on column community.equidistribution is 'consumers have equal shares; else by shared energy';
comment on column community.switches is 'choices where no official text was found; those that are not named have their default';
select enable_tenant_rls('community');
grant select, insert, update, delete on community to meridiana_app;

create table community_member (
  company_id   int not null references company (id_client),
  id           bigint not null default next_id(),
  community_id bigint not null,
  name         text not null check (length(name) between 1 and 120),
  role         text not null check (role in ('producer', 'consumer', 'prosumer')),
  kind         text not null check (kind in ('family', 'firm', 'municipality', 'church', 'third_sector')),
  substation   text not null default '' check (length(substation) <= 40),
  level        int not null default 1 check (level between 1 and 20),
  email        text not null default '' check (length(email) <= 254),
  primary key (company_id, id),
  foreign key (company_id, community_id) references community (company_id, id) on delete cascade
);
comment on column community_member.substation is 'empty: that of the community';
comment on column community_member.level is 'served in the order 1, 2, 3 …';
create index community_member_community on community_member (company_id, community_id);
select enable_tenant_rls('community_member');
grant select, insert, update, delete on community_member to meridiana_app;

create table community_pod (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  member_id  bigint not null,
  pod        text not null check (pod ~ '^IT[0-9A-Z]{12,13}$'),
  from_on    date not null,
  until_on   date,
  primary key (company_id, id),
  check (until_on > from_on),
  foreign key (company_id, member_id) references community_member (company_id, id) on delete cascade
);
comment on column community_pod.until_on is 'the first day on which it belongs to the member no longer; null: none is known';
create index community_pod_member on community_pod (company_id, member_id);
create index community_pod_pod on community_pod (company_id, pod);
select enable_tenant_rls('community_pod');
grant select, insert, update, delete on community_pod to meridiana_app;

create table community_plant (
  company_id   int not null references company (id_client),
  community_id bigint not null,
  plant_id     bigint not null,
  substation   text not null default '' check (length(substation) <= 40),
  grant_share  double precision not null default 0 check (grant_share between 0 and 1),
  from_on      date not null,
  until_on     date,
  primary key (company_id, community_id, plant_id),
  check (until_on > from_on),
  foreign key (company_id, community_id) references community (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
create index community_plant_plant on community_plant (company_id, plant_id);
select enable_tenant_rls('community_plant');
select enable_plant_rls('community_plant', 'plant_id in scope');
grant select, insert, update, delete on community_plant to meridiana_app;

create table community_hours (
  company_id   int not null references company (id_client),
  community_id bigint not null,
  pod          text not null,
  direction    text not null check (direction in ('withdrawn', 'injected')),
  month        date not null check (extract(day from month) = 1),
  hours        double precision[] not null check (cardinality(hours) between 671 and 745),
  imported_at  timestamptz not null,
  primary key (company_id, community_id, month, pod, direction),
  foreign key (company_id, community_id) references community (company_id, id) on delete cascade
);
comment on column community_hours.hours is 'kWh of each hour of the month in Rome; NaN where it is not known';
select enable_tenant_rls('community_hours');
grant select, insert, update, delete on community_hours to meridiana_app;

create table simulation_run (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  user_id    bigint not null,
  key        text not null,
  parameters jsonb not null,
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  report     jsonb,
  created_at timestamptz not null,
  ended_at   timestamptz,
  primary key (company_id, id)
);
comment on column simulation_run.key is 'digest of all that it is calculated from: the same is calculated once for a person';
create unique index simulation_run_standing on simulation_run (company_id, user_id, key) where state in ('waiting', 'running');
create index simulation_run_user on simulation_run (company_id, user_id, created_at desc);
select enable_tenant_rls('simulation_run');
grant select, insert, update, delete on simulation_run to meridiana_app;

create table simulation_step (
  company_id int not null references company (id_client),
  run_id     bigint not null,
  month      int not null check (month between 0 and 11),
  result     jsonb not null,
  primary key (company_id, run_id, month),
  foreign key (company_id, run_id) references simulation_run (company_id, id) on delete cascade
);
comment on table simulation_step is 'months of a run that are calculated: one that was killed goes on after the last of them';
select enable_tenant_rls('simulation_step');
grant select, insert, update, delete on simulation_step to meridiana_app;

create table simulation (
  company_id   int not null references company (id_client),
  id           bigint not null default next_id(),
  code         text not null check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
  description  text not null default '' check (length(description) <= 4000),
  community_id bigint,
  parameters   jsonb not null,
  report       jsonb,
  saved_at     timestamptz,
  csv          bytea,
  version      int not null default 1,
  created_by   bigint,
  primary key (company_id, id),
  constraint simulation_code unique (company_id, code),
  foreign key (company_id, community_id) references community (company_id, id)
);
comment on column simulation.report is 'of the run that was saved for it; null: none';
create index simulation_community on simulation (company_id, community_id);
select enable_tenant_rls('simulation');
grant select, insert, update, delete on simulation to meridiana_app;

create table simulation_member (
  company_id    int not null references company (id_client),
  id            bigint not null default next_id(),
  simulation_id bigint not null,
  kind          text not null check (kind in ('prosumer', 'apartment', 'townhouse', 'service')),
  count         int not null check (count between 0 and 10000),
  level         int not null default 1 check (level between 1 and 20),
  kwh_per_year  double precision not null check (kwh_per_year > 0),
  kw_peak       double precision not null default 0 check (kw_peak between 0 and 1000),
  primary key (company_id, id),
  constraint simulation_member_kind unique (company_id, simulation_id, kind),
  foreign key (company_id, simulation_id) references simulation (company_id, id) on delete cascade
);
select enable_tenant_rls('simulation_member');
grant select, insert, update, delete on simulation_member to meridiana_app;

-- Simulations take the typical years of plants.
create schema if not exists forecast;
grant usage on schema forecast to meridiana_app;
create view forecast.typical_year with (security_invoker = true) as select * from public.typical_year;
grant select on forecast.typical_year to meridiana_app;
