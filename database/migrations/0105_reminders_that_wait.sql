-- A firm's reminder of a request waits where as many mails went out as a day may have; people in the portal are reminded all the same.
alter table maintenance_request add column reminder_waits text;
comment on column maintenance_request.reminder_waits is 'which reminder of its firm waits for room, such as "before 2026-05-04T09:00:00.000Z"; null: none';
