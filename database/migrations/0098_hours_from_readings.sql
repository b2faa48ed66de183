-- Hours of PODs come from files, and from the readings of the portal's own meters: both are kept, and an hour that a file tells counts as the file tells it.

alter table community_hours add column readings double precision[] check (cardinality(readings) between 671 and 745);
alter table community_hours add column taken_at timestamptz;
alter table community_hours alter column hours drop not null;
alter table community_hours alter column imported_at drop not null;
alter table community_hours add constraint community_hours_known check (hours is not null or readings is not null);
comment on column community_hours.hours is 'kWh of each hour of the month in Rome as files told them; NaN where it is not known, null: no file';
comment on column community_hours.readings is 'the same as the meters of the plant at the POD told it; null: nobody took it over';
comment on column community_hours.taken_at is 'when the readings were taken over last';

-- Communities ask which home stands at a POD.
create view residential.home with (security_invoker = true) as select * from public.home;
grant select on residential.home to meridiana_app;
