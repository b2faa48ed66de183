-- Every foreign key has an index that begins with its columns: without one, deleting or renumbering what it points at, and
-- asking for what belongs to it, reads the whole table. None of these tables is written while readings come in: obs and
-- obs_day have no foreign keys, and those of obs_last and of the logs begin their own keys. Where a column is mostly
-- empty, only the rows that have it are in the index; an index of other rows only, such as those outside the bin, serves no key.
-- The names are those that PostgreSQL gives.

create index on alarm_rule (company_id, device_id) where device_id is not null;
create index on alarm_rule (company_id, plant_id) where plant_id is not null;
create index on alarm_snooze (company_id, plant_id);
create index on api_key (company_id, plant_id) where plant_id is not null;
create index on api_key (created_by) where created_by is not null;
create index on calc_group (company_id, device_id);
create index on calc_group_input (company_id, variable_id);
create index on company_user_plant (company_id, plant_id);
create index on device (company_id, category_id) where category_id is not null;
create index on device (company_id, plant_id);
create index on device (company_id, section_id) where section_id is not null;
create index on device_tag (company_id, tag_id);
create index on field_task (company_id, port_id) where port_id is not null;
create index on import_file (company_id, device_id);
create index on invitation (invited_by) where invited_by is not null;
create index on invitation_plant (company_id, plant_id);
create index on mqtt_credential (created_by) where created_by is not null;
create index on port (company_id, plant_id);
create index on progress (company_id, plant_id) where plant_id is not null;
create index on reading_mark (company_id, device_id);
create index on reading_mark (created_by) where created_by is not null;
create index on reading_mark (undone_by) where undone_by is not null;
create index on saved_chart (owner_id);
create index on upload (created_by) where created_by is not null;
create index on variable (company_id, variable_name_id);
