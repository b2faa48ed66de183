-- What people leave beside a record of any table: comments, files, and who looks after it. `kind` and `record_id` name the record
-- as its area declares it; plant_id is that of the record, null where it belongs to none. Written by a member of the company, or
-- by an outside party who is known by a name alone.
create table record_comment (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  kind        text not null check (length(kind) between 1 and 60),
  record_id   bigint not null,
  plant_id    bigint,
  author_id   bigint references user_account (id),
  author_party text check (length(author_party) between 1 and 120),
  body        text not null check (length(body) <= 4000),
  client_key  uuid,
  version     int not null default 1,
  created_at  timestamptz not null default now(),
  edited_at   timestamptz,
  removed_at  timestamptz,
  primary key (company_id, id),
  constraint record_comment_once unique (company_id, client_key),
  constraint record_comment_author check (num_nonnulls(author_id, author_party) = 1),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column record_comment.client_key is 'chosen by whoever sends it: sent again it is stored once';
comment on column record_comment.removed_at is 'since when its text is blank';
create index record_comment_of on record_comment (company_id, kind, record_id, id);
create index record_comment_plant on record_comment (company_id, plant_id);
create index on record_comment (author_id);

create table record_attachment (
  company_id  int not null references company (id_client),
  id          bigint not null default next_id(),
  kind        text not null check (length(kind) between 1 and 60),
  record_id   bigint not null,
  plant_id    bigint,
  author_id   bigint references user_account (id),
  author_party text check (length(author_party) between 1 and 120),
  file_name   text not null check (length(file_name) between 1 and 200),
  size_bytes  bigint not null check (size_bytes > 0),
  media_type  text check (length(media_type) <= 120),
  sha256      text check (length(sha256) = 64),
  client_key  uuid,
  created_at  timestamptz not null default now(),
  received_at timestamptz,
  primary key (company_id, id),
  constraint record_attachment_once unique (company_id, client_key),
  constraint record_attachment_author check (num_nonnulls(author_id, author_party) = 1),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on column record_attachment.size_bytes is 'as it was announced; the file is taken when just as much has come';
comment on column record_attachment.received_at is 'when all of it had come; null: it is on its way, or was broken off';
create index record_attachment_of on record_attachment (company_id, kind, record_id, id);
create index record_attachment_plant on record_attachment (company_id, plant_id);
create index record_attachment_coming on record_attachment (company_id, created_at) where received_at is null;
create index on record_attachment (author_id);

create table record_attachment_part (
  company_id  int not null,
  attachment_id bigint not null,
  number      int not null check (number >= 0),
  bytes       bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (company_id, attachment_id, number),
  foreign key (company_id, attachment_id) references record_attachment (company_id, id) on delete cascade
);
-- Photos and documents are compressed already.
alter table record_attachment_part alter column bytes set storage external;

create table record_assignment (
  company_id  int not null references company (id_client),
  kind        text not null check (length(kind) between 1 and 60),
  record_id   bigint not null,
  plant_id    bigint,
  user_id     bigint references user_account (id),
  party       text check (length(party) between 1 and 120),
  assigned_by bigint references user_account (id),
  assigned_at timestamptz not null,
  version     int not null default 1,
  primary key (company_id, kind, record_id),
  constraint record_assignment_whose check (num_nonnulls(user_id, party) <= 1),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table record_assignment is 'who looks after a record; neither a person nor a party: nobody does any more';
create index record_assignment_plant on record_assignment (company_id, plant_id);
create index on record_assignment (user_id);
create index on record_assignment (assigned_by);

select enable_tenant_rls(tab::regclass)
  from unnest(array['record_comment', 'record_attachment', 'record_attachment_part', 'record_assignment']) tab;
select enable_plant_rls(tab::regclass, 'plant_id is null or plant_id in scope')
  from unnest(array['record_comment', 'record_attachment', 'record_assignment']) tab;

create function is_attachment_in_scope(attachment bigint) returns boolean language plpgsql stable parallel safe
set search_path = pg_catalog as $$
begin
  return exists (select from public.record_attachment a where a.id = attachment
    and a.company_id = nullif(current_setting('app.company_id', true), '')::int);
end $$;
revoke execute on function is_attachment_in_scope(bigint) from public;
grant execute on function is_attachment_in_scope(bigint) to meridiana_app;
select enable_plant_rls('record_attachment_part', 'public.is_attachment_in_scope(attachment_id)');
grant select, insert, update, delete on record_comment, record_attachment, record_assignment to meridiana_app;
grant select, insert, delete on record_attachment_part to meridiana_app;
