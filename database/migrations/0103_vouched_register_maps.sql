-- A box is claimed, and its controller's addresses are changed, by maps of the program or ones that a manager saved.
alter table io_controller add column map_vouched boolean not null default false;
comment on column io_controller.map_vouched is
  'whoever manages the company said where its outputs, clock, own times and pairing code stand; those from before 0103 were said by anybody who switches';

-- What answers as a SunSpec device is no controller of a cabinet.
alter table box_claim drop constraint box_claim_state_check;
alter table box_claim add constraint box_claim_state_check
  check (state in ('waiting', 'matched', 'wrong', 'silent', 'sunspec'));

-- Claims that still wait were made by maps that nobody looked at.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
  plants text := coalesce(current_setting('app.plants', true), '');
begin
  for company in select id_client from company order by id_client loop
    perform set_config('app.company_id', company::text, true), set_config('app.plants', 'all', true);
    update box_claim set state = 'silent', ended_at = now() where company_id = company and state = 'waiting';
  end loop;
  perform set_config('app.company_id', named, true), set_config('app.plants', plants, true);
end $$;
