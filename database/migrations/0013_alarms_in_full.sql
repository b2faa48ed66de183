-- Alarms in full: their cause, evidence and history; who works on them; snoozes that are planned, end and are kept;
-- thresholds; what was seen between two looks; who is told, by mail and by webhook.

alter table alarm
  add column port_id bigint,
  add column cause_id bigint,
  add column opened_at timestamptz not null default now(),
  add column last_at timestamptz,
  add column muted boolean not null default false,
  add column evidence jsonb not null default '{}' check (octet_length(evidence::text) <= 60000),
  add column assigned_to bigint,
  add column acknowledged_at timestamptz,
  add column acknowledged_by bigint,
  add column closing_ms int,
  add column back_since timestamptz,
  add column closes_at timestamptz,
  add check ((back_since is null) = (closes_at is null)),
  add foreign key (company_id, cause_id) references alarm (company_id, id) on delete set null (cause_id);
comment on column alarm.port_id is 'the port that is at fault; its name stands in params, so that a port which is gone is still named';
comment on column alarm.cause_id is 'the alarm that this one follows from: shown with it, and not counted or told beside it';
comment on column alarm.date is 'when the fault began';
comment on column alarm.opened_at is 'when it was raised, after its delay';
comment on column alarm.last_at is 'when its last repeat began, where it has repeats';
comment on column alarm.closing_ms is 'for how long its fault must be gone, without a break, before it closes';
comment on column alarm.back_since is 'while it is open and its fault is gone: since when, and at closes_at it closes if that holds';
comment on column alarm.muted is 'it opened or came again while its plant was snoozed';
comment on column alarm.evidence is 'the readings that raised it, as the contract says';
update alarm set opened_at = date;
drop index alarm_open;
create unique index alarm_open on alarm (company_id, plant_id, coalesce(device_id, 0), coalesce(port_id, 0), code)
  where end_date is null;
-- Lists of alarms are counted and paged from these alone; the rows, with their evidence, are read for one page.
drop index alarm_by_date;
create index alarm_by_date on alarm (company_id, date desc, id desc)
  include (plant_id, device_id, end_date, type, code, cause_id, assigned_to, acknowledged_at);
create index alarm_by_end on alarm (company_id, end_date desc, id desc)
  include (plant_id, device_id, date, type, code, cause_id, assigned_to, acknowledged_at) where end_date is not null;
create index alarm_of_plant on alarm (company_id, plant_id, date desc);
create index alarm_ended on alarm (company_id, plant_id, end_date desc) where end_date is not null;
create index alarm_of_device on alarm (company_id, device_id, date desc) where device_id is not null;
create index alarm_cause on alarm (company_id, cause_id) where cause_id is not null;

-- What happened to an alarm and what people did about it.
create table alarm_event (
  company_id  int not null,
  id          bigint generated always as identity,
  alarm_id    bigint not null,
  at          timestamptz not null,
  kind        text not null check (kind in ('opened','repeated','closed','followed','stood_alone',
                'acknowledged','unacknowledged','assigned','unassigned','commented')),
  actor_id    bigint,
  note        text not null default '' check (length(note) <= 2000),
  detail      jsonb not null default '{}' check (octet_length(detail::text) <= 4000),
  told_at     timestamptz,
  unsent      boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete cascade
);
create index alarm_event_of_alarm on alarm_event (company_id, alarm_id, id);
create index alarm_event_by_time on alarm_event (company_id, at desc, id desc) include (alarm_id, kind);
create index alarm_event_untold on alarm_event (company_id, id)
  where told_at is null and kind in ('opened','repeated','closed');
create index alarm_event_unsent on alarm_event (company_id, id) where unsent;
comment on column alarm_event.unsent is 'people were told, and it waits to be queued for webhooks; detail.unsent: it could not be';
comment on column alarm_event.told_at is 'when it was seen to who wants to know; only opened, repeated and closed are told';
comment on column alarm_event.kind is 'followed: it became the consequence of another; stood_alone: its cause ended and it stayed';
select app_wall('alarm_event');
grant select, insert, update, delete on alarm_event to meridiana_app;

-- Snoozes of plants; the one in force also stands at its plant (snooze_date).
create table alarm_snooze (
  company_id  int not null,
  id          bigint generated always as identity,
  plant_id    bigint not null,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null check (ends_at > starts_at),
  message     text not null check (length(message) between 1 and 500),
  created_by  bigint,
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  ended_by    bigint,
  end_reason  text check (end_reason in ('expired','early','worse','replaced')),
  muted       int not null default 0,
  version     int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id),
  check ((ended_at is null) = (end_reason is null))
);
create index alarm_snooze_open on alarm_snooze (company_id, plant_id) where ended_at is null;
create index alarm_snooze_by_start on alarm_snooze (company_id, starts_at desc, id desc);
comment on column alarm_snooze.muted is 'alarms that opened or came again meanwhile';
select app_wall('alarm_snooze');
grant select, insert, update on alarm_snooze to meridiana_app;
insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message)
select company_id, id, now(), snooze_date, coalesce(nullif(left(snooze_message, 500), ''), '-')
from plant where snooze_date > now();

-- What devices tell of themselves is asked for by time as well, beside what alarms tell; logs are counted from these alone.
create index device_log_by_time on device_log (company_id, at desc, id desc) include (device_id, kind);
create index configuration_version_by_time on configuration_version (company_id, made_at desc, id desc);

-- Thresholds: of the company (no plant), of a plant, of a device; the nearest one that says something counts.
create table alarm_rule (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  plant_id    bigint,
  device_id   bigint,
  code        text not null check (length(code) between 1 and 40),
  enabled     boolean,
  params      jsonb not null default '{}' check (octet_length(params::text) <= 2000),
  changed_by  bigint,
  changed_at  timestamptz not null default now(),
  version     int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  check (device_id is null or plant_id is not null)
);
create unique index alarm_rule_of on alarm_rule (company_id, coalesce(plant_id, 0), coalesce(device_id, 0), code);
comment on column alarm_rule.enabled is 'null: as the next wider one says';
comment on column alarm_rule.params is 'numbers by name; what is not named is as the next wider one says';
select app_wall('alarm_rule');
grant select, insert, update, delete on alarm_rule to meridiana_app;

-- What was gathered for and against each fault between two looks, so that a restart and another instance go on from it.
create table alarm_keeping (
  company_id  int primary key references company (id_client),
  looked_at   timestamptz not null,
  revision    bigint not null default 1,
  watches     jsonb not null default '{}',
  rhythms     jsonb not null default '{}',
  unjudged    bigint[] not null default '{}'
);
comment on column alarm_keeping.watches is 'by the key of a fault: what speaks against its present state, since when and for how long';
comment on column alarm_keeping.rhythms is 'by the number of a device that sends by itself: how long it usually is silent; written only when that changes';
comment on column alarm_keeping.unjudged is 'plants that the last look could not judge: their alarms stand as they stood';
select app_wall('alarm_keeping');
grant select, insert, update on alarm_keeping to meridiana_app;

-- What devices made in the quarters of the last hours, as the judge's windows are compared by: a restart finds them whole.
create table alarm_quarter (
  company_id  int not null,
  device_id   bigint not null,
  slot        int not null,
  counter     boolean not null,
  ended_at    timestamptz not null,
  means       float8[] not null,
  covered     float8[] not null,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on column alarm_quarter.ended_at is 'end of the last quarter; the others go before it, without a gap';
comment on column alarm_quarter.means is 'kW or W/m², null where there was no good reading; covered: the share of each that readings stand for';
select app_wall('alarm_quarter');
grant select, insert, update, delete on alarm_quarter to meridiana_app;

-- Who wants to be told of what, by mail; one row for each member of a company.
create table alarm_choice (
  company_id  int not null,
  user_id     bigint not null,
  enabled     boolean not null default false,
  plant_ids   bigint[] not null default '{}',
  codes       text[] not null default '{}',
  types       text[] not null default '{E,W}' check (types <@ array['E','W']),
  at_once     boolean not null default true,
  recovery    boolean not null default true,
  quiet_from  smallint check (quiet_from between 0 and 1439),
  quiet_to    smallint check (quiet_to between 0 and 1439),
  errors_break_quiet boolean not null default true,
  digest_at   smallint check (digest_at between 0 and 1439),
  digest_on   date,
  digest_told_at timestamptz,
  tested_at   timestamptz,
  time_zone   text not null default 'Europe/Rome' check (length(time_zone) <= 60),
  version     int not null default 1,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references company_user (company_id, user_id) on delete cascade,
  check ((quiet_from is null) = (quiet_to is null))
);
comment on column alarm_choice.plant_ids is 'none: every plant that the person may see; so for codes';
comment on column alarm_choice.quiet_from is 'minutes after midnight in time_zone; so quiet_to and digest_at';
comment on column alarm_choice.tested_at is 'when they last had a test mail sent';
comment on column alarm_choice.digest_on is 'the last day whose digest was sent';
comment on column alarm_choice.digest_told_at is 'until when the last digest told: the next one goes on from there';
select app_wall('alarm_choice');
grant select, insert, update, delete on alarm_choice to meridiana_app;

-- One telling of one alarm to one person, from its opening to its recovery; only one of an alarm is under way.
create table alarm_told (
  company_id  int not null,
  id          bigint generated always as identity,
  alarm_id    bigint not null,
  user_id     bigint not null,
  count       int not null,
  due_at      timestamptz,
  opened_told_at timestamptz,
  closed_told_at timestamptz,
  ended_at    timestamptz,
  outcome     text check (length(outcome) <= 40),
  primary key (company_id, id),
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete cascade
);
create unique index alarm_told_live on alarm_told (company_id, alarm_id, user_id) where ended_at is null;
create index alarm_told_due on alarm_told (company_id, due_at) where ended_at is null and due_at is not null;
create index alarm_told_of_user on alarm_told (company_id, user_id, greatest(opened_told_at, closed_told_at));
create index alarm_told_of_alarm on alarm_told (company_id, alarm_id);
comment on column alarm_told.count is 'the alarm''s count when this telling began';
comment on column alarm_told.due_at is 'when it must be seen to next; null: it was told as open and stands';
comment on column alarm_told.outcome is 'how it ended: told, or why nothing more needed telling';
select app_wall('alarm_told');
grant select, insert, update, delete on alarm_told to meridiana_app;

-- Programs of the company that are told.
create table webhook (
  company_id    int not null references company (id_client),
  id            bigint generated always as identity,
  name          text not null check (length(name) between 1 and 80),
  url           text not null check (length(url) between 1 and 2000),
  sealed_secret bytea not null,
  plant_ids     bigint[] not null default '{}',
  codes         text[] not null default '{}',
  types         text[] not null default '{E,W}' check (types <@ array['E','W']),
  enabled       boolean not null default true,
  failing_since timestamptz,
  failures      int not null default 0,
  failing_ms    float8 not null default 0,
  failed_at     timestamptz,
  paced_until   timestamptz,
  created_by    bigint,
  created_at    timestamptz not null default now(),
  version       int not null default 1,
  primary key (company_id, id)
);
comment on column webhook.failures is 'attempts in a row that failed; paced_until: nothing is sent before, because they did';
comment on column webhook.failing_ms is 'for how long it was tried in vain; from failed_at, the last attempt that failed, to the next only if that follows soon';
comment on column webhook.sealed_secret is 'what its messages are signed with, sealed with a key of the installation; shown once';
select app_wall('webhook');
grant select, insert, update, delete on webhook to meridiana_app;

create table webhook_delivery (
  company_id  int not null,
  id          bigint generated always as identity,
  webhook_id  bigint not null,
  message_id  uuid not null,
  event       text not null check (event in ('alarm.opened','alarm.closed','test')),
  alarm_id    bigint,
  body        json not null check (octet_length(body::text) <= 20000),
  state       text not null default 'waiting' check (state in ('waiting','delivered','given_up')),
  attempts    int not null default 0,
  next_at     timestamptz not null default now(),
  created_at  timestamptz not null default now(),
  last_at     timestamptz,
  status      int,
  fault       jsonb check (octet_length(fault::text) <= 1000),
  duration_ms int,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhook (company_id, id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (company_id, webhook_id, next_at, id) where state = 'waiting';
-- What the same webhook is to hear of the same alarm before: asked for each message whose turn is looked for.
create index webhook_delivery_turn on webhook_delivery (company_id, webhook_id, alarm_id, id) where state = 'waiting';
create index webhook_delivery_of on webhook_delivery (company_id, webhook_id, id desc);
create index webhook_delivery_alarm on webhook_delivery (company_id, alarm_id, webhook_id, id desc) where alarm_id is not null;
comment on column webhook_delivery.fault is 'why the last attempt failed: a code and its parameters; the answer''s status where there was one';
select app_wall('webhook_delivery');
grant select, insert, update, delete on webhook_delivery to meridiana_app;

-- Mail that comes again and again can be stopped without signing in; the address stands in the mail's head as well.
alter table mail_outbox add column unsubscribe_url text not null default '';

-- What the numbers of a state or an event mean, where its maker has a list of its own.
alter table variable add column value_table text check (value_table ~ '^[a-z0-9][a-z0-9-]{0,59}$');
comment on column variable.value_table is 'a list of the program that says what its numbers mean; null: SunSpec''s for states, none else';
