-- The causes of downtimes that a company tells apart; what is deleted lies in the bin and leaves its name to others.
create table downtime_cause (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  name        text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  version     int not null default 1,
  deleted_at  timestamptz,
  primary key (company_id, id)
);
create unique index downtime_cause_name on downtime_cause (company_id, name) where deleted_at is null;
select enable_tenant_rls('downtime_cause');
grant select, insert, update, delete on downtime_cause to meridiana_app;
create policy kept on downtime_cause as restrictive to meridiana_app
  using (deleted_at is null or current_setting('app.with_deleted', true) = 'on') with check (true);
