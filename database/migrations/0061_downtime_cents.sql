-- What downtimes lost is money of whole cents, day by day (src/shared/units/money.ts): rows that exist are rounded as new ones are.

do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    update downtime_day set priced_eur = round(priced_eur::numeric, 2)::float8
    where company_id = company and priced_eur <> round(priced_eur::numeric, 2)::float8;
    update downtime r set earning_counted_eur = y.eur
    from (select d.downtime_id, round(sum(d.priced_eur)::numeric, 2)::float8 as eur from downtime_day d
          where d.company_id = company group by d.downtime_id) y
    where r.company_id = company and r.id = y.downtime_id and r.earning_counted_eur is not null;
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
