-- What of a list somebody keeps under a name: its filters, its order and the columns that are hidden. One may share it with the
-- company; it stays when its owner leaves.
create table list_view (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  owner_id    bigint not null references user_account (id),
  list        text not null check (length(list) between 1 and 60),
  name        text not null check (length(name) between 1 and 60),
  search      jsonb not null,
  hidden      text[],
  shared      boolean not null default false,
  version     int not null default 1,
  primary key (company_id, id),
  constraint list_view_name unique (company_id, owner_id, list, name)
);
comment on column list_view.search is 'what the address of the list says, by its parts; checked by the page that reads it';
comment on column list_view.hidden is 'columns that are not shown; null: as the reader has them';
create index on list_view (owner_id);
select enable_tenant_rls('list_view');
grant select, insert, update, delete on list_view to meridiana_app;
create view shared.list_view with (security_invoker = true) as select * from public.list_view;
-- Companies take a person's own away with the person.
grant select, delete on shared.list_view to meridiana_app;
