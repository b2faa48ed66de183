-- What a company decides about all of its homes.

create table residential_setting (
  company_id           int primary key references company (id_client),
  readings_kept_months int check (readings_kept_months between 6 and 600),
  version              int not null default 1
);
comment on table residential_setting is 'what a company decided about all of its homes; no row: nothing';
comment on column residential_setting.readings_kept_months is 'single readings of homes older than this are let go, the energies of their days stay; null: kept as long as those of other plants';
select enable_tenant_rls('residential_setting');
grant select, insert, update, delete on residential_setting to meridiana_app;
