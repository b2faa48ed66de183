-- CSV files between their upload and their import. The bytes rest here, so that any instance can read them again with
-- another mapping; files older than a day go when the next one comes.

create table import_file (
  company_id  int not null references company (id_client),
  id          bigint generated always as identity,
  device_id   bigint not null,
  file_name   text not null default '' check (length(file_name) <= 200),
  content     bytea not null check (length(content) between 1 and 26214400),
  created_by  bigint,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
comment on column import_file.content is 'the file as it came, at most 25 MB';
select app_wall('import_file');
grant select, insert, delete on import_file to meridiana_app;
