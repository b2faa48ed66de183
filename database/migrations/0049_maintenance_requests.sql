-- Requests for maintenance: what is to be done at a plant, by whom, and how far it is.

-- A type in use is retired, not deleted.
alter table maintenance_type add column retired boolean not null default false;
comment on column maintenance_type.retired is 'no longer offered for new requests; those that have it keep it';

-- Firms that work for a company and have no account of it: they are reached by mail and text message.
create table outside_firm (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  name       text not null check (length(name) between 1 and 120),
  email      text not null default '' check (length(email) <= 254),
  phone      text not null default '' check (phone = '' or phone ~ '^\+[1-9][0-9]{5,14}$'),
  language   text not null default 'it' check (language in ('it', 'en')),
  retired    boolean not null default false,
  version    int not null default 1,
  primary key (company_id, id),
  constraint outside_firm_name unique (company_id, name)
);
comment on column outside_firm.phone is 'in international form, as E.164 writes it; empty: none is known';
comment on column outside_firm.retired is 'no new request is assigned to it';
select enable_tenant_rls('outside_firm');
grant select, insert, update, delete on outside_firm to meridiana_app;

-- Lists of what is to be done, from which a request's own list is taken.
create table checklist_template (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  name       text not null check (length(name) between 1 and 60),
  items      text[] not null check (cardinality(items) between 1 and 100),
  version    int not null default 1,
  primary key (company_id, id),
  constraint checklist_template_name unique (company_id, name)
);
select enable_tenant_rls('checklist_template');
grant select, insert, update, delete on checklist_template to meridiana_app;

-- Rules by which requests are made ahead of time.
create table maintenance_plan (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  name        text not null check (length(name) between 1 and 120),
  plant_id    bigint not null,
  type_id     bigint,
  template_id bigint,
  priority    text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  description text not null default '' check (length(description) <= 4000),
  rule        text not null check (rule in ('months', 'dates', 'energy', 'hours')),
  every_n     int check (every_n > 0),
  dates       date[] not null default '{}',
  start_on    date not null,
  lead_days   int not null default 14 check (lead_days between 0 and 365),
  estimated_min int check (estimated_min in (30, 60, 120, 180, 240, 300, 1440, 2880, 5760)),
  assigned_user_id bigint,
  assigned_firm_id bigint,
  active      boolean not null default true,
  last_due_on date,
  made        int not null default 0 check (made >= 0),
  counted     double precision not null default 0,
  counted_to  date,
  recent      double precision not null default 0,
  per_day     double precision,
  counted_at  timestamptz,
  version     int not null default 1,
  created_by  bigint,
  primary key (company_id, id),
  constraint maintenance_plan_rule check ((rule = 'dates') = (every_n is null)),
  constraint maintenance_plan_whose check (num_nonnulls(assigned_user_id, assigned_firm_id) <= 1),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, type_id) references maintenance_type (company_id, id),
  foreign key (company_id, template_id) references checklist_template (company_id, id),
  foreign key (company_id, assigned_firm_id) references outside_firm (company_id, id)
);
comment on column maintenance_plan.rule is
  'every_n months from start_on; the dates; every_n kWh of the plant, or hours in which it made energy, since start_on';
comment on column maintenance_plan.last_due_on is 'the latest day for which a request was made; those up to it are made once';
comment on column maintenance_plan.made is 'of energy and hours: how many multiples of every_n were due by now';
comment on column maintenance_plan.counted is 'kWh or hours from start_on until counted_to, which readings change no more';
comment on column maintenance_plan.counted_to is 'a day of the plant, not counted itself';
comment on column maintenance_plan.recent is 'kWh or hours since counted_to, counted anew each day';
comment on column maintenance_plan.per_day is 'the mean of the last thirty days of which something is known';
create index maintenance_plan_plant on maintenance_plan (company_id, plant_id);
create index maintenance_plan_type on maintenance_plan (company_id, type_id);
create index maintenance_plan_template on maintenance_plan (company_id, template_id);
create index maintenance_plan_firm on maintenance_plan (company_id, assigned_firm_id);
select enable_tenant_rls('maintenance_plan');
select enable_plant_rls('maintenance_plan', 'plant_id in scope');
grant select, insert, update, delete on maintenance_plan to meridiana_app;

create table maintenance_request (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  number      int not null check (number > 0),
  plant_id    bigint not null,
  type_id     bigint,
  priority    text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  urgency     smallint not null generated always as (
    case priority when 'urgent' then 3 when 'high' then 2 when 'normal' then 1 else 0 end) stored,
  title       text not null check (length(title) between 1 and 160),
  description text not null default '' check (length(description) <= 4000),
  state       text not null default 'open'
    check (state in ('open', 'accepted', 'in_progress', 'solved', 'verified', 'closed', 'declined')),
  state_at    timestamptz not null default now(),
  decline_reason text not null default '' check (length(decline_reason) <= 500),
  due_at      timestamptz,
  estimated_min int check (estimated_min in (30, 60, 120, 180, 240, 300, 1440, 2880, 5760)),
  assigned_user_id bigint,
  assigned_firm_id bigint,
  send_by_email boolean not null default false,
  send_by_sms boolean not null default false,
  sms_number  text not null default '' check (sms_number = '' or sms_number ~ '^\+[1-9][0-9]{5,14}$'),
  alarm_id    bigint,
  downtime_id bigint,
  plan_id     bigint,
  checklist   jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array'),
  accepted_at timestamptz,
  solved_at   timestamptz,
  version     int not null default 1,
  created_by  bigint,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  deleted_by  bigint,
  primary key (company_id, id),
  constraint maintenance_request_number unique (company_id, number),
  constraint maintenance_request_whose check (num_nonnulls(assigned_user_id, assigned_firm_id) <= 1),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, type_id) references maintenance_type (company_id, id),
  foreign key (company_id, assigned_firm_id) references outside_firm (company_id, id),
  foreign key (company_id, plan_id) references maintenance_plan (company_id, id)
);
comment on column maintenance_request.number is 'counted by company: R-0001';
comment on column maintenance_request.state_at is 'since when it is in that state';
comment on column maintenance_request.sms_number is 'where a text message goes if the firm has no number of its own, or it is assigned to a colleague';
comment on column maintenance_request.alarm_id is 'what it was made from; it may be gone by now, the request stays';
comment on column maintenance_request.downtime_id is 'the same of a downtime';
comment on column maintenance_request.checklist is '[{text, done, by, at}], in its order; by is a name as it was then';
comment on column maintenance_request.accepted_at is 'when somebody took it on first';
comment on column maintenance_request.deleted_at is 'since when it lies in the bin';
create index maintenance_request_list on maintenance_request (company_id, number, id)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_request_due on maintenance_request (company_id, due_at, id)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_request_late on maintenance_request (company_id, due_at desc nulls last, id desc)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_request_urgency on maintenance_request (company_id, urgency, id)
  include (plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_request_title on maintenance_request (company_id, lower(title), id)
  include (title, plant_id, deleted_at, state) where deleted_at is null;
create index maintenance_request_state on maintenance_request (company_id, state, number)
  include (plant_id, deleted_at) where deleted_at is null;
create index maintenance_request_bin on maintenance_request (company_id, deleted_at desc, id desc)
  include (plant_id) where deleted_at is not null;
create index maintenance_request_plant on maintenance_request (company_id, plant_id, number);
create index maintenance_request_type on maintenance_request (company_id, type_id);
create index maintenance_request_firm on maintenance_request (company_id, assigned_firm_id);
create index maintenance_request_plan on maintenance_request (company_id, plan_id);
create index maintenance_request_alarm on maintenance_request (company_id, alarm_id) where alarm_id is not null;
create index maintenance_request_downtime on maintenance_request (company_id, downtime_id) where downtime_id is not null;
create index maintenance_request_colleague on maintenance_request (company_id, assigned_user_id, number) where assigned_user_id is not null;
select enable_tenant_rls('maintenance_request');
select narrow_rls('maintenance_request', $$deleted_at is null or current_setting('app.with_deleted', true) = 'on'$$, 'true');
select enable_plant_rls('maintenance_request', 'plant_id in scope');
grant select, insert, update, delete on maintenance_request to meridiana_app;

create table maintenance_request_device (
  company_id int not null references company (id_client),
  request_id bigint not null,
  device_id  bigint not null,
  plant_id   bigint not null,
  primary key (company_id, request_id, device_id),
  foreign key (company_id, request_id) references maintenance_request (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
create index maintenance_request_device_device on maintenance_request_device (company_id, device_id);
create index maintenance_request_device_plant on maintenance_request_device (company_id, plant_id);
select enable_tenant_rls('maintenance_request_device');
select enable_plant_rls('maintenance_request_device', 'plant_id in scope');
grant select, insert, delete on maintenance_request_device to meridiana_app;

-- What became of a request, step by step; nothing of it is changed.
create table maintenance_request_change (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  request_id bigint not null,
  plant_id   bigint not null,
  at         timestamptz not null,
  from_state text not null,
  to_state   text not null,
  user_id    bigint,
  party      text check (length(party) between 1 and 120),
  note       text not null default '' check (length(note) <= 500),
  primary key (company_id, id),
  constraint maintenance_request_change_whose check (num_nonnulls(user_id, party) <= 1),
  foreign key (company_id, request_id) references maintenance_request (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column maintenance_request_change.party is 'an outside firm; neither a person nor a firm: the program itself';
create index maintenance_request_change_of on maintenance_request_change (company_id, request_id, id);
create index maintenance_request_change_plant on maintenance_request_change (company_id, plant_id);
select enable_tenant_rls('maintenance_request_change');
select enable_plant_rls('maintenance_request_change', 'plant_id in scope');
grant select, insert on maintenance_request_change to meridiana_app;

-- A request on its way to whoever it is assigned to: what became of each mail and text message.
create table maintenance_request_message (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  request_id bigint not null,
  plant_id   bigint not null,
  channel    text not null check (channel in ('mail', 'sms')),
  to_name    text not null check (length(to_name) <= 120),
  outbox_id  bigint not null,
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, request_id) references maintenance_request (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column maintenance_request_message.outbox_id is 'its row in mail_outbox or sms_outbox, which is removed after some days';
comment on column maintenance_request_message.state is 'as the outbox said it last';
create index maintenance_request_message_of on maintenance_request_message (company_id, request_id, id);
create index maintenance_request_message_plant on maintenance_request_message (company_id, plant_id);
select enable_tenant_rls('maintenance_request_message');
select enable_plant_rls('maintenance_request_message', 'plant_id in scope');
grant select, insert, update on maintenance_request_message to meridiana_app;

-- Links that open one record to an outside party without an account. The token is nowhere but in what was sent.
create table signed_link (
  company_id   int not null references company (id_client),
  id           bigint not null default next_id(),
  kind         text not null check (length(kind) between 1 and 60),
  record_id    bigint not null,
  plant_id     bigint,
  party        text not null check (length(party) between 1 and 120),
  digest       bytea not null check (octet_length(digest) = 32),
  expires_at   timestamptz not null,
  withdrawn_at timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column signed_link.digest is 'SHA-256 of the token';
comment on column signed_link.party is 'in whose name its bearer acts';
create index signed_link_of on signed_link (company_id, kind, record_id);
create index signed_link_plant on signed_link (company_id, plant_id);
select enable_tenant_rls('signed_link');
select enable_plant_rls('signed_link', 'plant_id is null or plant_id in scope');
grant select, insert, update, delete on signed_link to meridiana_app;
create view shared.signed_link with (security_invoker = true) as select * from public.signed_link;
grant select on shared.signed_link to meridiana_app;

-- Text messages on their way, as mail_outbox holds mail.
create table sms_outbox (
  id         bigint generated always as identity primary key,
  to_number  text not null,
  sealed_text bytea,
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts   int not null default 0,
  fault      text not null default '',
  sent_at    timestamptz,
  created_at timestamptz not null default now()
);
comment on column sms_outbox.sealed_text is 'sealed with a key of the installation, since links in it are secrets; null once it was sent';
create index on sms_outbox (created_at);
grant select, insert, update, delete on sms_outbox to meridiana_app;
