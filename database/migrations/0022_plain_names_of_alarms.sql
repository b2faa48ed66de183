-- Plain names in the tables of alarms: notifications, notification preferences and the state of evaluation. Rows, rights,
-- policies, indexes and foreign keys stay what they are; only names change.

alter table alarm_told rename to alarm_notification;
alter table alarm_notification rename column opened_told_at to opened_notified_at;
alter table alarm_notification rename column closed_told_at to closed_notified_at;
alter index alarm_told_live rename to alarm_notification_pending;
alter index alarm_told_due rename to alarm_notification_due;
alter index alarm_told_of_user rename to alarm_notification_of_user;
alter index alarm_told_of_alarm rename to alarm_notification_of_alarm;
comment on column alarm_notification.count is 'the alarm''s count when this notification was created';
comment on column alarm_notification.due_at is 'when its next step is due; null: the opening was sent and the alarm is still open';
comment on column alarm_notification.outcome is 'how it ended: told (sent), or why nothing more had to be sent';

alter table alarm_choice rename to alarm_notification_preference;
alter table alarm_notification_preference rename column digest_told_at to digest_notified_at;
comment on column alarm_notification_preference.digest_notified_at is 'end of the period that the last digest covered; the next one starts there';

alter table alarm_keeping rename to alarm_evaluation_state;
alter table alarm_evaluation_state rename column looked_at to evaluated_at;
alter table alarm_evaluation_state rename column watches to state;
alter table alarm_evaluation_state rename column unjudged to failed_plant_ids;
comment on column alarm_evaluation_state.state is 'the evaluator''s state as JSON: by the key of a fault, the evidence against its present state, since when and for how long';
comment on column alarm_evaluation_state.failed_plant_ids is 'plants that the last evaluation failed for: their alarms stay as they were';

alter table alarm_event rename column told_at to notified_at;
alter index alarm_event_untold rename to alarm_event_pending;
comment on column alarm_event.notified_at is 'when its notifications were created; only opened, repeated and closed have them';
comment on column alarm_event.unsent is 'people''s notifications were created, and it waits to be queued for webhooks; detail.unsent: it could not be';
comment on column alarm.cause_id is 'the alarm that this one follows from: shown with it, neither counted nor notified beside it';

-- Constraints and indexes that PostgreSQL named after their table or column follow it.
do $$
declare
  old record;
begin
  for old in
    select c.conrelid::regclass as tab, c.conname as was,
           regexp_replace(regexp_replace(c.conname, '^alarm_(told|choice|keeping)(?=_)', ''),
                          '^_(opened|closed|digest)_told_at', '_\1_notified_at') as rest
    from pg_constraint c
    where c.conrelid in ('alarm_notification'::regclass, 'alarm_notification_preference'::regclass,
                         'alarm_evaluation_state'::regclass)
      and c.conname ~ '^alarm_(told|choice|keeping)_'
    order by c.conname
  loop
    execute format('alter table %s rename constraint %I to %I', old.tab, old.was,
                   left(old.tab::text || replace(replace(replace(old.rest, '_looked_at_', '_evaluated_at_'),
                                                         '_watches_', '_state_'), '_unjudged_', '_failed_plant_ids_'), 63));
  end loop;
end $$;
