-- What a home's storage could hold at first stands at the home: lists of thousands of homes do not search all of their days for it.

alter table home add column first_capacity_kwh double precision;
alter table home add column first_capacity_day date;
comment on column home.first_capacity_kwh is 'what its batteries said they can hold in the first thirty days of which that is known, the mean; null: never told';
comment on column home.first_capacity_day is 'the first of these days';

do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
  plants text := coalesce(current_setting('app.plants', true), '');
begin
  for company in select id_client from company order by id_client loop
    perform set_config('app.company_id', company::text, true), set_config('app.plants', 'all', true);
    update home h set first_capacity_kwh = f.kwh, first_capacity_day = f.day
    from home g cross join lateral (
      select avg(e.capacity_kwh) as kwh, min(e.day) as day
      from (select capacity_kwh, day from home_day d
            where d.company_id = company and d.plant_id = g.plant_id and d.capacity_kwh is not null order by day limit 30) e) f
    where h.company_id = company and g.company_id = company and h.plant_id = g.plant_id and f.day is not null;
  end loop;
  perform set_config('app.company_id', named, true), set_config('app.plants', plants, true);
end $$;
