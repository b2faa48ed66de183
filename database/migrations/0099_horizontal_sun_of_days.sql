-- What falls on the horizontal on each day stands beside what falls on the planes: the K451 tells both. Days that were kept before it
-- are made anew in the background (MODEL_VERSION in src/features/forecast/server/plant-contexts.ts).

alter table expected_day add column horizontal_kwh_m2 double precision;
alter table expected_day add column horizontal_from smallint not null default 0;
comment on column expected_day.horizontal_kwh_m2 is 'irradiation of the day on the horizontal; null: of a day that was kept before it was told';
comment on column expected_day.horizontal_from is 'where its hours come from: a bit for each place among HORIZONTAL (inputs.model.ts)';

create or replace view forecast.expected_day with (security_invoker = true) as select * from public.expected_day;
