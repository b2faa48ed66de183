-- Who imports readings of a home asks for how long they are kept.

create schema if not exists residential;
grant usage on schema residential to meridiana_app;
create view residential.residential_setting with (security_invoker = true) as select * from public.residential_setting;
grant select on residential.residential_setting to meridiana_app;
