-- A snooze is of one of two kinds: mute ends when a warning becomes an error, planned work covers alarms of every gravity
-- until its end. What stands keeps its meaning.

alter table alarm_snooze
  add column kind text not null default 'mute' check (kind in ('mute','planned_work'));
comment on column alarm_snooze.kind is 'mute: ends when a warning becomes an error; planned_work: covers every gravity until its end';

alter table plant
  add column snooze_kind text not null default 'mute' check (snooze_kind in ('mute','planned_work'));
comment on column plant.snooze_kind is 'of the snooze that snooze_date is the end of';
