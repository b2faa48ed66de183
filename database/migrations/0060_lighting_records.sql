-- A price of a supply point is changed by whoever saw it as it is, and a citizen's report tells who closed it.

alter table pod_price add column id bigint;
-- Rows are numbered for the company that the transaction names, so each is named in turn.
do $$
declare
  company int;
  price record;
  number bigint;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    for price in select pod, from_day from pod_price where company_id = company loop
      number := next_id();
      update pod_price set id = number where company_id = company and pod = price.pod and from_day = price.from_day;
    end loop;
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
alter table pod_price alter column id set not null;
alter table pod_price alter column id set default next_id();
alter table pod_price add column version int not null default 1;
alter table pod_price add constraint pod_price_id unique (company_id, id);
alter table light_report add column ended_by bigint;

-- A device is the meter of one box.
drop index box_meter_device;
alter table box_meter add constraint box_meter_one unique (company_id, device_id);
