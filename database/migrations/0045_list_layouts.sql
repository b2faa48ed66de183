-- How a person has arranged the columns of a list, and how densely it stands: kept for them wherever they sign in.
create table list_layout (
  company_id  int not null references company (id_client),
  user_id     bigint not null,
  list        text not null check (length(list) between 1 and 60),
  columns     text[] not null check (cardinality(columns) <= 60),
  hidden      text[] not null check (cardinality(hidden) <= 60),
  density     text check (density in ('comfortable', 'compact')),
  primary key (company_id, user_id, list),
  foreign key (company_id, user_id) references company_user (company_id, user_id) on delete cascade
);
comment on column list_layout.columns is 'in the order of the person; empty: as the list has them';
comment on column list_layout.hidden is 'those that are not shown';
comment on column list_layout.density is 'null: as the list has it';
select enable_tenant_rls('list_layout');
grant select, insert, update, delete on list_layout to meridiana_app;
