-- When figures of days changed last that were over long ago, as by history that is imported: what is kept of days is looked at anew.
create table late_days (
  company_id int primary key references company (id_client),
  changed_at timestamptz not null
);
comment on table late_days is 'one row of a company whose older days have been made anew at some time';
select enable_tenant_rls('late_days');
grant select, insert, update, delete on late_days to meridiana_app;
