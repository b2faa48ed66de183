-- What an area lets others write of its tables: days to be made anew, leases that end with their port, the row of a plant's
-- figures, what goes with a device or a member. Nothing else of another area is written but by its own statements.

create view acquisition.port_lease with (security_invoker = true) as select * from public.port_lease;
create view cloudcontrol.calc_due with (security_invoker = true) as select * from public.calc_due;
create view measurements.obs_dirty with (security_invoker = true) as select * from public.obs_dirty;
create view measurements.refused_reading with (security_invoker = true) as select * from public.refused_reading;
grant select, delete on acquisition.port_lease to meridiana_app;
grant select, insert, update on cloudcontrol.calc_due to meridiana_app;
grant select, insert, update on measurements.obs_dirty to meridiana_app;
grant select, delete on measurements.refused_reading to meridiana_app;
grant delete on measurements.saved_chart to meridiana_app;
grant insert, update on overview.plant_live to meridiana_app;
grant update on companies.api_key to meridiana_app;
-- To hold a port, nobody else may do so.
grant update on plants.port to meridiana_app;
