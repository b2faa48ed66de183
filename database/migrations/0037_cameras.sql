-- Cameras of plants: how a plant's camera server is reached, its streams, and in which order a person looks at them. Pictures are
-- fetched when somebody looks and are stored nowhere.
create table camera_server (
  company_id  int not null references company (id_client),
  plant_id    bigint not null,
  url_plant   text not null check (length(url_plant) between 1 and 500),
  host        text not null check (length(host) between 1 and 253),
  port        int not null check (port between 1 and 65535),
  is_https    boolean not null,
  picture_path text not null check (picture_path like '/%' and length(picture_path) <= 300),
  sealed_credentials bytea,
  way_since   timestamptz not null default now(),
  endpoint    text generated always as (host(plain_address(host)) || ' ' || port::text) stored,
  version     int not null default 1,
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column camera_server.url_plant is 'base URL, without the port, and without a user or password';
comment on column camera_server.picture_path is 'where below it a picture stands; {cam_num} is the number of the stream';
comment on column camera_server.sealed_credentials is 'sealed for this plant and for where the server stands: elsewhere they do not open';
comment on column camera_server.way_since is 'since when it leads where it leads: whoever configured an endpoint first has it';
comment on column camera_server.endpoint is 'where it leads, as far as its host is an address';
create index camera_server_endpoint on camera_server (endpoint) where endpoint is not null;
select enable_tenant_rls('camera_server');
select enable_plant_rls('camera_server', 'plant_id in scope');
grant select, insert, update, delete on camera_server to meridiana_app;

create table camera (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  plant_id    bigint not null,
  cam_name    text not null check (length(cam_name) between 1 and 80),
  cam_num     int not null check (cam_num > 0),
  is_thermal_camera boolean not null default false,
  is_active   boolean not null default true,
  version     int not null default 1,
  primary key (company_id, id),
  constraint camera_number unique (company_id, plant_id, cam_num),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column camera.cam_num is 'the number of its stream, unique in its plant';
select enable_tenant_rls('camera');
select enable_plant_rls('camera', 'plant_id in scope');
grant select, insert, update, delete on camera to meridiana_app;

create table camera_order (
  company_id  int not null references company (id_client),
  user_id     bigint not null,
  camera_ids  bigint[] not null check (cardinality(camera_ids) <= 2000),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references company_user (company_id, user_id) on delete cascade
);
comment on table camera_order is 'in which order a person looks at cameras; those that it does not name come after';
select enable_tenant_rls('camera_order');
grant select, insert, update, delete on camera_order to meridiana_app;

-- A camera server closes its endpoint to other companies, as a port does.
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
