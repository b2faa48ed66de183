-- Tools that set devices up: what people ask of the field by hand, and devices as data.

-- One thing that somebody wants to know of the field, done by the instance that polls there.
create table field_task (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  question_id uuid not null,
  position    int not null check (position between 0 and 255),
  kind        text not null check (kind in ('read','find','test')),
  port_id     bigint,
  gateway     text check (length(gateway) <= 300),
  plant_ids   bigint[] not null default '{}',
  asked       jsonb not null check (octet_length(asked::text) <= 500000),
  asked_by    bigint,
  asked_at    timestamptz not null default now(),
  holder      text check (length(holder) <= 80),
  taken_at    timestamptz,
  begun_at    timestamptz,
  ended_at    timestamptz,
  answer      jsonb check (octet_length(answer::text) <= 1000000),
  primary key (company_id, id),
  unique (company_id, question_id, position),
  check (port_id is not null or gateway is not null),
  foreign key (company_id, port_id) references port (company_id, id) on delete cascade
);
create index field_task_asked on field_task (company_id, asked_at);
create index field_task_open on field_task (company_id, id) where ended_at is null;
comment on table field_task is 'asked by people, answered by acquisition; kept for an hour';
comment on column field_task.question_id is 'tasks of one question are asked together, in the order of their positions';
comment on column field_task.port_id is 'the port it goes through, so only whoever polls that port takes it; null: a gateway that is not configured, which anybody may ask';
comment on column field_task.gateway is 'host and port of a gateway that is not configured: one connection at a time to each';
comment on column field_task.plant_ids is 'plants in whose right it was asked (of its port, of the device it is tried as): who may not see them any more does not see the answer';
comment on column field_task.asked is 'unit, address and the like; the way where there is no port';
comment on column field_task.taken_at is 'when whoever took it last said that it still has it';
comment on column field_task.begun_at is 'when its turn came on its connection';
comment on column field_task.answer is 'what came back, or why nothing did; null until then, and when it was given up';
select app_wall('field_task');
grant select, insert, update, delete on field_task to meridiana_app;

-- How much was asked lately, by a person in all their companies and by a company: one row for each question and each of
-- the two. It stands beside the tasks, which go with their port and are seen by one company only.
create table field_asked (
  id          bigint generated always as identity primary key,
  subject     text not null check (length(subject) <= 40),
  asked_at    timestamptz not null default now(),
  tasks       int not null,
  gateways    bigint[] not null
);
create index field_asked_lately on field_asked (subject, asked_at);
comment on column field_asked.subject is '''person <id>'' or ''company <id>''';
comment on column field_asked.gateways is 'hashes of host and port, those of ports too: enough to count them';
grant select, insert, delete on field_asked to meridiana_app;

-- A company's own devices as data; those of common makers come with the program.
create table device_template (
  company_id   int not null references company (id_client),
  id           bigint generated always as identity,
  name         text not null check (length(name) between 1 and 120),
  manufacturer text not null default '' check (length(manufacturer) <= 80),
  model        text not null default '' check (length(model) <= 80),
  category     text not null
               check (category in ('inverter','production_meter','exchange_meter','weather_station','string_box','generator','other')),
  notes        text not null default '' check (length(notes) <= 2000),
  source       text not null default '' check (length(source) <= 500),
  content      jsonb not null check (octet_length(content::text) <= 1000000),
  changed_by   bigint,
  changed_at   timestamptz not null default now(),
  version      int not null default 1,
  revision     int not null default 1,
  primary key (company_id, id),
  unique (company_id, name)
);
comment on column device_template.version is 'rises with what it gives devices, not with its texts: devices of an older one lag behind';
comment on column device_template.revision is 'rises with every change, so that the second editor is told';
comment on column device_template.source is 'where the map of its registers was published';
comment on column device_template.content is 'variables and attributes, as the contract says';
select app_wall('device_template');
grant select, insert, update, delete on device_template to meridiana_app;

alter table device add column template_key text check (template_key ~ '^[a-z0-9][a-z0-9-]{0,79}$');
comment on column device.template_key is 'what it was made from or brought to last: own-<id>, a template of the program, or sunspec';
alter table device add column template_version int check (template_version >= 1);
comment on column device.template_version is 'the version of that template then';
