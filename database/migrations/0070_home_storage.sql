-- What a home's storage can hold, day by day, so that its wear is seen over months.

alter table home_day add column capacity_kwh double precision;
comment on column home_day.capacity_kwh is 'usable capacity that its batteries told, the mean of the day; null where one did not';
