-- Whoever is named for some plants of a company is kept from the others by the database as well, not by the statements'
-- own conditions only. app.plants holds 'all' or an array of plants; without it nothing of a plant is seen or written.
-- A policy says 'is not null' so that the planner takes nearly every row for seen, as it is for those who see all plants:
-- the plans of their statements stay what they were. Its sub-selects run once for a statement; none of them may fail for 'all',
-- since a row that somebody else changed meanwhile is judged anew with all of them.

-- What stands in the plants of the scope: plpgsql, so that a statement is not planned with these in it.
create function devices_in_scope() returns setof bigint language plpgsql stable parallel safe
set search_path = pg_catalog as $$
begin
  return query select id from public.device;
end $$;
create function ports_in_scope() returns setof bigint language plpgsql stable parallel safe
set search_path = pg_catalog as $$
begin
  return query select id from public.port;
end $$;
create function calculations_in_scope() returns setof bigint language plpgsql stable parallel safe
set search_path = pg_catalog as $$
begin
  return query select id from public.calc_group;
end $$;
create function is_alarm_in_scope(alarm bigint) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog as $$
begin
  return exists (select from public.alarm a where a.id = alarm
    and a.company_id = nullif(current_setting('app.company_id', true), '')::int);
end $$;

revoke execute on function devices_in_scope(), ports_in_scope(), calculations_in_scope(), is_alarm_in_scope(bigint) from public;
grant execute on function devices_in_scope(), ports_in_scope(), calculations_in_scope(), is_alarm_in_scope(bigint)
  to meridiana_app;

-- Walls a table by its plants: seen is what `inside` says of a row, for a scope that does not see all plants.
create function enable_plant_rls(tab regclass, inside text) returns void
language plpgsql set search_path = pg_catalog as $$
begin
  execute format(
    'create policy plants on %s as restrictive to meridiana_app using (
       case when (select current_setting(''app.plants'', true) = ''all'') then 0 when %s then 0 end is not null)',
    tab, replace(inside, 'in scope', format('in (select unnest(case when %1$s like ''{%%'' then %1$s::bigint[] end))',
      'current_setting(''app.plants'', true)')));
end $$;
revoke execute on function enable_plant_rls(regclass, text) from public;

select enable_plant_rls('plant', 'id in scope');
select enable_plant_rls(tab::regclass, 'plant_id in scope')
  from unnest(array['alarm', 'alarm_snooze', 'device', 'plant_live', 'plant_section', 'port']) tab;
select enable_plant_rls('progress', 'plant_id is null or plant_id in scope');
select enable_plant_rls(tab::regclass, 'device_id in (select public.devices_in_scope())')
  from unnest(array['alarm_quarter', 'calc_due', 'calc_group', 'configuration_version', 'counter_event', 'device_attribute',
    'device_health', 'device_health_hour', 'device_log', 'device_tag', 'import_file', 'mqtt_credential', 'obs', 'obs_day',
    'obs_dirty', 'obs_last', 'obs_month', 'reading_mark', 'variable']) tab;
-- Of the whole company, of a plant, or of a device.
select enable_plant_rls('alarm_rule', '(plant_id is null or plant_id in scope)
  and (device_id is null or device_id in (select public.devices_in_scope()))');
-- It belongs to the device that is read and to the calculation that reads it.
select enable_plant_rls('calc_group_input', 'device_id in (select public.devices_in_scope())
  or calc_group_id in (select public.calculations_in_scope())');
select enable_plant_rls(tab::regclass, 'port_id in (select public.ports_in_scope())')
  from unnest(array['port_health', 'port_lease', 'resolved_endpoint']) tab;
select enable_plant_rls(tab::regclass, 'public.is_alarm_in_scope(alarm_id)')
  from unnest(array['alarm_event', 'alarm_notification']) tab;
select enable_plant_rls('webhook_delivery', 'alarm_id is null or public.is_alarm_in_scope(alarm_id)');
