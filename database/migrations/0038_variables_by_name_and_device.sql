-- Where PostgreSQL has no statistics yet, as on tables that are minutes old, it took all of a company's variables of a name and
-- looked among them for the device's one: at 10,000 devices 37 s for a statement of 2 s. By this index it finds the one at once.
create index variable_of_name_and_device on variable (company_id, variable_name_id, device_id);
drop index variable_company_id_variable_name_id_idx;
