-- A company's logo, as its documents print it.

create table company_logo (
  company_id int primary key references company (id_client),
  digest     text not null check (digest ~ '^[0-9a-f]{64}$'),
  bytes      bytea not null check (length(bytes) between 1 and 2097152),
  created_at timestamptz not null default now()
);
comment on table company_logo is 'the logo of a company: a png on white, in the size in which it is printed';
comment on column company_logo.digest is 'SHA-256 of its bytes, by which browsers know whether they show it already';
select enable_tenant_rls('company_logo'::regclass);
grant select, insert, update, delete on company_logo to meridiana_app;
create view companies.company_logo with (security_invoker = true) as select * from public.company_logo;
grant select on companies.company_logo to meridiana_app;
