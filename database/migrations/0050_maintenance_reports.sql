-- Reports of maintenance: what was done at a plant, by how many, with what, and what they measured.

-- Other areas read what stood still.
create schema if not exists downtimes;
grant usage on schema downtimes to meridiana_app;
create view downtimes.downtime with (security_invoker = true) as select * from public.downtime;
grant select on downtimes.downtime to meridiana_app;

create table maintenance_report (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  number      int not null check (number > 0),
  plant_id    bigint not null,
  request_id  bigint,
  downtime_id bigint,
  state       text not null default 'draft' check (state in ('draft', 'closed')),
  solved_problem text not null default '' check (length(solved_problem) <= 4000),
  people_count int check (people_count between 1 and 999),
  hours       double precision check (hours between 0 and 10000),
  started_at  timestamptz,
  ended_at    timestamptz,
  materials   jsonb not null default '[]' check (jsonb_typeof(materials) = 'array'),
  measurements jsonb not null default '[]' check (jsonb_typeof(measurements) = 'array'),
  repair_cost_eur double precision check (repair_cost_eur between 0 and 1e9),
  notes       text not null default '' check (length(notes) <= 4000),
  signature   bytea check (octet_length(signature) between 1 and 200000),
  signed_by   text not null default '' check (length(signed_by) <= 120),
  signed_at   timestamptz,
  closed_at   timestamptz,
  closed_by   bigint,
  party       text check (length(party) between 1 and 120),
  client_key  uuid,
  version     int not null default 1,
  created_by  bigint,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  deleted_by  bigint,
  primary key (company_id, id),
  constraint maintenance_report_number unique (company_id, number),
  constraint maintenance_report_client_key unique (company_id, client_key),
  constraint maintenance_report_times check (ended_at >= started_at),
  constraint maintenance_report_closed check ((state = 'closed') = (closed_at is not null)),
  constraint maintenance_report_signed check ((signed_by = '') = (signed_at is null)),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table maintenance_report is 'spec §3: maintenance report';
comment on column maintenance_report.number is 'counted by company: M-0001';
comment on column maintenance_report.request_id is 'what it was written for; it may be gone by now, the report stays';
comment on column maintenance_report.downtime_id is 'the same of a downtime';
comment on column maintenance_report.hours is 'of work, of all people together';
comment on column maintenance_report.materials is '[{name, quantity, unit}], in their order';
comment on column maintenance_report.measurements is '[{what, value, unit}], in their order';
comment on column maintenance_report.signature is 'PNG of what was drawn on the glass; null where only a name was typed';
comment on column maintenance_report.party is 'the outside firm that wrote it';
comment on column maintenance_report.deleted_at is 'since when it lies in the bin';
create index maintenance_report_list on maintenance_report (company_id, number, id)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_report_started on maintenance_report (company_id, started_at, id)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_report_started_last on maintenance_report (company_id, started_at desc nulls last, id desc)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_report_hours on maintenance_report (company_id, hours, id)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_report_hours_last on maintenance_report (company_id, hours desc nulls last, id desc)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_report_bin on maintenance_report (company_id, deleted_at desc, id desc)
  include (plant_id) where deleted_at is not null;
create index maintenance_report_plant on maintenance_report (company_id, plant_id, number);
create index maintenance_report_request on maintenance_report (company_id, request_id, number) where request_id is not null;
create index maintenance_report_downtime on maintenance_report (company_id, downtime_id, number) where downtime_id is not null;
select enable_tenant_rls('maintenance_report');
select narrow_rls('maintenance_report', $$deleted_at is null or current_setting('app.with_deleted', true) = 'on'$$, 'true');
select enable_plant_rls('maintenance_report', 'plant_id in scope');
grant select, insert, update, delete on maintenance_report to meridiana_app;

create table maintenance_report_device (
  company_id int not null references company (id_client),
  report_id  bigint not null,
  device_id  bigint not null,
  plant_id   bigint not null,
  primary key (company_id, report_id, device_id),
  foreign key (company_id, report_id) references maintenance_report (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
create index maintenance_report_device_device on maintenance_report_device (company_id, device_id);
create index maintenance_report_device_plant on maintenance_report_device (company_id, plant_id);
select enable_tenant_rls('maintenance_report_device');
select enable_plant_rls('maintenance_report_device', 'plant_id in scope');
grant select, insert, delete on maintenance_report_device to meridiana_app;

-- What the author of a report would write into its downtime, who may not.
create table maintenance_report_proposal (
  company_id      int not null references company (id_client),
  id              bigint not null default next_id(),
  report_id       bigint not null,
  plant_id        bigint not null,
  downtime_id     bigint not null,
  intervention_at timestamptz,
  stop_at         timestamptz,
  repair_cost_eur double precision check (repair_cost_eur between 0 and 1e9),
  state           text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  proposed_at     timestamptz not null,
  decided_at      timestamptz,
  decided_by      bigint,
  primary key (company_id, id),
  constraint maintenance_report_proposal_report unique (company_id, report_id),
  constraint maintenance_report_proposal_decided check ((state = 'open') = (decided_at is null)),
  foreign key (company_id, report_id) references maintenance_report (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table maintenance_report_proposal is 'a change of a downtime that waits for somebody who may write downtimes; what is null stays as it is';
create index maintenance_report_proposal_plant on maintenance_report_proposal (company_id, plant_id);
create index maintenance_report_proposal_open on maintenance_report_proposal (company_id, downtime_id) where state = 'open';
select enable_tenant_rls('maintenance_report_proposal');
select enable_plant_rls('maintenance_report_proposal', 'plant_id in scope');
grant select, insert, update, delete on maintenance_report_proposal to meridiana_app;
