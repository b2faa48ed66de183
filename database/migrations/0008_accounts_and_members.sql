-- Accounts in full: second factor, mailed links, avatars; companies that demand and that end; invitations; uploads;
-- the mail that waits; where an audited deed came from.

-- A slug says nothing about another company: taken elsewhere, it is free here.
alter table company drop constraint company_company_slug_key;
alter table company
  add column second_factor_required boolean not null default false,
  add column disabled_at timestamptz;

alter table user_account
  add column color_scheme text not null default 'auto' check (color_scheme in ('auto', 'light', 'dark')),
  -- A removed account keeps its number, so that what it did still has an author; name, address and secrets are gone.
  add column deleted_at timestamptz;

-- A removed account has no name.
alter table user_account drop constraint user_account_name_check;
alter table user_account add constraint user_account_name_check
  check (length(name) between 1 and 120 or deleted_at is not null and name = '');

-- What was tried at an account within the last quarter of an hour. Whose tries count together is a digest: an address
-- that somebody types is not kept.
drop table sign_in_failure;
create table sign_in_attempt (
  subject       text primary key,
  tried_at      timestamptz[] not null,
  -- Who took the last try: among several at once each learns whether it was theirs.
  taken_by      bigint not null,
  -- When it was last said that no try is left.
  told_at       timestamptz
);
grant select, insert, update, delete on sign_in_attempt to meridiana_app;

-- The secret rests sealed with a key of the installation; a time step is used once.
create table second_factor (
  user_id       bigint primary key references user_account (id),
  sealed_secret bytea not null,
  enabled_at    timestamptz,
  last_step     bigint not null default 0,
  created_at    timestamptz not null default now()
);
grant select, insert, update, delete on second_factor to meridiana_app;

create table recovery_code (
  user_id       bigint not null references user_account (id),
  digest        bytea not null,
  used_at       timestamptz,
  primary key (user_id, digest)
);
grant select, insert, update, delete on recovery_code to meridiana_app;

-- Links that were mailed: each is good once, for one purpose, for the address it was sent to.
create table mailed_link (
  digest        bytea primary key,
  user_id       bigint not null references user_account (id),
  purpose       text not null check (purpose in ('recover', 'confirm_email', 'change_email')),
  email         text not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  created_at    timestamptz not null default now()
);
create index on mailed_link (user_id, purpose, created_at);
grant select, insert, update, delete on mailed_link to meridiana_app;

-- Addresses that were an account's before: what was sent there goes with the account. Kept as long as it may lie about.
create table former_address (
  user_id       bigint not null references user_account (id),
  email         text not null,
  -- Whether it was theirs for certain, because a link that was mailed there came back.
  proved        boolean not null,
  left_at       timestamptz not null default now(),
  primary key (user_id, email)
);
grant select, insert, update, delete on former_address to meridiana_app;

create table avatar (
  user_id       bigint primary key references user_account (id),
  digest        text not null check (digest ~ '^[0-9a-f]{64}$'),
  media_type    text not null check (media_type in ('image/webp')),
  bytes         bytea not null check (length(bytes) <= 262144),
  created_at    timestamptz not null default now()
);
create index on avatar (digest);
grant select, insert, update, delete on avatar to meridiana_app;

-- Mail on its way, or kept where no mail server is set.
create table mail_outbox (
  id            bigint generated always as identity primary key,
  to_address    text not null,
  language      text not null check (language in ('it', 'en')),
  subject       text not null,
  body_text     text not null,
  body_html     text not null,
  state         text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts      int not null default 0,
  fault         text not null default '',
  sent_at       timestamptz,
  created_at    timestamptz not null default now()
);
create index on mail_outbox (created_at);
grant select, insert, update, delete on mail_outbox to meridiana_app;

create table invitation (
  company_id    int not null references company (id_client),
  id            bigint generated always as identity,
  email         text not null check (email = lower(email) and length(email) between 3 and 254),
  first_name    text not null default '' check (length(first_name) <= 80),
  last_name     text not null default '' check (length(last_name) <= 80),
  roles         text[] not null check (roles <@ array['COMPANY_OWNER','MANAGEMENT_0','SUPER_ENGINEER_0','ENGINEER_0',
                                                      'SUPER_WORKER','WORKER','VIEWER','APP_0']),
  language      text not null default 'it' check (language in ('it', 'en')),
  digest        bytea not null,
  invited_by    bigint references user_account (id),
  sent_at       timestamptz not null default now(),
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  accepted_by   bigint references user_account (id),
  withdrawn_at  timestamptz,
  version       int not null default 1,
  created_at    timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index invitation_pending on invitation (company_id, email) where accepted_at is null and withdrawn_at is null;
create index on invitation (digest);
select app_wall('invitation');
grant select, insert, update, delete on invitation to meridiana_app;

create table invitation_plant (
  company_id    int not null,
  invitation_id bigint not null,
  plant_id      bigint not null,
  primary key (company_id, invitation_id, plant_id),
  foreign key (company_id, invitation_id) references invitation (company_id, id) on delete cascade,
  foreign key (company_id, plant_id) references plant (company_id, id)
);
select app_wall('invitation_plant');
grant select, insert, delete on invitation_plant to meridiana_app;

-- One file for one signed address; kept until a later step takes it, or until it has lain unused too long.
create table upload (
  company_id    int not null references company (id_client),
  id            bigint generated always as identity,
  created_by    bigint references user_account (id),
  content_type  text not null check (content_type in ('text/csv')),
  file_name     text not null default '' check (length(file_name) <= 200),
  expires_at    timestamptz not null,
  received_at   timestamptz,
  digest        text check (digest ~ '^[0-9a-f]{64}$'),
  size_bytes    int,
  bytes         bytea,
  created_at    timestamptz not null default now(),
  primary key (company_id, id)
);
select app_wall('upload');
grant select, insert, update, delete on upload to meridiana_app;

alter table audit add column address inet;
create index on audit (company_id, at desc, id desc);
create index on audit (company_id, actor_id, at desc);
create index on audit (company_id, action text_pattern_ops, at desc);

-- What a user belongs to now also says what each company demands of those who administer or switch.
drop function hatch_memberships(bigint);
create function hatch_memberships(of_user bigint)
returns table (id_client int, name text, description text, telephone text, tag_key text, company_slug text,
               enabled boolean, second_factor_required boolean, version int, roles text[], plants bigint[])
language sql stable security definer set search_path = pg_catalog as $$
  select c.id_client, c.name, c.description, c.telephone, c.tag_key, c.company_slug, c.enabled, c.second_factor_required,
         c.version, u.roles,
         array(select p.plant_id from public.company_user_plant p where p.company_id = u.company_id and p.user_id = u.user_id)
  from public.company_user u join public.company c on c.id_client = u.company_id
  where u.user_id = of_user and c.enabled
  order by c.name, c.id_client
$$;

-- Hatch: the invitation that a mailed link stands for, while it may still be accepted.
create function hatch_invitation(of_digest bytea) returns table (company_id int, id bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select i.company_id, i.id from public.invitation i join public.company c on c.id_client = i.company_id
  where i.digest = of_digest and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() and c.enabled
$$;

-- Hatch: whether two people meet in some enabled company, so that one may see the other's picture.
create function hatch_are_colleagues(one bigint, other bigint) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.company_user a join public.company_user b on b.company_id = a.company_id
                 join public.company c on c.id_client = a.company_id
                 where a.user_id = one and b.user_id = other and c.enabled)
$$;

-- Hatch: wherever a user belongs, disabled companies too, so that a removed account leaves its name nowhere.
create function hatch_companies_of(of_user bigint) returns table (company_id int)
language sql stable security definer set search_path = pg_catalog as $$
  select u.company_id from public.company_user u where u.user_id = of_user order by u.company_id
$$;

-- Hatch: wherever a person is known who removes their account: as a member, or by an invitation that they accepted or
-- that names an address of theirs. Disabled companies too.
create function hatch_companies_that_know(of_user bigint, of_emails text[]) returns table (company_id int)
language sql stable security definer set search_path = pg_catalog as $$
  select u.company_id from public.company_user u where u.user_id = of_user
  union select i.company_id from public.invitation i where i.accepted_by = of_user or i.email = any(of_emails)
  order by 1
$$;
create index on invitation (accepted_by) where accepted_by is not null;
create index on invitation (email);

-- Hatch: wherever somebody has done something, so that they are told of it also where they belong no more.
create function hatch_companies_with_deeds_of(of_user bigint) returns table (company_id int)
language sql stable security definer set search_path = pg_catalog as $$
  select c.id_client from public.company c
  where exists (select from public.audit a where a.company_id = c.id_client and a.actor_id = of_user) order by 1
$$;

-- Hatch: what is over is removed from disabled companies too.
create function hatch_all_companies() returns table (company_id int)
language sql stable security definer set search_path = pg_catalog as $$
  select id_client from public.company order by id_client
$$;

-- Hatch: how many companies a person founded and how many invitations they sent within a day, wherever: who may found
-- companies could else send mail without end. Counted by the audit, which nobody can change.
create function hatch_deeds_of_a_day(of_user bigint) returns table (founded int, invited int)
language sql stable security definer set search_path = pg_catalog as $$
  select count(*) filter (where a.action = 'company.created')::int,
         count(*) filter (where a.action <> 'company.created')::int
  from public.audit a
  where a.actor_id = of_user and a.at > now() - interval '1 day'
    and a.action in ('company.created', 'invitation.created', 'invitation.renewed')
$$;
create index on audit (actor_id, at) where action in ('company.created', 'invitation.created', 'invitation.renewed');

revoke execute on function hatch_memberships(bigint), hatch_invitation(bytea), hatch_are_colleagues(bigint, bigint),
  hatch_companies_of(bigint), hatch_companies_that_know(bigint, text[]), hatch_companies_with_deeds_of(bigint), hatch_all_companies(),
  hatch_deeds_of_a_day(bigint) from public;
grant execute on function hatch_memberships(bigint), hatch_invitation(bytea), hatch_are_colleagues(bigint, bigint),
  hatch_companies_of(bigint), hatch_companies_that_know(bigint, text[]), hatch_companies_with_deeds_of(bigint), hatch_all_companies(),
  hatch_deeds_of_a_day(bigint) to meridiana_app;
