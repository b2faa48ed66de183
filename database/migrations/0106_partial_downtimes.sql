-- Of a downtime that stops a part of a device only that part counts, and what it leaves goes to others: figures of downtimes that overlap one of
-- which a person said the share, and availability of the days of those that name devices, are worked out anew.
update downtime d set loss_asked = d.loss_asked + 1
where d.deleted_at is null and exists (
  select from downtime o
  where o.company_id = d.company_id and o.plant_id = d.plant_id and o.id <> d.id and o.deleted_at is null and o.percentage_by = 'hand'
    and o.start_at < coalesce(d.stop_at, 'infinity') and coalesce(o.stop_at, 'infinity') > d.start_at);
insert into changed_days (company_id, plant_id, from_at, to_at, changed_at)
select d.company_id, d.plant_id, d.start_at, d.stop_at, now() from downtime d where d.deleted_at is null and d.percentage_by = 'hand';
