-- Reports as they were issued: frozen with what they were made of. An issue is written once; what was wrong is corrected by a further one.

create table report_issue (
  company_id    int not null references company (id_client),
  id            bigint not null default next_id(),
  kind          text not null check (kind in ('k451', 'k410')),
  plant_ids     bigint[] not null check (cardinality(plant_ids) > 0),
  from_on       date not null,
  to_on         date not null,
  period        text not null check (period in ('day', 'month', 'year')),
  year          int not null check (year between 2000 and 9999),
  number        int not null check (number > 0),
  revision      int not null check (revision >= 0),
  corrects      bigint,
  content       jsonb not null,
  hash          text not null check (hash ~ '^[0-9a-f]{64}$'),
  previous_hash text,
  issued_by     bigint not null,
  issued_at     timestamptz(3) not null,
  primary key (company_id, id),
  check (to_on >= from_on),
  check ((revision = 0) = (corrects is null)),
  constraint report_issue_number unique (company_id, year, number),
  constraint report_issue_revision unique (company_id, kind, from_on, to_on, period, plant_ids, revision),
  foreign key (company_id, corrects) references report_issue (company_id, id)
);
comment on table report_issue is 'append-only: the program can neither change nor delete a row';
comment on column report_issue.plant_ids is 'in order; whoever may not see one of them does not see the issue. Plants may be gone since';
comment on column report_issue.year is 'in which it was issued, in Rome; numbers begin anew with it';
comment on column report_issue.revision is '0: the first of its plants and days; then its corrections';
comment on column report_issue.hash is 'SHA-256 of the row as canonical JSON, with the hash of the company''s issue before';
create index report_issue_corrects on report_issue (company_id, corrects);
create index report_issue_kind on report_issue (company_id, kind, issued_at desc);
select enable_tenant_rls('report_issue');
select enable_plant_rls('report_issue', 'plant_ids <@ public.plants_in_scope()');
grant select, insert on report_issue to meridiana_app;
