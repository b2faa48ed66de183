-- Sums of expected energy over many plants are read from days without their hours, and neighbours are found by place.
alter table expected_day add column day_kwh double precision;
comment on column expected_day.day_kwh is 'expected of the whole day, whatever is known of what was made; null: of no hour';
create index plant_place on plant (company_id, latitude, longitude) where latitude is not null and longitude is not null;
