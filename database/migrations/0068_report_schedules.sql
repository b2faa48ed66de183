-- Reports that are sent by mail: of which plants, when, to whom; and what was sent, so that nobody is sent it twice.

create table report_schedule (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  name       text not null check (length(name) between 1 and 80),
  kind       text not null check (kind in ('k451', 'k410')),
  plant_ids  bigint[] not null,
  every      text not null check (every in ('day', 'week', 'month')),
  on_day     int not null check (on_day between 1 and 28),
  hour       int not null check (hour between 0 and 23),
  members    bigint[] not null,
  addresses  text[] not null,
  language   text not null check (language in ('it', 'en')),
  next_at    timestamptz not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on column report_schedule.plant_ids is 'empty: all that author and recipient may both see';
comment on column report_schedule.members is 'accounts; each is sent plants that they and the author may both see';
comment on column report_schedule.addresses is 'of outsiders, who are sent what the author may see';
comment on column report_schedule.created_by is 'its author: with their dismissal it ends';
create index report_schedule_due on report_schedule (company_id, next_at);

create table report_delivery (
  company_id  int not null,
  schedule_id bigint not null,
  due_on      date not null,
  recipient   text not null,
  part        int not null,
  sent_at     timestamptz not null,
  primary key (company_id, schedule_id, due_on, recipient, part),
  foreign key (company_id, schedule_id) references report_schedule (company_id, id) on delete cascade
);
comment on table report_delivery is 'a mail that was put into the outbox in the same transaction: a job that goes on leaves it out';
comment on column report_delivery.part is 'plants beyond those that one report holds come in further mails';

select enable_tenant_rls('report_schedule');
select enable_tenant_rls('report_delivery');
select enable_plant_rls('report_schedule', 'plant_ids <@ public.plants_in_scope()');
grant select, insert, update, delete on report_schedule to meridiana_app;
grant select, insert, delete on report_delivery to meridiana_app;

alter table mail_outbox add column attachment_name text not null default '';
alter table mail_outbox add column attachment bytea;
comment on column mail_outbox.attachment is 'a PDF that goes with it; gone once it was sent';
create or replace view shared.mail_outbox with (security_invoker = true) as select * from public.mail_outbox;
