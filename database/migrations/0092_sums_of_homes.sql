-- What homes of a project came to together on a day is kept as their days are made: a fleet of thousands reads a row for each day and project.

create table home_group_day (
  company_id     int not null references company (id_client),
  id             bigint not null default next_id(),
  project_id     bigint,
  day            date not null,
  members        bigint not null,
  homes          int not null,
  produced_kwh   double precision not null,
  imported_kwh   double precision not null,
  exported_kwh   double precision not null,
  charged_kwh    double precision not null,
  discharged_kwh double precision not null,
  used_kwh       double precision not null,
  self_used_kwh  double precision not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, project_id, day),
  foreign key (company_id, project_id) references residential_project (company_id, id) on delete cascade
);
comment on table home_group_day is 'sums of the homes of a project on a day, of those whose balance is known; a row goes when a home''s day is made anew, and is made again soon';
comment on column home_group_day.project_id is 'null: homes of no project';
comment on column home_group_day.members is 'which homes they are: a row whose homes are no longer those of the project is not read';
comment on column home_group_day.homes is 'of how many the balance of the day is known; 0: of none, and the sums say nothing';

select enable_tenant_rls('home_group_day');
grant select, insert, update, delete on home_group_day to meridiana_app;

-- How often thousands of devices send: few of them have a variable that is not read each time.
create index variable_seldom on variable (company_id, device_id) where poll <> 'fast';
