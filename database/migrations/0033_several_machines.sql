-- Companies whose machine answers, of a database that is spread over several; null on one machine. What asks all companies is
-- asked of these alone while a worker is down: `within`. Numbers of companies stand on the coordinator, by their sequences.
-- Each table names these companies by itself: only so no part of it on the machine that is down is asked.
create function cross_tenant_companies_within_reach() returns int[]
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  alive int[];
  within int[];
begin
  if to_regproc('pg_catalog.citus_check_connection_to_node') is null then return null; end if;
  execute 'select array_agg(groupid) from pg_dist_node
           where noderole = ''primary'' and isactive and citus_check_connection_to_node(nodename, nodeport)' into alive;
  execute 'select coalesce(array_agg(c.id order by c.id), ''{}'') from (
             select substring(relname from ''^company_([0-9]+)_ids$'')::int as id from pg_class
             where relkind = ''S'' and relnamespace = ''public''::regnamespace and relname ~ ''^company_[0-9]+_ids$'') c
           join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column(''public.company''::regclass, c.id)
           where p.groupid = any($1)' into within using alive;
  return within;
end $$;
revoke execute on function cross_tenant_companies_within_reach() from public;
grant execute on function cross_tenant_companies_within_reach() to meridiana_app;

drop function cross_tenant_memberships(bigint);
create function cross_tenant_memberships(of_user bigint, within int[] default null) returns table (id_client int, second_factor_required boolean, roles text[], plants bigint[])
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  if within is null then
    return query
    select c.id_client, c.second_factor_required, u.roles,
           array(select p.plant_id from public.company_user_plant p where p.company_id = u.company_id and p.user_id = u.user_id)
    from public.company_user u join public.company c on c.id_client = u.company_id
    where u.user_id = of_user and c.enabled 
    order by c.id_client;
  else
    return query
    select c.id_client, c.second_factor_required, u.roles,
           array(select p.plant_id from public.company_user_plant p where p.company_id = u.company_id and p.company_id = any(within) and p.user_id = u.user_id)
    from public.company_user u join public.company c on c.id_client = u.company_id
    where u.user_id = of_user and c.enabled and u.company_id = any(within) and c.id_client = any(within)
    order by c.id_client;
  end if;
end $$;
drop function cross_tenant_api_key(bytea);
create function cross_tenant_api_key(of_digest bytea, within int[] default null) returns table (company_id int, id bigint)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  if within is null then
    return query
    select k.company_id, k.id
    from public.api_key k join public.company c on c.id_client = k.company_id
    where k.digest = of_digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and c.enabled ;
  else
    return query
    select k.company_id, k.id
    from public.api_key k join public.company c on c.id_client = k.company_id
    where k.digest = of_digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and c.enabled and k.company_id = any(within) and c.id_client = any(within);
  end if;
end $$;
drop function cross_tenant_enabled_companies();
create function cross_tenant_enabled_companies(within int[] default null) returns table (company_id int)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  if within is null then
    return query
    select id_client from public.company where enabled  order by id_client;
  else
    return query
    select id_client from public.company where enabled and id_client = any(within) order by id_client;
  end if;
end $$;
drop function cross_tenant_dirty_companies();
create function cross_tenant_dirty_companies(within int[] default null) returns table (company_id int)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  if within is null then
    return query
    select distinct d.company_id from public.obs_dirty d join public.company c on c.id_client = d.company_id
    where c.enabled  order by 1;
  else
    return query
    select distinct d.company_id from public.obs_dirty d join public.company c on c.id_client = d.company_id
    where c.enabled and d.company_id = any(within) and c.id_client = any(within) order by 1;
  end if;
end $$;
drop function cross_tenant_lease_ports(text, int, int);
create function cross_tenant_lease_ports(of_holder text, for_seconds int, at_most int, within int[] default null)
returns table (company_id int, port_id bigint)
language plpgsql security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  moment timestamptz := now();
  until timestamptz := moment + make_interval(secs => for_seconds);
  wanted record;
  reached int[] := within;
begin
  if reached is null then
    select array_agg(c.id_client) into reached from public.company c where c.enabled;
  end if;
  for wanted in
    select w.company_id as of_company, array_agg(w.id order by w.id) as ports
    from (
      select p.company_id, p.id
      from public.port p join public.company c on c.id_client = p.company_id
      left join public.port_lease l on l.company_id = p.company_id and l.company_id = any(reached) and l.port_id = p.id
      where p.enabled and c.enabled and p.company_id = any(reached) and c.id_client = any(reached)
        and (l.holder is null or l.holder = of_holder or l.expires_at < moment)
      order by (l.holder is not distinct from of_holder) desc, p.company_id, p.id
      limit at_most
    ) w
    group by w.company_id order by w.company_id
  loop
    return query
    insert into public.port_lease as held (company_id, port_id, holder, expires_at)
    select c.id_client, u.id, of_holder, until
    from public.company c, unnest(wanted.ports) u (id) where c.id_client = wanted.of_company order by u.id
    on conflict (company_id, port_id) do update
      set holder = excluded.holder, expires_at = excluded.expires_at
      where held.holder = of_holder or held.expires_at < moment
    returning held.company_id, held.port_id;
  end loop;
end $$;

revoke execute on function cross_tenant_memberships(bigint, int[]), cross_tenant_api_key(bytea, int[]), cross_tenant_enabled_companies(int[]), cross_tenant_dirty_companies(int[]), cross_tenant_lease_ports(text, int, int, int[]) from public;
grant execute on function cross_tenant_memberships(bigint, int[]), cross_tenant_api_key(bytea, int[]), cross_tenant_enabled_companies(int[]), cross_tenant_dirty_companies(int[]), cross_tenant_lease_ports(text, int, int, int[]) to meridiana_app;

-- What people call themselves, for lists that are searched and sorted by it: of a database of several machines each has a copy.
-- Accounts lie on the coordinator and are no company's, so a trigger may keep it.
create table person_name (
  id    bigint primary key,
  name  text not null
);
insert into person_name (id, name) select id, name from user_account where deleted_at is null;
grant select on person_name to meridiana_app;
create view identity.person_name with (security_invoker = true) as select * from public.person_name;
grant select on identity.person_name to meridiana_app;

create function keep_person_name() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.deleted_at is not null then
    delete from public.person_name where id = new.id;
  else
    insert into public.person_name (id, name) values (new.id, new.name)
    on conflict (id) do update set name = excluded.name;
  end if;
  return null;
end $$;
revoke execute on function keep_person_name() from public;
create trigger keep_person_name after insert or update of name, deleted_at on user_account
  for each row execute function keep_person_name();
