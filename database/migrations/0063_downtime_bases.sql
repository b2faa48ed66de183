-- A day of a downtime says whether the plant's tariffs priced it, so that both bases of a longer one are told apart
-- (src/features/downtimes/loss.model.ts); and what was only not heard lost nothing: what is kept is worked out anew.

alter table downtime_day add column by_tariff boolean not null default false;
comment on column downtime_day.by_tariff is 'priced by tariffs of the plant; else by the market';
create or replace view downtimes.downtime_day with (security_invoker = true) as select * from public.downtime_day;

do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    update downtime set loss_asked = loss_asked + 1 where company_id = company and loss_counted_at is not null;
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
