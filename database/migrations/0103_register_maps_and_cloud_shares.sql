-- A box is claimed, and its controller's addresses are changed, by maps of the program or ones that a manager saved.
alter table io_controller add column map_vouched boolean not null default false;
comment on column io_controller.map_vouched is
  'whoever manages the company said where its outputs, clock, own times and pairing code stand; those from before 0103 were said by anybody who switches';

-- What answers as a SunSpec device is no controller of a cabinet.
alter table box_claim drop constraint box_claim_state_check;
alter table box_claim add constraint box_claim_state_check
  check (state in ('waiting', 'matched', 'wrong', 'silent', 'sunspec'));

-- What a company took of a day's requests to the cloud of a manufacturer, of which each has a share.
create table cloud_company (
  company_id int not null references company (id_client),
  vendor     text not null check (length(vendor) between 1 and 30),
  day        date not null,
  asked      int not null,
  primary key (company_id, vendor)
);
comment on table cloud_company is 'how much the cloud of a manufacturer was asked for the homes of a company';
comment on column cloud_company.asked is 'requests on that day (UTC)';
select enable_tenant_rls('cloud_company');
grant select, insert, update on cloud_company to meridiana_app;

-- Claims that still wait were made by maps that nobody looked at; and that a site is another company's is said to nobody.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
  plants text := coalesce(current_setting('app.plants', true), '');
begin
  for company in select id_client from company order by id_client loop
    perform set_config('app.company_id', company::text, true), set_config('app.plants', 'all', true);
    update box_claim set state = 'silent', ended_at = now() where company_id = company and state = 'waiting';
    update home_cloud_site set fault = 'site_refused' where company_id = company and fault = 'site_taken';
  end loop;
  perform set_config('app.company_id', named, true), set_config('app.plants', plants, true);
end $$;
