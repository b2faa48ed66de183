-- When a photo was taken, and which firm wrote a report: neither is told by when it came, or by what the firm is called now.

alter table record_attachment add column taken_at timestamptz;
comment on column record_attachment.taken_at is 'of a photo, by the clock of the device; null: not known';

alter table maintenance_report add column firm_id bigint;
comment on column maintenance_report.firm_id is 'the outside firm that wrote it; null: a colleague, or it was written before this was kept';
alter table maintenance_report add foreign key (company_id, firm_id) references outside_firm (company_id, id);
create index maintenance_report_firm on maintenance_report (company_id, firm_id);

-- Reports say which alarm their downtime was made from.
create view downtimes.downtime_alarm with (security_invoker = true) as select * from public.downtime_alarm;
grant select on downtimes.downtime_alarm to meridiana_app;
