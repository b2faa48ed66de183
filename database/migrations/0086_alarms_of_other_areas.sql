-- An alarm that another area raises says for what, beside plant and code: a plant may have several of the same code. What a meter
-- differs by is such an alarm from here on, and no notification of its own beside it.

alter table alarm add column raised_for text not null default '' check (length(raised_for) <= 120);
comment on column alarm.raised_for is 'the record of another area that raised it, and what of it: `record:rest`; empty: evaluation found it';
drop index alarm_open;
create unique index alarm_open on alarm (company_id, plant_id, coalesce(device_id, 0), coalesce(port_id, 0), code, raised_for)
  where end_date is null;
create index alarm_raised on alarm (company_id, code) where end_date is null and raised_for <> '';
create or replace view alarms.alarm with (security_invoker = true) as select * from public.alarm;

-- Whoever had these notifications sent to a program has these alarms sent.
update webhook set
  codes = case when not ('alarm' = any(kinds)) then array['meter_difference']
               when codes = '{}' then codes else codes || array['meter_difference'] end,
  kinds = case when 'alarm' = any(kinds) then array_remove(kinds, 'meters.difference')
               else array_replace(kinds, 'meters.difference', 'alarm') end
where 'meters.difference' = any(kinds);
delete from notification where kind = 'meters.difference';
delete from notification_preference where kind = 'meters.difference';

-- What stands already was told by those: it is an alarm from here on, and nobody is told of it again. Rows are numbered for the
-- company that the transaction names, so each is named in turn. Evidence and parameters as the area writes them.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company where enabled order by id_client loop
    execute format('set local app.company_id = %L', company);
    insert into alarm (company_id, plant_id, code, raised_for, type, params, evidence, date, opened_at)
    select company, f.plant_id, 'meter_difference', f.meter_id || ':' || to_char(f.month, 'YYYY-MM') || ':' || f.side, 'W',
      jsonb_build_object('meter_id', f.meter_id, 'serial_number', m.serial_number, 'month', to_char(f.month, 'YYYY-MM'),
        'side', f.side, 'day', f.day::text, 'own_kwh', f.own_kwh, 'other_kwh', f.other_kwh, 'threshold_pct', f.threshold_pct),
      jsonb_build_object('series', '[]'::jsonb, 'readings', '[]'::jsonb,
        'start', to_char(coalesce(f.day, f.month)::timestamp at time zone p.time_zone at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'end', to_char(coalesce(f.day + 1, (f.month + interval '1 month')::date)::timestamp at time zone p.time_zone
          at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'figures', jsonb_build_array(
          jsonb_build_object('code', 'own_kwh', 'value', f.own_kwh, 'limit', null, 'unit', 'kWh'),
          jsonb_build_object('code', 'other_kwh', 'value', f.other_kwh, 'limit', null, 'unit', 'kWh'),
          jsonb_build_object('code', 'difference_pct', 'value', (f.own_kwh - f.other_kwh) / nullif(f.other_kwh, 0) * 100,
            'limit', f.threshold_pct, 'unit', '%'))),
      f.found_at, f.found_at
    from energy_meter_difference f
    join energy_meter m on m.company_id = company and m.id = f.meter_id
    join plant p on p.company_id = company and p.id = f.plant_id and p.archived_at is null
    where f.company_id = company and f.ended_at is null
      and (m.retired_at is null or exists (select from energy_meter n where n.company_id = company and n.replaces_id = m.id));
    insert into alarm_event (company_id, alarm_id, at, kind, notified_at)
    select company, a.id, a.opened_at, 'opened', now() from alarm a where a.company_id = company and a.raised_for <> '';
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
