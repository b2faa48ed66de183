-- Planned work on a box: whatever its alarms say until then calls nobody, and everybody sees that somebody works there.
alter table lighting_box add column work_until timestamptz;
comment on column lighting_box.work_until is 'planned work until then: no alarm of the box calls before, of whatever gravity';
alter table lighting_box add column work_message text not null default '' check (length(work_message) <= 500);
