-- Closed months of communities: what each member shared and is due. A statement is written once; what was wrong is corrected by a further one.

create table community_statement (
  company_id    int not null references company (id_client),
  id            bigint not null default next_id(),
  community_id  bigint not null,
  year          int not null check (year between 2000 and 9999),
  number        int not null check (number > 0),
  month         date not null check (extract(day from month) = 1),
  revision      int not null check (revision >= 0),
  corrects      bigint,
  content       jsonb not null,
  hash          text not null check (hash ~ '^[0-9a-f]{64}$'),
  previous_hash text,
  closed_by     bigint not null,
  closed_at     timestamptz(3) not null,
  primary key (company_id, id),
  check ((revision = 0) = (corrects is null)),
  constraint community_statement_number unique (company_id, year, number),
  constraint community_statement_revision unique (company_id, community_id, month, revision),
  foreign key (company_id, community_id) references community (company_id, id),
  foreign key (company_id, corrects) references community_statement (company_id, id)
);
comment on table community_statement is 'append-only: the program can neither change nor delete a row';
comment on column community_statement.year is 'in which it was closed, in Rome; numbers begin anew with it';
comment on column community_statement.revision is '0: the first of its month; then its corrections';
comment on column community_statement.hash is 'SHA-256 of the row as canonical JSON, with the hash of the company''s statement before';
create index community_statement_corrects on community_statement (company_id, corrects);
select enable_tenant_rls('community_statement');
grant select, insert on community_statement to meridiana_app;
