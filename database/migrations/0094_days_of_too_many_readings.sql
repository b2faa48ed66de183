-- Days of plants with more readings than are counted at once were kept as days of which nothing is known. They are counted some
-- devices at a time now: those of which something was measured are made anew (src/features/forecast/server/expected-day-keeper.ts).

do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
  plants text := coalesce(current_setting('app.plants', true), '');
begin
  for company in select id_client from company order by id_client loop
    perform set_config('app.company_id', company::text, true), set_config('app.plants', 'all', true);
    update expected_day set basis = ''
    where company_id = company and sun_hours > 0 and missing_hours >= sun_hours and split_part(basis, '.', 2) <> '-';
  end loop;
  perform set_config('app.company_id', named, true), set_config('app.plants', plants, true);
end $$;
