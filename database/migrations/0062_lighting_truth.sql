-- Readings of a cabinet's own meter enter its energy, and an alarm remembers the request that was made of it.

alter table box_meter add column power_kw double precision;
alter table box_meter add column power_at timestamptz;
alter table box_meter add column counter_slot int;
alter table box_meter add column counter_kwh double precision;
alter table box_meter add column counter_at timestamptz;
comment on column box_meter.power_at is 'the reading that was counted last; null: none yet, and the controller''s power counts';
comment on column box_meter.counter_slot is 'which of the device''s counters counts: another one goes on from a figure of its own';
grant update on box_meter to meridiana_app;

alter table lighting_alarm add column request_id bigint;
comment on column lighting_alarm.request_id is 'the maintenance request made of it; it may be gone by now';
