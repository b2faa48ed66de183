-- What areas publish, for whom it is, and by which way: in the bell, by mail, by webhook. Alarms keep the state of theirs in
-- alarm_event and alarm_notification as before: nothing is moved, so nothing is lost or sent again.
create table notification (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  kind        text not null check (length(kind) between 1 and 60),
  plant_id    bigint,
  subject     text not null check (length(subject) <= 100),
  params      jsonb not null default '{}' check (octet_length(params::text) <= 4000),
  user_ids    bigint[],
  actor_id    bigint,
  once_key    text check (length(once_key) <= 200),
  at          timestamptz not null default now(),
  dispatched_at timestamptz,
  unsent      boolean not null default false,
  primary key (company_id, id),
  constraint notification_once unique (company_id, kind, once_key),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column notification.subject is 'the record that it is about, as its area numbers it';
comment on column notification.user_ids is 'whom it is for, as far as they may know of it; null: everybody who may';
comment on column notification.actor_id is 'who caused it, and is not notified';
comment on column notification.once_key is 'published once by this key; null: each time';
comment on column notification.dispatched_at is 'when the rows of its recipients were created; unsent: then it waits to be queued for webhooks';
create index notification_pending on notification (company_id, id) where dispatched_at is null;
create index notification_unsent on notification (company_id, id) where unsent;
create index notification_plant on notification (company_id, plant_id);
select enable_tenant_rls('notification');
select enable_plant_rls('notification', 'plant_id is null or plant_id in scope');
grant select, insert, update, delete on notification to meridiana_app;

create function is_notification_in_scope(notification bigint) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog as $$
begin
  return exists (select from public.notification n where n.id = notification
    and n.company_id = nullif(current_setting('app.company_id', true), '')::int);
end $$;
revoke execute on function is_notification_in_scope(bigint) from public;
grant execute on function is_notification_in_scope(bigint) to meridiana_app;

create table notification_recipient (
  company_id  int not null,
  notification_id bigint not null,
  user_id     bigint not null,
  in_bell     boolean not null,
  in_digest   boolean not null,
  read_at     timestamptz,
  mail_due_at timestamptz,
  mailed_at   timestamptz,
  outcome     text check (length(outcome) <= 40),
  primary key (company_id, notification_id, user_id),
  foreign key (company_id, notification_id) references notification (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references company_user (company_id, user_id) on delete cascade
);
comment on column notification_recipient.mail_due_at is 'when its mail is due; null: none is';
comment on column notification_recipient.outcome is 'how its mail ended: sent, or why it was not';
create index notification_recipient_of on notification_recipient (company_id, user_id, notification_id desc);
create index notification_recipient_due on notification_recipient (company_id, mail_due_at) where mail_due_at is not null;
select enable_tenant_rls('notification_recipient');
select enable_plant_rls('notification_recipient', 'public.is_notification_in_scope(notification_id)');
grant select, insert, update, delete on notification_recipient to meridiana_app;

-- What a person chose of a kind; without a row the kind's own defaults hold.
create table notification_preference (
  company_id  int not null,
  user_id     bigint not null,
  kind        text not null check (length(kind) between 1 and 60),
  bell        boolean not null,
  mail        boolean not null,
  digest      boolean not null,
  primary key (company_id, user_id, kind),
  foreign key (company_id, user_id) references company_user (company_id, user_id) on delete cascade
);
select enable_tenant_rls('notification_preference');
grant select, insert, update, delete on notification_preference to meridiana_app;

-- Webhooks that stand are sent alarms alone, until somebody chooses more.
alter table webhook add column kinds text[] not null default '{alarm}';
comment on column webhook.kinds is 'kinds of notification that it is sent; codes and types narrow alarms';
alter table webhook_delivery drop constraint webhook_delivery_event_check;
alter table webhook_delivery add constraint webhook_delivery_event_check
  check (event in ('alarm.opened','alarm.closed','test','notification'));
alter table webhook_delivery add column kind text check (length(kind) <= 60);
comment on column webhook_delivery.kind is 'of the event notification: which kind';
