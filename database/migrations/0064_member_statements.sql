-- Statements on their way to members: by mail, with a link that opens what a closed month says of one member.

create table community_mailing (
  company_id   int not null references company (id_client),
  id           bigint not null default next_id(),
  statement_id bigint not null,
  member_id    bigint not null,
  to_name      text not null check (length(to_name) between 1 and 120),
  to_address   text not null check (length(to_address) between 3 and 254),
  language     text not null check (language in ('it', 'en')),
  days         int not null check (days between 1 and 366),
  outbox_id    bigint,
  state        text not null default 'queued' check (state in ('queued', 'waiting', 'sent', 'kept', 'failed')),
  asked_at     timestamptz not null,
  primary key (company_id, id),
  check ((state = 'queued') = (outbox_id is null)),
  constraint community_mailing_member unique (company_id, statement_id, member_id),
  foreign key (company_id, statement_id) references community_statement (company_id, id)
);
comment on column community_mailing.member_id is 'in the statement, which outlives the member';
comment on column community_mailing.days is 'for how long its link opens';
comment on column community_mailing.outbox_id is 'its row in mail_outbox, which is removed after some days; null: no mail was made yet';
comment on column community_mailing.state is 'queued: a worker makes its mail; else as the outbox said it last';
create index community_mailing_queued on community_mailing (company_id, statement_id) where state = 'queued';
create index community_mailing_waiting on community_mailing (company_id) where state = 'waiting';
select enable_tenant_rls('community_mailing');
grant select, insert, update on community_mailing to meridiana_app;
