-- The field belongs to companies: what of the installation's outer limit (OUTBOUND_ALLOW, SERIAL_ALLOW) each company may
-- reach, and which endpoints its ports lead to. An endpoint is an address and a port after resolution, or a serial line
-- after its links were followed.

-- The address that a connection comes to in the end, however it is written: IPv4 inside of IPv6 is IPv4, and every
-- loopback address is this machine. Null for a name.
create function plain_address(given text) returns inet
language plpgsql immutable strict parallel safe set search_path = pg_catalog as $$
declare
  address inet;
begin
  if given !~ '^[0-9a-fA-F:.]+$' then return null; end if;
  address := given::inet;
  if address <<= '::ffff:0:0/96' then address := '0.0.0.0'::inet + (address - '::ffff:0:0'::inet);
  elsif address <<= '64:ff9b::/96' then address := '0.0.0.0'::inet + (address - '64:ff9b::'::inet);
  end if;
  if address <<= '127.0.0.0/8' or address = '::1' then return '127.0.0.1'; end if;
  return address;
exception when invalid_text_representation then
  return null;
end $$;
revoke execute on function plain_address(text) from public;
grant execute on function plain_address(text) to meridiana_app;

create table allowed_endpoint (
  company_id  int not null references company (id_client),
  entry       text not null check (length(entry) between 1 and 300),
  network     inet,
  host        text check (host = lower(host) and length(host) between 1 and 253),
  from_port   int check (from_port between 1 and 65535),
  to_port     int check (to_port between from_port and 65535),
  tty         text check (tty ~ '^/dev/[A-Za-z0-9_./-]{0,100}[*]?$' and tty !~ '\.\.'),
  given_by    text not null check (given_by in ('administrator','setting','upgrade','demonstration')),
  resolved    boolean not null default true,
  given_at    timestamptz not null default now(),
  endpoint    text generated always as (
    case when network is not null and from_port = to_port
              and masklen(network) = case family(network) when 4 then 32 else 128 end
         then host(network) || ' ' || from_port::text
         when tty !~ '[*]$' then tty end) stored,
  primary key (company_id, entry),
  check (num_nonnulls(network, host, tty) = 1),
  check ((tty is null) = (num_nonnulls(from_port, to_port) = 2))
);
comment on table allowed_endpoint is 'what a company was given of the field: networks, names and serial lines';
comment on column allowed_endpoint.entry is 'as the administrator writes it: 10.1.0.0/16:502, gateway.example:502, /dev/ttyUSB0';
comment on column allowed_endpoint.resolved is 'false: a name or line that stood in a port at the upgrade; what it leads to at the next connection is given, too, as far as no other company has it';
comment on column allowed_endpoint.endpoint is 'the one endpoint that it names; such an entry goes before what others configured, and closes it to who has none';
create index allowed_endpoint_endpoint on allowed_endpoint (endpoint) where endpoint is not null;
select app_wall('allowed_endpoint');
grant select, insert, update, delete on allowed_endpoint to meridiana_app;

alter table port add column way_since timestamptz not null default now();
comment on column port.way_since is 'since when it leads where it leads: whoever configured an endpoint first has it';
alter table port add column endpoint text generated always as (
  case type when 'serial' then tty else host(plain_address(host)) || ' ' || port::text end) stored;
comment on column port.endpoint is 'where it leads, as far as its host is an address; what a name leads to stands in resolved_endpoint';
create index port_endpoint on port (endpoint) where endpoint is not null;

create table resolved_endpoint (
  company_id  int not null references company (id_client),
  port_id     bigint not null,
  endpoint    text not null check (length(endpoint) <= 300),
  since       timestamptz not null default now(),
  primary key (company_id, port_id, endpoint),
  foreign key (company_id, port_id) references port (company_id, id) on delete cascade
);
comment on table resolved_endpoint is 'what the name or the linked line of a port led to at its last connection';
create index resolved_endpoint_endpoint on resolved_endpoint (endpoint);
select app_wall('resolved_endpoint');
grant select, insert, delete on resolved_endpoint to meridiana_app;

-- Cross-tenant: is an endpoint another company's? Yes or no, and not whose. An entry that names just this endpoint goes
-- before everything; who has one shares it with others that have one. Without such entries it belongs to whoever was given
-- it and configured it first; a port that its company may not reach claims nothing.
create function cross_tenant_endpoint_taken(of_company int, wanted text) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  with asked as (
    select case when wanted like '/%' then null else split_part(wanted, ' ', 1)::inet end as address,
           case when wanted like '/%' then null else split_part(wanted, ' ', 2)::int end as port
  ), used as (
    select o.company_id, o.way_since as since, lower(rtrim(o.host, '.')) as host, o.tty
    from public.port o where o.endpoint = wanted
    union all
    select r.company_id, r.since, lower(rtrim(o.host, '.')), o.tty
    from public.resolved_endpoint r join public.port o on o.company_id = r.company_id and o.id = r.port_id
    where r.endpoint = wanted
  ), claimed as (
    select u.company_id, min(greatest(u.since, e.given_at)) as since
    from asked a, used u join public.allowed_endpoint e on e.company_id = u.company_id
    where a.address <<= e.network and a.port between e.from_port and e.to_port
       or e.host = u.host and a.port between e.from_port and e.to_port
       or e.tty in (u.tty, wanted)
       or right(e.tty, 1) = '*' and (starts_with(u.tty, rtrim(e.tty, '*')) or starts_with(wanted, rtrim(e.tty, '*')))
    group by u.company_id
  )
  select not exists (select from public.allowed_endpoint e where e.endpoint = wanted and e.company_id = of_company)
    and (exists (select from public.allowed_endpoint e where e.endpoint = wanted and e.company_id <> of_company)
      or exists (
        select from claimed c where c.company_id <> of_company
          and (c.since, c.company_id)
            < (coalesce((select own.since from claimed own where own.company_id = of_company), 'infinity'), of_company)))
$$;
revoke execute on function cross_tenant_endpoint_taken(int, text) from public;
grant execute on function cross_tenant_endpoint_taken(int, text) to meridiana_app;

-- Cross-tenant: may an entry of the upgrade come to name an endpoint, because a name or a line from before the upgrade leads
-- there? Whoever owns a name may have pointed it anywhere since: it takes nothing from another company. Where all that
-- others have is from the upgrade, too, the endpoint is polled for each until an administrator decides.
create function cross_tenant_endpoint_left(of_company int, wanted text) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(
    (select bool_and(e.given_by = 'upgrade') from public.allowed_endpoint e
     where e.endpoint = wanted and e.company_id <> of_company),
    not public.cross_tenant_endpoint_taken(of_company, wanted))
$$;
revoke execute on function cross_tenant_endpoint_left(int, text) from public;
grant execute on function cross_tenant_endpoint_left(int, text) to meridiana_app;

-- At the upgrade each company is given exactly what it has configured; what several have configured, each of them. What the
-- name of a webhook leads to is never given: it is no device.
insert into allowed_endpoint (company_id, entry, network, host, from_port, to_port, tty, given_by, resolved)
select distinct on (company_id, entry) company_id, entry, network, case when network is null then host end, port, port, null,
       'upgrade', network is not null or of_webhook
from (
  select company_id, address as network, lower(rtrim(host, '.')) as host, port,
         case when address is null then lower(rtrim(host, '.')) when family(address) = 6 then '[' || host(address) || ']'
              else host(address) end || ':' || port as entry, of_webhook
  from (
    select company_id, host, port, plain_address(host) as address, false as of_webhook from port where type = 'tcp'
    union all
    select company_id, host, port, plain_address(host), true
    from (
      select company_id, btrim(substring(url from '^https?://(\[[^]]+\]|[^/:?#]+)'), '[]') as host,
             coalesce(substring(url from '^https?://(?:\[[^]]+\]|[^/:?#]+):([0-9]{1,5})')::int,
                      case when url like 'https:%' then 443 else 80 end) as port
      from webhook) w
    where plain_address(host) is null or plain_address(host) <<= any (
      '{10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,127.0.0.0/8,169.254.0.0/16,fc00::/7,fe80::/10}'::inet[])
  ) ways
) named
where length(entry) <= 300 and length(host) between 1 and 253 and port between 1 and 65535
order by company_id, entry, of_webhook;

insert into allowed_endpoint (company_id, entry, tty, given_by, resolved)
select distinct company_id, tty, tty, 'upgrade', false from port where type = 'serial';
