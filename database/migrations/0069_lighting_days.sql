-- What cabinets used and for how long their lines were lit, day by day, and what home shows of each municipality.

create table box_day (
  company_id int not null references company (id_client),
  box_id     bigint not null,
  day        date not null,
  kwh        double precision not null check (kwh >= 0),
  known_s    double precision not null check (known_s >= 0),
  primary key (company_id, box_id, day),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on table box_day is 'the hours of box_hour by days of Europe/Rome, kept with them';
create index box_day_day on box_day (company_id, day, box_id);
select enable_tenant_rls('box_day');
grant select, insert, update, delete on box_day to meridiana_app;

create table line_day (
  company_id int not null references company (id_client),
  box_id     bigint not null,
  line       int not null check (line between 1 and 6),
  day        date not null,
  lit_s      double precision not null check (lit_s >= 0),
  primary key (company_id, box_id, line, day),
  foreign key (company_id, box_id) references lighting_box (company_id, id) on delete cascade
);
comment on table line_day is 'for how long a line was lit on a day of Europe/Rome; a stretch is counted once it has ended';
create index line_day_day on line_day (company_id, day, box_id);
select enable_tenant_rls('line_day');
grant select, insert, update, delete on line_day to meridiana_app;

create table lighting_sums (
  company_id      int not null references company (id_client),
  municipality_id bigint not null,
  lights          int not null,
  month_kwh       double precision,
  month_eur       double precision,
  last_year_kwh   double precision,
  last_year_eur   double precision,
  made_at         timestamptz not null,
  primary key (company_id, municipality_id),
  foreign key (company_id, municipality_id) references municipality (company_id, id) on delete cascade
);
comment on table lighting_sums is 'made anew each minute; what changes prices, boxes or light points deletes it, and then it is added up for whoever asks';
select enable_tenant_rls('lighting_sums');
grant select, insert, update, delete on lighting_sums to meridiana_app;

create index light_point_place on light_point (company_id, latitude, longitude) where latitude is not null;

-- Rows are numbered for the company that the transaction names, so each is named in turn.
do $$
declare
  company int;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    insert into box_day (company_id, box_id, day, kwh, known_s)
    select company_id, box_id, (hour at time zone 'Europe/Rome')::date, sum(kwh), sum(known_s)
    from box_hour where company_id = company group by 1, 2, 3;
    insert into line_day (company_id, box_id, line, day, lit_s)
    select company, s.box_id, s.line, d.day::date,
      sum(extract(epoch from least(s.till, (d.day + interval '1 day') at time zone 'Europe/Rome')
        - greatest(s.since, d.day at time zone 'Europe/Rome')))
    from (
      select c.box_id, c.line, c.at as since, c.is_on,
        lead(c.at) over (partition by c.box_id, c.line order by c.at) as till
      from power_line_change c where c.company_id = company) s,
      generate_series(date_trunc('day', s.since at time zone 'Europe/Rome'), s.till at time zone 'Europe/Rome',
        interval '1 day') as d (day)
    where s.is_on and s.till > s.since group by 2, 3, 4;
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
