-- A price of a supply point is changed by whoever saw it as it is, and a citizen's report tells who closed it.

alter table pod_price add column id bigint not null default next_id();
alter table pod_price add column version int not null default 1;
alter table pod_price add constraint pod_price_id unique (company_id, id);
alter table light_report add column ended_by bigint;

-- A device is the meter of one box.
drop index box_meter_device;
alter table box_meter add constraint box_meter_one unique (company_id, device_id);
