-- What a meter counted is held against its device, the inverters and what others state; a reading by hand may carry a photo.

alter table energy_meter add column threshold_pct float8 not null default 3 check (threshold_pct > 0 and threshold_pct <= 100);
alter table energy_meter add column judged_on date;
comment on column energy_meter.judged_on is 'the day (UTC) on which its comparisons were last judged without being asked';
comment on column energy_meter.threshold_pct is 'a closed month that differs more from what it is compared with is told';

alter table energy_meter_reading add column photo_id bigint;
alter table energy_meter_reading add column photo_sha256 text check (length(photo_sha256) = 64);
alter table energy_meter_reading add constraint energy_meter_reading_photo check ((photo_id is null) = (photo_sha256 is null));
comment on column energy_meter_reading.photo_id is 'an attachment of the kind energy_meter of its meter';
comment on column energy_meter_reading.photo_sha256 is 'of that file: it goes into the line''s hash, so that an exchanged photo is seen';
create index energy_meter_reading_photo_id on energy_meter_reading (company_id, photo_id) where photo_id is not null;

create table energy_meter_statement (
  company_id  int not null,
  meter_id    bigint not null,
  source      text not null check (source in ('distributor', 'gse')),
  span        text not null check (span in ('day', 'month')),
  starts_on   date not null check (span = 'day' or extract(day from starts_on) = 1),
  plant_id    bigint not null,
  kwh         float8 not null check (kwh >= 0),
  imported_by bigint,
  imported_as text not null default '',
  imported_at timestamptz not null,
  primary key (company_id, meter_id, source, span, starts_on),
  foreign key (company_id, meter_id) references energy_meter (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id)
);
comment on table energy_meter_statement is 'what somebody else says that a meter counted in a month or on a day; never part of the register';
comment on column energy_meter_statement.imported_as is 'the name of whoever imported it, as it was then';
create index energy_meter_statement_plant on energy_meter_statement (company_id, plant_id);

create table energy_meter_difference (
  company_id    int not null,
  meter_id      bigint not null,
  month         date not null check (extract(day from month) = 1),
  side          text not null check (side in ('device', 'inverters', 'distributor', 'gse')),
  plant_id      bigint not null,
  day           date,
  own_kwh       float8 not null,
  other_kwh     float8 not null,
  threshold_pct float8 not null,
  found_at      timestamptz not null,
  ended_at      timestamptz,
  primary key (company_id, meter_id, month, side),
  foreign key (company_id, meter_id) references energy_meter (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id)
);
comment on table energy_meter_difference is 'months of meters that differ more than their threshold from what they are compared with';
comment on column energy_meter_difference.day is 'of a month that is not over: the first day that differs; null: the whole month does';
comment on column energy_meter_difference.ended_at is 'when it was corrected; null: it stands';
create index energy_meter_difference_plant on energy_meter_difference (company_id, plant_id);

select enable_tenant_rls('energy_meter_statement');
select enable_tenant_rls('energy_meter_difference');
select enable_plant_rls('energy_meter_statement', 'plant_id in scope');
select enable_plant_rls('energy_meter_difference', 'plant_id in scope');
grant select, insert, update, delete on energy_meter_statement to meridiana_app;
grant select, insert, update, delete on energy_meter_difference to meridiana_app;
