-- What areas show one another of their tables: a schema for each area, with a view for each table that others read. A
-- statement names its own area's tables as they are and those of others by such a view, so that the owner of a table
-- knows who relies on it. Views read with the eyes of whoever asks: row-level security holds as for the tables.

create schema if not exists acquisition;
grant usage on schema acquisition to meridiana_app;
create schema if not exists alarms;
grant usage on schema alarms to meridiana_app;
create schema if not exists cloudcontrol;
grant usage on schema cloudcontrol to meridiana_app;
create schema if not exists companies;
grant usage on schema companies to meridiana_app;
create schema if not exists identity;
grant usage on schema identity to meridiana_app;
create schema if not exists measurements;
grant usage on schema measurements to meridiana_app;
create schema if not exists overview;
grant usage on schema overview to meridiana_app;
create schema if not exists plants;
grant usage on schema plants to meridiana_app;
create schema if not exists shared;
grant usage on schema shared to meridiana_app;

create view acquisition.device_health with (security_invoker = true) as select * from public.device_health;
create view acquisition.device_health_hour with (security_invoker = true) as select * from public.device_health_hour;
create view acquisition.device_log with (security_invoker = true) as select * from public.device_log;
create view acquisition.port_health with (security_invoker = true) as select * from public.port_health;

create view alarms.alarm with (security_invoker = true) as select * from public.alarm;

create view cloudcontrol.calc_group with (security_invoker = true) as select * from public.calc_group;
create view cloudcontrol.calc_group_input with (security_invoker = true) as select * from public.calc_group_input;
create view cloudcontrol.field_task with (security_invoker = true) as select * from public.field_task;

create view companies.api_key with (security_invoker = true) as select * from public.api_key;
create view companies.company with (security_invoker = true) as select * from public.company;
create view companies.company_user with (security_invoker = true) as select * from public.company_user;
create view companies.company_user_plant with (security_invoker = true) as select * from public.company_user_plant;
create view companies.invitation with (security_invoker = true) as select * from public.invitation;

create view identity.second_factor with (security_invoker = true) as select * from public.second_factor;
create view identity.user_account with (security_invoker = true) as select * from public.user_account;
create view identity.user_session with (security_invoker = true) as select * from public.user_session;

create view measurements.counter_event with (security_invoker = true) as select * from public.counter_event;
create view measurements.mqtt_credential with (security_invoker = true) as select * from public.mqtt_credential;
create view measurements.obs with (security_invoker = true) as select * from public.obs;
create view measurements.obs_day with (security_invoker = true) as select * from public.obs_day;
create view measurements.obs_last with (security_invoker = true) as select * from public.obs_last;
create view measurements.reading_mark with (security_invoker = true) as select * from public.reading_mark;
create view measurements.saved_chart with (security_invoker = true) as select * from public.saved_chart;

create view overview.plant_live with (security_invoker = true) as select * from public.plant_live;

create view plants.configuration_version with (security_invoker = true) as select * from public.configuration_version;
create view plants.device with (security_invoker = true) as select * from public.device;
create view plants.device_attribute with (security_invoker = true) as select * from public.device_attribute;
create view plants.device_category with (security_invoker = true) as select * from public.device_category;
create view plants.device_tag with (security_invoker = true) as select * from public.device_tag;
create view plants.plant with (security_invoker = true) as select * from public.plant;
create view plants.plant_section with (security_invoker = true) as select * from public.plant_section;
create view plants.port with (security_invoker = true) as select * from public.port;
create view plants.tag with (security_invoker = true) as select * from public.tag;
create view plants.variable with (security_invoker = true) as select * from public.variable;
create view plants.variable_group with (security_invoker = true) as select * from public.variable_group;
create view plants.variable_name with (security_invoker = true) as select * from public.variable_name;

create view shared.allowed_endpoint with (security_invoker = true) as select * from public.allowed_endpoint;
create view shared.audit with (security_invoker = true) as select * from public.audit;
create view shared.mail_outbox with (security_invoker = true) as select * from public.mail_outbox;

grant select on all tables in schema acquisition to meridiana_app;
grant select on all tables in schema alarms to meridiana_app;
grant select on all tables in schema cloudcontrol to meridiana_app;
grant select on all tables in schema companies to meridiana_app;
grant select on all tables in schema identity to meridiana_app;
grant select on all tables in schema measurements to meridiana_app;
grant select on all tables in schema overview to meridiana_app;
grant select on all tables in schema plants to meridiana_app;
grant select on all tables in schema shared to meridiana_app;
