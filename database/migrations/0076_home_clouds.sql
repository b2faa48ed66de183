-- Homes that are read from the cloud of a manufacturer. The cloud is a service of the installation, and a site of it is one home's.

create table home_cloud_site (
  company_id int not null,
  plant_id   bigint not null,
  vendor     text not null check (length(vendor) between 1 and 30),
  site_id    text not null check (site_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  since      timestamptz not null default now(),
  next_at    timestamptz not null default now(),
  read_until timestamptz,
  counters   jsonb check (octet_length(counters::text) <= 1000),
  failures   int not null default 0,
  fault      text check (length(fault) <= 40),
  primary key (company_id, plant_id),
  unique (company_id, vendor, site_id),
  foreign key (company_id, plant_id) references home (company_id, plant_id) on delete cascade
);
comment on table home_cloud_site is 'which site of a manufacturer''s cloud a home is read from';
comment on column home_cloud_site.next_at is 'when it is read again; put off while somebody reads';
comment on column home_cloud_site.read_until is 'what lies before does not change any more; null: never read';
comment on column home_cloud_site.counters is 'what the counters showed at read_until, kWh: the cloud tells what each quarter came to';
create index home_cloud_site_site on home_cloud_site (vendor, site_id);
create index home_cloud_site_due on home_cloud_site (company_id, vendor, next_at);
select enable_tenant_rls('home_cloud_site');
select enable_plant_rls('home_cloud_site', 'plant_id in scope');
grant select, insert, update, delete on home_cloud_site to meridiana_app;

create table cloud_vendor (
  vendor       text primary key check (length(vendor) between 1 and 30),
  paused_until timestamptz,
  day          date not null,
  asked        int not null
);
comment on table cloud_vendor is 'how much a manufacturer''s cloud was asked, by all companies and instances together';
comment on column cloud_vendor.asked is 'requests on that day (UTC)';
grant select, insert, update on cloud_vendor to meridiana_app;

create function cross_tenant_cloud_site_taken(of_company integer, of_plant bigint, of_vendor text, wanted text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  own_since timestamptz := 'infinity';
  is_earlier boolean;
begin
  select coalesce(min(s.since), 'infinity') into own_since from public.home_cloud_site s
    where s.company_id = of_company and s.plant_id = of_plant and s.vendor = of_vendor and s.site_id = wanted;
  select coalesce(bool_or((s.since, s.company_id) < (own_since, of_company)), false) into is_earlier from public.home_cloud_site s
    where s.vendor = of_vendor and s.site_id = wanted and (s.company_id <> of_company or s.plant_id is distinct from of_plant);
  return is_earlier;
end $$;
comment on function cross_tenant_cloud_site_taken(integer, bigint, text, text) is 'whether another home had this site of a manufacturer''s cloud first';
revoke execute on function cross_tenant_cloud_site_taken(integer, bigint, text, text) from public;
grant execute on function cross_tenant_cloud_site_taken(integer, bigint, text, text) to meridiana_app;
