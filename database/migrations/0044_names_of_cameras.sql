-- A camera server that is known by a name closes what the name leads to, as a port does: to other companies it is taken.
create table camera_server_resolved (
  company_id  int not null references company (id_client),
  plant_id    bigint not null,
  endpoint    text not null check (length(endpoint) <= 300),
  since       timestamptz not null default now(),
  primary key (company_id, plant_id, endpoint),
  foreign key (company_id, plant_id) references camera_server (company_id, plant_id) on delete cascade
);
comment on table camera_server_resolved is 'what the name of a camera server led to when a picture was last asked for';
create index camera_server_resolved_endpoint on camera_server_resolved (endpoint);
select enable_tenant_rls('camera_server_resolved');
select enable_plant_rls('camera_server_resolved', 'plant_id in scope');
grant select, insert, delete on camera_server_resolved to meridiana_app;

create or replace function cross_tenant_endpoint_taken(of_company integer, wanted text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  asked_address inet := case when wanted like '/%' then null else split_part(wanted, ' ', 1)::inet end;
  asked_port int := case when wanted like '/%' then null else split_part(wanted, ' ', 2)::int end;
  is_own boolean;
  is_others boolean;
  own_since timestamptz := 'infinity';
  claim record;
  is_earlier boolean := false;
begin
  select bool_or(e.company_id = of_company), bool_or(e.company_id <> of_company) into is_own, is_others
    from public.allowed_endpoint e where e.endpoint = wanted;
  if is_own then return false; end if;
  if is_others then return true; end if;
  -- Since when each company that configured it may use it: its own claim first.
  for claim in
    select u.company_id as by_company, min(greatest(u.since, e.given_at)) as since
    from (
      select o.company_id, o.way_since as since, lower(rtrim(o.host, '.')) as host, o.tty
      from public.port o where o.endpoint = wanted
      union all
      select r.company_id, r.since, lower(rtrim(o.host, '.')), o.tty
      from public.resolved_endpoint r join public.port o on o.company_id = r.company_id and o.id = r.port_id
      where r.endpoint = wanted
      union all
      select s.company_id, s.way_since, s.host, null from public.camera_server s where s.endpoint = wanted
      union all
      select r.company_id, r.since, s.host, null
      from public.camera_server_resolved r join public.camera_server s on s.company_id = r.company_id and s.plant_id = r.plant_id
      where r.endpoint = wanted
    ) u join public.allowed_endpoint e on e.company_id = u.company_id
    where asked_address <<= e.network and asked_port between e.from_port and e.to_port
       or e.host = u.host and asked_port between e.from_port and e.to_port
       or e.tty in (u.tty, wanted)
       or right(e.tty, 1) = '*' and (starts_with(u.tty, rtrim(e.tty, '*')) or starts_with(wanted, rtrim(e.tty, '*')))
    group by u.company_id order by u.company_id <> of_company
  loop
    if claim.by_company = of_company then
      own_since := claim.since;
    elsif (claim.since, claim.by_company) < (own_since, of_company) then
      is_earlier := true;
    end if;
  end loop;
  return is_earlier;
end $$;
