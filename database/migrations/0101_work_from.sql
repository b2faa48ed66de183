-- Planned work on a box may begin later: until then its alarms call as ever.
alter table lighting_box add column work_from timestamptz;
comment on column lighting_box.work_from is 'planned work begins then; null: it began when it was said';
alter table lighting_box add constraint lighting_box_work_order
  check (work_from is null or (work_until is not null and work_from < work_until));
