-- A controller is written to only where its pairing code was read: its device, or the port of that, may be pointed elsewhere since.

alter table box_claim add column place text check (length(place) <= 300);
comment on column box_claim.place is 'host:port/unit where the code was read that matched';

alter table io_controller add column place text check (length(place) <= 300);
comment on column io_controller.place is
  'host:port/unit where its pairing code was read; nothing is written to it while its device stands elsewhere';
create index io_controller_place on io_controller (company_id, place);

-- Those that stand already stand where they were claimed.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
  plants text := coalesce(current_setting('app.plants', true), '');
begin
  for company in select id_client from company order by id_client loop
    perform set_config('app.company_id', company::text, true), set_config('app.plants', 'all', true);
    update io_controller c set place = lower(p.host) || ':' || p.port || '/' || d.unit_id
    from device d join port p on p.company_id = company and p.id = d.port_id
    where c.company_id = company and d.company_id = company and d.id = c.device_id;
    update box_claim c set place = lower(p.host) || ':' || p.port || '/' || d.unit_id
    from device d join port p on p.company_id = company and p.id = d.port_id
    where c.company_id = company and c.state = 'matched' and d.company_id = company and d.id = c.device_id;
  end loop;
  perform set_config('app.company_id', named, true), set_config('app.plants', plants, true);
end $$;
