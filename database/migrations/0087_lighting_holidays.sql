-- Public holidays as a choice of exceptions: those of Italy are computed, the patron's day is said once.
alter table municipality_settings add column patron_day date;
comment on column municipality_settings.patron_day is 'feast of the patron, a holiday every year: its year does not count';
alter table lighting_exception add column only_holidays boolean not null default false;
comment on column lighting_exception.only_holidays is 'of its nights those that begin on a public holiday of Italy, or on the patron''s day';
