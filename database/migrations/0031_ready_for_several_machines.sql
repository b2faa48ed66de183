-- What a database that is spread over several machines (Citus) asks of tables and functions; on one machine it means the same.

-- Accounts belong to no company and stay on the coordinator, so no row of a company can refer to one by a key. None can be
-- left without its account either: accounts are never deleted, a removed one keeps its number.
do $$
declare
  key record;
begin
  for key in
    select conrelid::regclass as tab, conname from pg_constraint
    where contype = 'f' and confrelid = 'public.user_account'::regclass
      and exists (select from pg_attribute where attrelid = conrelid and attname = 'company_id' and not attisdropped)
  loop
    execute format('alter table %s drop constraint %I', key.tab, key.conname);
  end loop;
end $$;

-- A cause that is deleted with its device lets its consequences go by a statement, not by the key.
alter table alarm drop constraint alarm_company_id_cause_id_fkey;
alter table alarm add foreign key (company_id, cause_id) references alarm (company_id, id);

-- Functions that ask all companies are planned with their parameters' values: a function of language sql hides them.
create or replace function cross_tenant_actions_of_a_day(of_user bigint) returns table (founded integer, invited integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select count(*) filter (where a.action = 'company.created')::int,
           count(*) filter (where a.action <> 'company.created')::int
    from public.audit a
    where a.actor_id = of_user and a.at > now() - interval '1 day'
      and a.action in ('company.created', 'invitation.created', 'invitation.renewed');
end $$;

create or replace function cross_tenant_all_companies() returns table (company_id integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select id_client from public.company order by id_client;
end $$;

create or replace function cross_tenant_api_key(of_digest bytea) returns table (company_id integer, id bigint)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select k.company_id, k.id
    from public.api_key k join public.company c on c.id_client = k.company_id
    where k.digest = of_digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and c.enabled;
end $$;

create or replace function cross_tenant_are_colleagues(one bigint, other bigint) returns boolean
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  found_one boolean;
begin
  select exists (select 1 from public.company_user a join public.company_user b on b.company_id = a.company_id
                   join public.company c on c.id_client = a.company_id
                   where a.user_id = one and b.user_id = other and c.enabled)
    into found_one;
  return found_one;
end $$;

create or replace function cross_tenant_companies_of(of_user bigint) returns table (company_id integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select u.company_id from public.company_user u where u.user_id = of_user order by u.company_id;
end $$;

create or replace function cross_tenant_companies_that_know(of_user bigint, of_emails text[]) returns table (company_id integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select u.company_id from public.company_user u where u.user_id = of_user
    union select i.company_id from public.invitation i where i.accepted_by = of_user or i.email = any(of_emails)
    order by 1;
end $$;

create or replace function cross_tenant_companies_with_actions_of(of_user bigint) returns table (company_id integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select c.id_client from public.company c
    where exists (select from public.audit a where a.company_id = c.id_client and a.actor_id = of_user) order by 1;
end $$;

create or replace function cross_tenant_dirty_companies() returns table (company_id integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select distinct d.company_id from public.obs_dirty d join public.company c on c.id_client = d.company_id
    where c.enabled order by 1;
end $$;

create or replace function cross_tenant_enabled_companies() returns table (company_id integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select id_client from public.company where enabled order by id_client;
end $$;

create or replace function cross_tenant_endpoint_left(of_company integer, wanted text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  is_left boolean;
begin
  select bool_and(e.given_by = 'upgrade') into is_left
    from public.allowed_endpoint e where e.endpoint = wanted and e.company_id <> of_company;
  return coalesce(is_left, not public.cross_tenant_endpoint_taken(of_company, wanted));
end $$;

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

create or replace function cross_tenant_invitation(of_digest bytea) returns table (company_id integer, id bigint)
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select i.company_id, i.id from public.invitation i join public.company c on c.id_client = i.company_id
    where i.digest = of_digest and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() and c.enabled;
end $$;

create or replace function cross_tenant_memberships(of_user bigint) returns table (id_client integer, second_factor_required boolean, roles text[], plants bigint[])
language plpgsql stable security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select c.id_client, c.second_factor_required, u.roles,
           array(select p.plant_id from public.company_user_plant p where p.company_id = u.company_id and p.user_id = u.user_id)
    from public.company_user u join public.company c on c.id_client = u.company_id
    where u.user_id = of_user and c.enabled
    order by c.id_client;
end $$;

-- Each company's leases are taken by a statement of its own, which goes where its rows are; instants are parameters there.
create or replace function cross_tenant_lease_ports(of_holder text, for_seconds int, at_most int)
returns table (company_id int, port_id bigint)
language plpgsql security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  moment timestamptz := now();
  until timestamptz := moment + make_interval(secs => for_seconds);
  wanted record;
begin
  for wanted in
    select w.company_id as of_company, array_agg(w.id order by w.id) as ports
    from (
      select p.company_id, p.id
      from public.port p join public.company c on c.id_client = p.company_id
      left join public.port_lease l on l.company_id = p.company_id and l.port_id = p.id
      where p.enabled and c.enabled and (l.holder is null or l.holder = of_holder or l.expires_at < moment)
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

create or replace function cross_tenant_drop_partition(month_start date) returns boolean
language plpgsql security definer set search_path = pg_catalog set lock_timeout = '500ms' as $$
declare
  first_day date := date_trunc('month', month_start)::date;
  part text := 'obs_' || to_char(first_day, 'YYYYMM');
  begins timestamptz := first_day::timestamp at time zone 'UTC';
  ends timestamptz := (first_day + interval '1 month') at time zone 'UTC';
begin
  if ends > now() - interval '2 days' then
    raise exception 'the month of % is not over', first_day using errcode = '22008';
  end if;
  if to_regclass('public.' || part) is null then return false; end if;
  perform pg_advisory_xact_lock(7301, to_char(first_day, 'YYYYMM')::int);
  perform 1 from public.obs o where o.ts >= begins and o.ts < ends limit 1;
  if found then return false; end if;
  execute format('lock table public.%I in access exclusive mode', part);
  perform 1 from public.obs o where o.ts >= begins and o.ts < ends limit 1;
  if found then return false; end if;
  execute format('drop table public.%I', part);
  return true;
end $$;

-- Whether the scope sees a row of another table, asked on the machine where both lie: its part of a distributed table is
-- named by the company. Walls of related plants ask it there, where their sub-selects are not allowed.
create function is_in_scope(tab text, company int, row_id bigint) returns boolean
language plpgsql stable set search_path = pg_catalog as $$
declare
  part text := tab;
  is_seen boolean;
begin
  if row_id is null then return null; end if;
  if to_regproc('pg_catalog.get_shard_id_for_distribution_column') is not null then
    execute 'select $1 || ''_'' || get_shard_id_for_distribution_column($2::regclass, $3)'
      into part using tab, 'public.' || tab, company;
  end if;
  execute format('select exists (select 1 from public.%I where company_id = $1 and id = $2)', part)
    into is_seen using company, row_id;
  return is_seen;
end $$;
revoke execute on function is_in_scope(text, int, bigint) from public;
grant execute on function is_in_scope(text, int, bigint) to meridiana_app;

-- The walls of related plants without sub-selects, for tables that are to be distributed: the same rows are seen.
create function wall_plants_on_workers() returns void
language plpgsql set search_path = pg_catalog as $$
declare
  wall record;
  inside text;
begin
  for wall in
    select p.polrelid::regclass as tab, regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\s+', ' ', 'g') as seen
    from pg_policy p where p.polname = 'plants' and pg_get_expr(p.polqual, p.polrelid) ~* '\mselect\M|is_[a-z]+_in_scope'
    order by 1
  loop
    inside := regexp_replace(wall.seen, '\( SELECT (\(current_setting\(''app\.plants''::text, true\) = ''all''::text\))\)', '\1');
    inside := regexp_replace(inside, '\mIN \( SELECT unnest\( ?(CASE [^:]*::text, true\) ~~ [^:]*::text\) THEN [^:]*::text, true\)\)::bigint\[\] ELSE NULL::bigint\[\] END)\) AS unnest\)', '= ANY (\1)', 'g');
    inside := regexp_replace(inside, '(\w+) IN \( SELECT (?:public\.)?devices_in_scope\(\) AS devices_in_scope\)',
      'public.is_in_scope(''device'', company_id, \1)', 'g');
    inside := regexp_replace(inside, '(\w+) IN \( SELECT (?:public\.)?ports_in_scope\(\) AS ports_in_scope\)',
      'public.is_in_scope(''port'', company_id, \1)', 'g');
    inside := regexp_replace(inside, '(\w+) IN \( SELECT (?:public\.)?calculations_in_scope\(\) AS calculations_in_scope\)',
      'public.is_in_scope(''calc_group'', company_id, \1)', 'g');
    inside := regexp_replace(inside, '(?:public\.)?is_(alarm|notification)_in_scope\((\w+)\)',
      'public.is_in_scope(''\1'', company_id, \2)', 'g');
    inside := regexp_replace(inside, '(?:public\.)?is_attachment_in_scope\((\w+)\)',
      'public.is_in_scope(''record_attachment'', company_id, \1)', 'g');
    execute format('drop policy plants on %s', wall.tab);
    execute format('create policy plants on %s as restrictive to meridiana_app using (%s)', wall.tab, inside);
  end loop;
end $$;
revoke execute on function wall_plants_on_workers() from public;

-- Accounts are looked at by themselves: they do not lie where the company's rows are.
create or replace function cross_tenant_purge_company(of_company int) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant_table regclass;
  members bigint[];
  held int;
  held_before int := 2147483647;
begin
  perform 1 from public.company c
  where c.id_client = of_company and not c.enabled and c.owner_unconfirmed and c.disabled_at < now() - interval '30 days'
  for update;
  if not found then
    return false;
  end if;
  select array_agg(u.user_id) into members from public.company_user u where u.company_id = of_company;
  if exists (select from public.user_account a
             where a.id = any(members) and (a.disabled_at is null or a.confirmed_at is not null)) then
    return false;
  end if;
  loop
    held := 0;
    for tenant_table in
      select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.oid desc
    loop
      begin
        execute format('delete from %s where company_id = $1', tenant_table) using of_company;
      exception when foreign_key_violation then
        held := held + 1;
      end;
    end loop;
    exit when held = 0;
    if held >= held_before then
      raise exception 'company % cannot be purged: % tables are still referred to', of_company, held;
    end if;
    held_before := held;
  end loop;
  delete from public.company where id_client = of_company;
  execute format('drop sequence if exists public.company_%s_ids', of_company);
  return true;
end $$;
