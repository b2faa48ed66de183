-- The walls of a table are one condition of one permissive policy. Citus knows no others on its workers: there a restrictive
-- policy is a permissive one beside the others, of which one is enough to be let in.

-- Adds a condition to a table's wall: `seen` for rows that are read, changed or deleted, `written` for rows as they are written.
create function narrow_rls(tab regclass, seen text, written text default null) returns void
language plpgsql set search_path = pg_catalog as $$
declare
  stands record;
begin
  select pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written into strict stands
  from pg_policy where polrelid = tab and polname = 'tenant';
  execute format('alter policy tenant on %s using (%s and (%s)) with check (%s)', tab, stands.seen, seen,
    case when written = 'true' then stands.written else format('%s and (%s)', stands.written, coalesce(written, seen)) end);
end $$;
revoke execute on function narrow_rls(regclass, text, text) from public;

create or replace function enable_plant_rls(tab regclass, inside text) returns void
language plpgsql set search_path = pg_catalog as $$
begin
  perform public.narrow_rls(tab, format(
    'case when (select current_setting(''app.plants'', true) = ''all'') then 0 when %s then 0 end is not null',
    replace(inside, 'in scope', format('in (select unnest(case when %1$s like ''{%%'' then %1$s::bigint[] end))',
      'current_setting(''app.plants'', true)'))));
end $$;

-- What restricted until now, table by table as the catalogue has it.
do $$
declare
  wall record;
  path text := current_setting('search_path');
begin
  -- So that conditions are written out with the schemas of what they call.
  perform set_config('search_path', 'pg_catalog', true);
  for wall in
    select polrelid::regclass as tab, polname, pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written
    from pg_policy where not polpermissive order by polrelid, polname
  loop
    perform public.narrow_rls(wall.tab, wall.seen, wall.written);
    execute format('drop policy %I on %s', wall.polname, wall.tab);
  end loop;
  perform set_config('search_path', path, true);
end $$;

-- What walls ask on a worker they ask by functions alone: sub-selects are refused there, and the coordinator works out what of a
-- condition depends on settings only, piece by piece: a part that another part keeps from being reached must not fail there.

-- The plants of the scope; null where it sees all of them, or none is named.
create function plants_in_scope() returns bigint[] language plpgsql stable parallel safe
set search_path = pg_catalog as $$
declare
  plants text := current_setting('app.plants', true);
begin
  return case when plants like '{%' then plants::bigint[] end;
end $$;
revoke execute on function plants_in_scope() from public;
grant execute on function plants_in_scope() to meridiana_app;

-- A wall's condition without sub-selects; the same rows are seen. Refuses what it does not know.
drop function wall_plants_on_workers();
create function inside_on_workers(seen text) returns text
language plpgsql immutable set search_path = pg_catalog as $$
declare
  inside text := regexp_replace(seen, '\s+', ' ', 'g');
begin
  inside := regexp_replace(inside, '\( SELECT (\(current_setting\(''app\.plants''::text, true\) = ''all''::text\))\)', '\1', 'g');
  inside := regexp_replace(inside, '\mIN \( SELECT unnest\( ?CASE .*?::bigint\[\] ELSE NULL::bigint\[\] END\) AS unnest\)',
    '= ANY (public.plants_in_scope())', 'g');
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
  if inside ~* '\mselect\M' then raise exception 'a wall cannot be asked on a worker: %', inside; end if;
  return inside;
end $$;

-- The walls of all tables as workers can ask them, for a database that is to be distributed.
create function wall_on_workers() returns void
language plpgsql set search_path = pg_catalog as $$
declare
  wall record;
begin
  if exists (select from pg_policy where not polpermissive) then
    raise exception 'a policy restricts, which it would not on a worker: make it a part of the wall by narrow_rls';
  end if;
  for wall in
    select p.*, public.inside_on_workers(p.seen) as seen_there, public.inside_on_workers(p.written) as written_there
    from (select polrelid::regclass as tab, pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written
          from pg_policy where polname = 'tenant') p
    order by p.tab
  loop
    if (wall.seen_there, wall.written_there)
       is distinct from (regexp_replace(wall.seen, '\s+', ' ', 'g'), regexp_replace(wall.written, '\s+', ' ', 'g')) then
      execute format('alter policy tenant on %s using (%s) with check (%s)', wall.tab, wall.seen_there, wall.written_there);
    end if;
  end loop;
end $$;
revoke execute on function inside_on_workers(text), wall_on_workers() from public;
