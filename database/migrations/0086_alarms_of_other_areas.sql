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
