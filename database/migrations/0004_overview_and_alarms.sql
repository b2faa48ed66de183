-- What the dashboard reads (one row for each plant, kept by the writer's follower) and the alarms.

create table plant_live (
  company_id       int not null,
  plant_id         bigint not null,
  power_kw         double precision,
  power_partial    boolean not null default false,
  production       double precision,
  irradianza       double precision,
  last_reading_at  timestamptz,
  error            boolean not null default false,
  warning          boolean not null default false,
  string_w         boolean not null default false,
  spark_day        date,
  spark_kw         float8[] not null default '{}',
  updated_at       timestamptz not null default now(),
  primary key (company_id, plant_id),
  foreign key (company_id, plant_id) references plant (company_id, id)
) with (fillfactor = 50);
comment on column plant_live.production is 'energy since local midnight, kWh';
comment on column plant_live.irradianza is 'mean of the fresh plane-of-array sensors, W/m²';
comment on column plant_live.spark_kw is 'mean power of each quarter of an hour of spark_day (96, or 92 and 100 on the days the clock changes)';
select app_wall('plant_live');
grant select, insert, update on plant_live to meridiana_app;

create table alarm (
  company_id   int not null,
  id           bigint generated always as identity,
  plant_id     bigint not null,
  device_id    bigint,
  type         text not null check (type in ('E','W')),
  code         text not null,
  params       jsonb not null default '{}',
  date         timestamptz not null,
  end_date     timestamptz,
  count        int not null default 1,
  version      int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
create unique index alarm_open on alarm (company_id, plant_id, coalesce(device_id, 0), code) where end_date is null;
create index alarm_by_date on alarm (company_id, date desc, id desc);
select app_wall('alarm');
grant select, insert, update on alarm to meridiana_app;

-- Long work that a person can watch: imports, the demonstration's history.
create table progress (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  plant_id    bigint,
  kind        text not null,
  state       text not null default 'running' check (state in ('running','done','failed')),
  done        bigint not null default 0,
  total       bigint not null default 0,
  message     text not null default '',
  detail      jsonb not null default '{}',
  created_by  bigint,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id)
);
select app_wall('progress');
grant select, insert, update on progress to meridiana_app;

-- Settings of the installation itself (the demonstration's start, schema facts); no company's data.
create table installation (
  key   text primary key,
  value jsonb not null
);
grant select, insert, update on installation to meridiana_app;

-- Ports are shared out among acquisition instances by leases.
create table port_lease (
  company_id  int not null,
  port_id     bigint not null,
  holder      text not null,
  expires_at  timestamptz not null,
  primary key (company_id, port_id),
  foreign key (company_id, port_id) references port (company_id, id)
);
select app_wall('port_lease');
grant select, insert, update, delete on port_lease to meridiana_app;

-- Takes free or expired leases and extends one's own; answers the ports now held. A dead holder's ports are free after their lease.
create function hatch_lease_ports(of_holder text, for_seconds int, at_most int)
returns table (company_id int, port_id bigint)
language plpgsql security definer set search_path = pg_catalog as $$
begin
  return query
  with wanted as (
    select p.company_id, p.id
    from public.port p join public.company c on c.id_client = p.company_id
    left join public.port_lease l on l.company_id = p.company_id and l.port_id = p.id
    where p.enabled and c.enabled and (l.holder is null or l.holder = of_holder or l.expires_at < now())
    order by (l.holder is not distinct from of_holder) desc, p.company_id, p.id
    limit at_most
  )
  insert into public.port_lease as held (company_id, port_id, holder, expires_at)
  select w.company_id, w.id, of_holder, now() + make_interval(secs => for_seconds) from wanted w
  on conflict on constraint port_lease_pkey do update
    set holder = excluded.holder, expires_at = excluded.expires_at
    where held.holder = of_holder or held.expires_at < now()
  returning held.company_id, held.port_id;
end $$;
revoke execute on function hatch_lease_ports(text, int, int) from public;
grant execute on function hatch_lease_ports(text, int, int) to meridiana_app;
