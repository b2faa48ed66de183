-- Downtimes: what stood still, since when, why, and what it cost.

-- Other areas read when what days should have come to was made.
create schema if not exists forecast;
grant usage on schema forecast to meridiana_app;
create view forecast.expected_day with (security_invoker = true) as select * from public.expected_day;
grant select on forecast.expected_day to meridiana_app;
-- Which prices have come since.
create index market_price_imported on market_price (imported_at);

-- The zone of the market whose price a plant's energy has.
alter table plant_master_data
  add column market_zone text not null default '' check (market_zone = '' or market_zone ~ '^[A-Z][A-Z0-9_]{1,19}$');
comment on column plant_master_data.market_zone is 'bidding zone such as NORD; empty: nobody said, and the national price counts';
create view plants.plant_master_data with (security_invoker = true) as select * from public.plant_master_data;
grant select on plants.plant_master_data to meridiana_app;

-- What a cause is about, and how its time counts for availability. A cause in use is retired, not deleted.
alter table downtime_cause
  add column kind text not null default 'other'
    check (kind in ('grid', 'inverter', 'string', 'communication', 'planned', 'weather', 'curtailment', 'theft', 'other')),
  add column availability text not null default 'unavailable' check (availability in ('available', 'unavailable', 'excluded')),
  add column retired boolean not null default false;
comment on column downtime_cause.availability is 'time of such downtimes counts as available, as unavailable, or not at all';
comment on column downtime_cause.retired is 'no longer offered for new downtimes; those that have it keep it';

-- What every company starts with; later companies get it from the program. Rows are numbered for the company that the
-- transaction names, so each is named in turn.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    insert into downtime_cause (company_id, name, kind, availability)
    select company, k.name, k.kind, k.availability from (values
      ('Mancanza rete', 'grid', 'excluded'), ('Guasto inverter', 'inverter', 'unavailable'),
      ('Guasto stringa', 'string', 'unavailable'), ('Mancata comunicazione', 'communication', 'available'),
      ('Fermo programmato', 'planned', 'excluded'), ('Evento meteo', 'weather', 'excluded'),
      ('Limitazione di rete', 'curtailment', 'excluded'), ('Furto', 'theft', 'excluded'), ('Altro', 'other', 'unavailable')
    ) as k (name, kind, availability)
    on conflict (company_id, name) where deleted_at is null do nothing;
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;

create table downtime (
  company_id          int not null references company (id_client),
  id                  bigint not null default next_id(),
  plant_id            bigint not null,
  extent              text not null check (extent in ('plant', 'section', 'devices')),
  section_id          bigint,
  start_at            timestamptz not null,
  stop_at             timestamptz,
  percentage          double precision not null check (percentage between 0 and 100),
  percentage_by       text not null check (percentage_by in ('devices', 'hand')),
  cause_id            bigint not null,
  planned             boolean not null default false,
  claim_state         text not null default 'none'
                      check (claim_state in ('none', 'to_report', 'reported', 'accepted', 'refused', 'paid')),
  claim_number        text not null default '' check (length(claim_number) <= 60),
  insurer             text not null default '' check (length(insurer) <= 120),
  amount_claimed_eur  double precision check (amount_claimed_eur between 0 and 1e9),
  amount_paid_eur     double precision check (amount_paid_eur between 0 and 1e9),
  reported_on         date,
  intervention_at     timestamptz,
  repair_cost_eur     double precision check (repair_cost_eur between 0 and 1e9),
  notes               text not null default '' check (length(notes) <= 4000),
  loss_model          text check (loss_model in ('sisters', 'irradiance', 'expected')),
  energy_counted_kwh  double precision,
  energy_hand_kwh     double precision check (energy_hand_kwh between 0 and 1e12),
  earning_counted_eur double precision,
  earning_hand_eur    double precision check (abs(earning_hand_eur) <= 1e12),
  loss_detail         jsonb not null default '{}',
  loss_asked          int not null default 1,
  loss_answered       int not null default 0,
  loss_counted_at     timestamptz,
  recovered_at        timestamptz,
  energy_lost_kwh     double precision generated always as (coalesce(energy_hand_kwh, energy_counted_kwh)) stored,
  earning_lost_eur    double precision generated always as (
    case when earning_hand_eur is not null then earning_hand_eur
         when energy_hand_kwh is null then earning_counted_eur
         when energy_counted_kwh > 0 then earning_counted_eur * energy_hand_kwh / energy_counted_kwh
         when energy_hand_kwh = 0 then 0 end) stored,
  version             int not null default 1,
  created_by          bigint,
  created_at          timestamptz not null default now(),
  deleted_at          timestamptz,
  deleted_by          bigint,
  primary key (company_id, id),
  check (stop_at > start_at),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, cause_id) references downtime_cause (company_id, id)
);
comment on table downtime is 'spec §3: a plant, a section or devices of it that stood still';
comment on column downtime.section_id is 'which section was named; the devices that stood in it then are those of downtime_device';
comment on column downtime.stop_at is 'null: it lasts';
comment on column downtime.percentage is 'share of the plant''s power that was out of service';
comment on column downtime.percentage_by is 'devices: worked out from their power; hand: said by a person';
comment on column downtime.energy_counted_kwh is 'worked out, by the model that stands in loss_model and with what stands in loss_detail; null: not known';
comment on column downtime.energy_hand_kwh is 'said by a person in place of it; what was worked out stays';
comment on column downtime.earning_counted_eur is 'hour by hour at the market''s price; null: not known, or an hour has no price';
comment on column downtime.loss_asked is 'rises with whatever changes its figures; they are to be worked out while loss_answered is another number';
comment on column downtime.recovered_at is 'of one that lasts: since when its devices make what they should again';
create index downtime_by_start on downtime (company_id, start_at desc, id desc) include (plant_id, stop_at, deleted_at);
create index downtime_plant on downtime (company_id, plant_id, start_at);
create index downtime_cause_used on downtime (company_id, cause_id);
create index downtime_due on downtime (company_id, id) where loss_asked <> loss_answered;
create index downtime_lasting on downtime (company_id, plant_id) where stop_at is null;

create table downtime_device (
  company_id  int not null,
  downtime_id bigint not null,
  device_id   bigint not null,
  primary key (company_id, downtime_id, device_id),
  foreign key (company_id, downtime_id) references downtime (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on table downtime_device is 'the devices that stood still, of downtimes of devices or of a section';
create index downtime_device_device on downtime_device (company_id, device_id);

create table downtime_alarm (
  company_id  int not null,
  downtime_id bigint not null,
  alarm_id    bigint not null,
  primary key (company_id, downtime_id, alarm_id),
  foreign key (company_id, downtime_id) references downtime (company_id, id) on delete cascade,
  foreign key (company_id, alarm_id) references alarm (company_id, id) on delete cascade
);
comment on table downtime_alarm is 'the alarms that a downtime was made from';
create index downtime_alarm_alarm on downtime_alarm (company_id, alarm_id);

create table downtime_day (
  company_id     int not null,
  downtime_id    bigint not null,
  day            date not null,
  plant_id       bigint not null,
  energy_kwh     double precision,
  paired_kwh     double precision not null,
  hours          double precision not null,
  missing_hours  double precision not null,
  given_hours    double precision not null,
  model_kwh      double precision[] not null,
  uncertain_kwh  double precision not null,
  priced_eur     double precision not null,
  unpriced_hours double precision not null,
  unpriced_kwh   double precision not null,
  primary key (company_id, downtime_id, day),
  foreign key (company_id, downtime_id) references downtime (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table downtime_day is 'what a downtime lost on each local day of its plant (loss.model.ts)';
comment on column downtime_day.energy_kwh is 'null: not known';
comment on column downtime_day.paired_kwh is 'of it, in hours of which the energy of the plant is known';
create index downtime_day_plant on downtime_day (company_id, plant_id, day);

create table k451_setting (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  plant_id   bigint,
  cause_id   bigint not null,
  from_on    date not null,
  to_on      date,
  counts     boolean not null,
  version    int not null default 1,
  primary key (company_id, id),
  check (to_on >= from_on),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, cause_id) references downtime_cause (company_id, id)
);
comment on table k451_setting is 'which causes count against availability in the K451 report, by plant and period';
comment on column k451_setting.plant_id is 'null: every plant';
comment on column k451_setting.to_on is 'last day, included; null: until further notice';
create index k451_setting_plant on k451_setting (company_id, plant_id);
create index k451_setting_cause on k451_setting (company_id, cause_id);

create table downtime_suggestion (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  plant_id    bigint not null,
  device_ids  bigint[] not null check (cardinality(device_ids) between 1 and 1000),
  start_at    timestamptz not null,
  stop_at     timestamptz,
  kind        text not null check (kind in ('none', 'much_less')),
  share       double precision not null check (share between 0 and 1),
  energy_kwh  double precision not null,
  evidence    jsonb not null default '{}',
  state       text not null default 'open' check (state in ('open', 'accepted', 'merged', 'dismissed')),
  reason      text not null default '' check (length(reason) <= 500),
  downtime_id bigint,
  found_at    timestamptz not null default now(),
  version     int not null default 1,
  primary key (company_id, id),
  check (stop_at > start_at),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, downtime_id) references downtime (company_id, id) on delete cascade
);
comment on table downtime_suggestion is 'an interval in which devices made nothing or much less than they should have, offered as a downtime';
comment on column downtime_suggestion.device_ids is 'those that still exist count';
comment on column downtime_suggestion.share is 'share of what they should have made that they did not';
comment on column downtime_suggestion.evidence is 'what they were held against, and alarms of that time';
create index downtime_suggestion_open on downtime_suggestion (company_id, state, start_at desc, id desc);
create index downtime_suggestion_plant on downtime_suggestion (company_id, plant_id, start_at);
create index downtime_suggestion_downtime on downtime_suggestion (company_id, downtime_id);

create table downtime_scan (
  company_id    int not null,
  plant_id      bigint not null,
  day           date not null,
  scanned_at    timestamptz not null,
  unknown_share double precision not null check (unknown_share between 0 and 1),
  primary key (company_id, plant_id, day),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table downtime_scan is 'days of plants that were searched for downtimes; searched again where data came later';
comment on column downtime_scan.unknown_share is 'share of the quarters of an hour with sun of which devices told nothing';

do $$
declare tab text;
begin
  foreach tab in array array['downtime', 'downtime_device', 'downtime_alarm', 'downtime_day', 'k451_setting', 'downtime_suggestion',
                             'downtime_scan'] loop
    perform enable_tenant_rls(tab::regclass);
    execute format('grant select, insert, update, delete on %I to meridiana_app', tab);
  end loop;
  perform narrow_rls('downtime', $w$deleted_at is null or current_setting('app.with_deleted', true) = 'on'$w$, 'true');
  foreach tab in array array['downtime', 'downtime_day', 'downtime_suggestion', 'downtime_scan'] loop
    perform enable_plant_rls(tab::regclass, 'plant_id in scope');
  end loop;
end $$;
select enable_plant_rls('downtime_device', 'device_id in (select public.devices_in_scope())');
select enable_plant_rls('downtime_alarm', 'public.is_alarm_in_scope(alarm_id)');
select enable_plant_rls('k451_setting', 'plant_id is null or plant_id in scope');
