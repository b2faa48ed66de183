-- Public lighting: municipalities, cabinets (boxes), their lines and light points, the controllers that switch them, what was
-- commanded, and what the field says. Plants that are named for a person do not narrow it (design/model.md).

-- Italy's municipalities that a company lights, each once.
create table municipality (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  istat_code text not null check (istat_code ~ '^[0-9]{6}$'),
  name       text not null check (length(name) between 1 and 120),
  province   text not null default '' check (length(province) <= 4),
  latitude   double precision check (latitude between -90 and 90),
  longitude  double precision check (longitude between -180 and 180),
  time_zone  text not null default 'Europe/Rome' check (length(time_zone) between 1 and 60),
  version    int not null default 1,
  primary key (company_id, id),
  constraint municipality_istat unique (company_id, istat_code),
  constraint municipality_place check ((latitude is null) = (longitude is null))
);
select enable_tenant_rls('municipality');
grant select, insert, update, delete on municipality to meridiana_app;

-- When it is lit: one row for each municipality. // spec §3, §9: on 17:00, off 07:00, both automatic
create table municipality_settings (
  company_id       int not null references company (id_client),
  id               bigint not null default next_id(),
  municipality_id  bigint not null,
  turn_on_date     text not null default '17:00' check (turn_on_date ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  turn_on_auto     boolean not null default true,
  turn_on_offset_min int not null default 0 check (turn_on_offset_min between -120 and 120),
  turn_on_twilight double precision not null default 1 check (turn_on_twilight between 0 and 1),
  turn_off_date    text not null default '07:00' check (turn_off_date ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  turn_off_auto    boolean not null default true,
  turn_off_offset_min int not null default 0 check (turn_off_offset_min between -120 and 120),
  turn_off_twilight double precision not null default 1 check (turn_off_twilight between 0 and 1),
  half_night       jsonb not null default '[]' check (jsonb_typeof(half_night) = 'array'),
  min_burning_min  int not null default 0 check (min_burning_min between 0 and 720),
  version          int not null default 1,
  primary key (company_id, id),
  constraint municipality_settings_one unique (company_id, municipality_id),
  foreign key (company_id, municipality_id) references municipality (company_id, id) on delete cascade
);
comment on column municipality_settings.turn_on_date is 'local time of day; used where it is not automatic, or where there are no coordinates';
comment on column municipality_settings.turn_on_twilight is 'share of civil twilight that passes after sunset before lamps are lit';
comment on column municipality_settings.half_night is '[{lines, off, on}]: lines that are dark from off to on (local times; null: to the end of the night)';
comment on column municipality_settings.min_burning_min is 'a lit stretch lasts at least so long, to spare the lamps';
select enable_tenant_rls('municipality_settings');
grant select, insert, update, delete on municipality_settings to meridiana_app;

-- Holidays and events: nights that are lit otherwise. The lowest position wins.
create table lighting_exception (
  company_id      int not null references company (id_client),
  id              bigint not null default next_id(),
  municipality_id bigint not null,
  position        int not null check (position between 1 and 1000),
  name            text not null check (length(name) between 1 and 80),
  from_day        date not null,
  to_day          date not null,
  every_year      boolean not null default false,
  lines           int[] not null default '{}' check (lines <@ '{1,2,3,4,5,6}'),
  kind            text not null check (kind in ('dark', 'all_night', 'times')),
  turn_on_date    text check (turn_on_date ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  turn_off_date   text check (turn_off_date ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (company_id, id),
  constraint lighting_exception_position unique (company_id, municipality_id, position),
  constraint lighting_exception_days check (from_day <= to_day and to_day - from_day < 366),
  foreign key (company_id, municipality_id) references municipality (company_id, id) on delete cascade
);
comment on column lighting_exception.from_day is 'the evening on which the first of its nights begins';
comment on column lighting_exception.lines is 'empty: all lines';
comment on column lighting_exception.kind is 'dark; lit from dusk to dawn without half-night; or at times of its own (null: as the settings say)';
select enable_tenant_rls('lighting_exception');
grant select, insert, update, delete on lighting_exception to meridiana_app;

-- A cabinet. Without a municipality it is unpaired. // spec §3: Box
create table lighting_box (
  company_id      int not null references company (id_client),
  id              bigint not null default next_id(),
  municipality_id bigint,
  serial          text not null check (length(serial) between 1 and 60),
  reg_number      text not null check (length(reg_number) between 1 and 60),
  name            text not null default '' check (length(name) <= 120),
  pod             text not null default '' check (length(pod) <= 20),
  supply_code     text not null default '' check (length(supply_code) <= 40),
  latitude        double precision check (latitude between -90 and 90),
  longitude       double precision check (longitude between -180 and 180),
  enabled         boolean not null default true,
  auto_mode       boolean not null default true,
  turn_on_auto    boolean,
  turn_on_date    text check (turn_on_date ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  turn_off_auto   boolean,
  turn_off_date   text check (turn_off_date ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  created_at      timestamptz not null default now(),
  version         int not null default 1,
  primary key (company_id, id),
  constraint lighting_box_serial unique (company_id, serial),
  constraint lighting_box_place check ((latitude is null) = (longitude is null)),
  foreign key (company_id, municipality_id) references municipality (company_id, id)
);
comment on column lighting_box.auto_mode is 'it follows its schedule; false: it is switched by hand alone';
comment on column lighting_box.turn_on_auto is 'of its own; null: as its municipality says, like the other three';
comment on column lighting_box.enabled is 'false: out of use, and nothing is switched';
create index lighting_box_municipality on lighting_box (company_id, municipality_id, id);
create index lighting_box_pod on lighting_box (company_id, pod);
select enable_tenant_rls('lighting_box');
grant select, insert, update, delete on lighting_box to meridiana_app;

-- A cabinet's lines, 1 to 6; what each is, and what the field says of it. // spec §9: lighting lines 1 to 6
create table power_line (
  company_id    int not null references company (id_client),
  id            bigint not null default next_id(),
  box_id        bigint not null,
  line          int not null check (line between 1 and 6),
  name          text not null default '' check (length(name) <= 80),
  enabled       boolean not null default true,
  load_nominal_kw double precision check (load_nominal_kw between 0 and 1000),
  -- Three states, apart: what was asked for, what is in force, what is measured.
  target        boolean,
  target_at     timestamptz,
  feedback      boolean,
  feedback_at   timestamptz,
  changed_at    timestamptz,
  breaker_tripped boolean,
  measured_kw   double precision,
  measured_at   timestamptz,
  version       int not null default 1,
  primary key (company_id, id),
  constraint power_line_number unique (company_id, box_id, line),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column power_line.target is 'as the newest command or the schedule asks; null: nothing was ever asked';
comment on column power_line.feedback is 'the contactor''s auxiliary contact as read last, at feedback_at; null: never read';
comment on column power_line.changed_at is 'when the feedback took its present value';
comment on column power_line.version is 'of what people write: the field''s states do not raise it';
select enable_tenant_rls('power_line');
grant select, insert, update, delete on power_line to meridiana_app;

-- When a line's feedback changed: burning hours and cycling are counted from these.
create table power_line_change (
  company_id int not null references company (id_client),
  box_id     bigint not null,
  line       int not null check (line between 1 and 6),
  at         timestamptz not null,
  is_on      boolean not null,
  primary key (company_id, box_id, line, at),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
select enable_tenant_rls('power_line_change');
grant select, insert, delete on power_line_change to meridiana_app;

-- A lamp, as the census tells it (PELL).
create table light_point (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  box_id      bigint not null,
  line        int not null check (line between 1 and 6),
  code        text not null check (length(code) between 1 and 60),
  lamp_kind   text not null default 'led' check (lamp_kind in ('led', 'sodium_high', 'sodium_low', 'mercury', 'metal_halide', 'fluorescent', 'other')),
  power_w     double precision check (power_w between 0 and 10000),
  pole        text not null default '' check (length(pole) <= 60),
  street      text not null default '' check (length(street) <= 160),
  latitude    double precision check (latitude between -90 and 90),
  longitude   double precision check (longitude between -180 and 180),
  pell        jsonb not null default '{}' check (jsonb_typeof(pell) = 'object'),
  version     int not null default 1,
  primary key (company_id, id),
  constraint light_point_code unique (company_id, code),
  constraint light_point_place check ((latitude is null) = (longitude is null)),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column light_point.power_w is 'of the lamp with its ballast';
comment on column light_point.pell is 'further fields of the census, by their names there';
create index light_point_line on light_point (company_id, box_id, line, id);
select enable_tenant_rls('light_point');
grant select, insert, update, delete on light_point to meridiana_app;

-- The controller of a cabinet: a device of the company (its port and unit number), and where on it everything stands.
create table io_controller (
  company_id   int not null references company (id_client),
  id           bigint not null default next_id(),
  box_id       bigint not null,
  device_id    bigint not null,
  profile      jsonb not null check (jsonb_typeof(profile) = 'object'),
  poll_s       int not null default 60 check (poll_s between 5 and 3600),
  -- What was read of it last.
  next_poll_at timestamptz not null default now(),
  asked_at     timestamptz,
  heard_at     timestamptz,
  fault        text not null default '' check (length(fault) <= 60),
  fault_since  timestamptz,
  inputs       jsonb not null default '{}' check (jsonb_typeof(inputs) = 'object'),
  clock_offset_s double precision,
  clock_read_at timestamptz,
  power_kw     double precision,
  power_at     timestamptz,
  version      int not null default 1,
  primary key (company_id, id),
  constraint io_controller_box unique (company_id, box_id),
  constraint io_controller_device unique (company_id, device_id),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on column io_controller.profile is
  'IoProfile of src/features/lighting/io-profile.model.ts: coils and inputs by line, inputs of the cabinet, registers of timetable, clock and pairing code';
comment on column io_controller.heard_at is 'when it last answered; fault: why it has not since';
comment on column io_controller.inputs is 'the cabinet''s inputs as read last: manual, door_open, supply_ok, leakage; one that is not wired is missing';
comment on column io_controller.clock_offset_s is 'its clock minus ours';
create index io_controller_due on io_controller (company_id, next_poll_at);
select enable_tenant_rls('io_controller');
grant select, insert, update, delete on io_controller to meridiana_app;

-- The cabinet's energy meter: a device of the company.
create table box_meter (
  company_id int not null references company (id_client),
  box_id     bigint not null,
  device_id  bigint not null,
  primary key (company_id, box_id, device_id),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create index box_meter_device on box_meter (company_id, device_id);
select enable_tenant_rls('box_meter');
grant select, insert, delete on box_meter to meridiana_app;

-- What was asked to be switched, recorded before anything is sent. It is absolute, and sent at most once.
create table lighting_command (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  box_id      bigint not null,
  lines       int[] not null check (cardinality(lines) between 1 and 6 and lines <@ '{1,2,3,4,5,6}'),
  turn_on     boolean not null,
  key         text not null check (length(key) between 1 and 200),
  origin      text not null check (origin in ('person', 'schedule', 'return')),
  user_id     bigint,
  reason      text not null default '' check (length(reason) <= 500),
  state       text not null default 'queued'
    check (state in ('proposed', 'declined', 'queued', 'sent', 'confirmed', 'failed', 'unknown', 'expired', 'superseded')),
  fault       text not null default '' check (length(fault) <= 60),
  results     jsonb not null default '{}' check (jsonb_typeof(results) = 'object'),
  override_until timestamptz,
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now(),
  decided_by  bigint,
  decided_at  timestamptz,
  claimed_at  timestamptz,
  sent_at     timestamptz,
  confirmed_at timestamptz,
  ended_at    timestamptz,
  primary key (company_id, id),
  constraint lighting_command_key unique (company_id, key),
  constraint lighting_command_who check (origin <> 'person' or user_id is not null),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column lighting_command.key is 'of the request (Idempotency-Key and place in it), or of the moment of the schedule: nothing is switched twice';
comment on column lighting_command.state is
  'proposed: waits for a second person; queued; sent: written, not yet read back; unknown: written or perhaps written, and not read back since';
comment on column lighting_command.fault is 'why it failed or is not known: silent, refused, manual, feedback, disabled, not_configured, …';
comment on column lighting_command.results is '{"1": "confirmed"}: each line''s own outcome once it is known';
comment on column lighting_command.override_until is 'of a person''s: until then the schedule does not act on these lines; then they return to it';
comment on column lighting_command.expires_at is 'what is not written by then never is';
create index lighting_command_box on lighting_command (company_id, box_id, id desc);
create index lighting_command_open on lighting_command (company_id, state, id) where state in ('proposed', 'queued', 'sent', 'unknown');
create index lighting_command_override on lighting_command (company_id, box_id, override_until) where override_until is not null;
select enable_tenant_rls('lighting_command');
grant select, insert, update on lighting_command to meridiana_app;

-- The times that a cabinet holds itself: what it should hold, and what was read back.
create table box_timetable (
  company_id  int not null references company (id_client),
  box_id      bigint not null,
  wanted      jsonb not null check (jsonb_typeof(wanted) = 'array'),
  wanted_at   timestamptz not null,
  read_back   jsonb check (jsonb_typeof(read_back) = 'array'),
  state       text not null default 'pending' check (state in ('pending', 'verified', 'differs', 'failed')),
  fault       text not null default '' check (length(fault) <= 60),
  next_try_at timestamptz not null default now(),
  written_at  timestamptz,
  compared_at timestamptz,
  primary key (company_id, box_id),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column box_timetable.wanted is
  '[{day, line, on_min, off_min, pause_from_min, pause_to_min}]: minutes after 00:00 UTC of the evening day, beyond 1440 on the next one, so that a night of 25 hours is no riddle; null: not lit, or no pause';
create index box_timetable_due on box_timetable (company_id, next_try_at) where state <> 'verified';
select enable_tenant_rls('box_timetable');
grant select, insert, update, delete on box_timetable to meridiana_app;

-- A claim of a cabinet: the code that somebody typed, compared with the one that its controller shows.
create table box_claim (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  device_id   bigint not null,
  user_id     bigint not null,
  serial      text not null check (length(serial) between 1 and 60),
  reg_number  text not null check (length(reg_number) between 1 and 60),
  code        text not null check (code ~ '^[0-9]{4,10}$'),
  profile     jsonb not null check (jsonb_typeof(profile) = 'object'),
  state       text not null default 'waiting' check (state in ('waiting', 'matched', 'wrong', 'silent')),
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  box_id      bigint,
  primary key (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column box_claim.box_id is 'the box that came of it';
create index box_claim_device on box_claim (company_id, device_id, created_at);
create index box_claim_box on box_claim (company_id, box_id);
create index box_claim_waiting on box_claim (company_id, id) where state = 'waiting';
select enable_tenant_rls('box_claim');
grant select, insert, update, delete on box_claim to meridiana_app;

-- What a kWh costs at a supply point, from a day on. Without one there are no euros.
create table pod_price (
  company_id int not null references company (id_client),
  pod        text not null check (length(pod) between 1 and 20),
  from_day   date not null,
  eur_kwh    double precision not null check (eur_kwh between 0 and 10),
  primary key (company_id, pod, from_day)
);
select enable_tenant_rls('pod_price');
grant select, insert, update, delete on pod_price to meridiana_app;

-- What a citizen reported of a light point, and what became of it.
create table light_report (
  company_id int not null references company (id_client),
  id         bigint not null default next_id(),
  light_id   bigint not null,
  text       text not null check (length(text) between 1 and 1000),
  reporter   text not null default '' check (length(reporter) <= 160),
  state      text not null default 'open' check (state in ('open', 'repaired', 'dismissed')),
  created_by bigint,
  created_at timestamptz not null default now(),
  ended_at   timestamptz,
  version    int not null default 1,
  primary key (company_id, id),
  constraint light_report_ended check ((state = 'open') = (ended_at is null)),
  foreign key (company_id, light_id) references light_point (company_id, id) on delete cascade
);
create index light_report_light on light_report (company_id, light_id, id);
create index light_report_open on light_report (company_id, id) where state = 'open';
select enable_tenant_rls('light_report');
grant select, insert, update, delete on light_report to meridiana_app;

-- When a second person's word is needed: off by default.
create table lighting_caution (
  company_id  int not null references company (id_client),
  many_boxes  int check (many_boxes between 2 and 100000),
  dark_at_night boolean not null default false,
  version     int not null default 1,
  primary key (company_id)
);
comment on column lighting_caution.many_boxes is 'from so many boxes at once on; null: never';
select enable_tenant_rls('lighting_caution');
grant select, insert, update on lighting_caution to meridiana_app;

-- What is wrong with a cabinet, a line or a lamp: open, with its evidence, until it has been gone for a while.
create table lighting_alarm (
  company_id   int not null references company (id_client),
  id           bigint not null default next_id(),
  box_id       bigint not null,
  line         int check (line between 1 and 6),
  kind         text not null check (length(kind) between 1 and 40),
  type         text not null check (type in ('E', 'W')),
  params       jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  date         timestamptz not null,
  opened_at    timestamptz,
  recovering_since timestamptz,
  end_date     timestamptz,
  count        int not null default 1 check (count > 0),
  snooze_date  timestamptz,
  snooze_message text not null default '' check (length(snooze_message) <= 500),
  primary key (company_id, id),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column lighting_alarm.params is 'the figures that it was judged by when it began';
comment on column lighting_alarm.opened_at is 'when it had lasted for its delay; null: not yet, and nobody is shown it';
comment on column lighting_alarm.snooze_date is 'muted until then';
create unique index lighting_alarm_standing on lighting_alarm (company_id, box_id, kind, coalesce(line, 0)) where end_date is null;
create index lighting_alarm_box on lighting_alarm (company_id, box_id, date desc, id desc);
create index lighting_alarm_open on lighting_alarm (company_id, date desc, id desc) where end_date is null and opened_at is not null;
select enable_tenant_rls('lighting_alarm');
grant select, insert, update, delete on lighting_alarm to meridiana_app;

-- What a cabinet used, hour by hour: its power, integrated between two readings that are near enough.
create table box_hour (
  company_id int not null references company (id_client),
  box_id     bigint not null,
  hour       timestamptz not null,
  kwh        double precision not null check (kwh >= 0),
  known_s    double precision not null check (known_s between 0 and 3600.001),
  primary key (company_id, box_id, hour),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on column box_hour.known_s is 'of how many seconds of the hour the power is known';
select enable_tenant_rls('box_hour');
grant select, insert, update, delete on box_hour to meridiana_app;
