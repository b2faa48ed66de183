-- New rows are numbered per company, so that a number tells nobody how much others do. Each company has a sequence of its
-- own for all its tables: a sequence is not held to the end of a transaction, so writers of one company never wait for
-- each other because of it.

-- The number of a new row, by the company that the transaction names; the default of every tenant table's id.
create function next_id() returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
begin
  if company is null then
    raise exception 'a row is numbered for the company in scope, and none is named' using errcode = '42501';
  end if;
  return nextval(format('public.company_%s_ids', company)::regclass);
end $$;
comment on function next_id() is 'the next number of the company that app.company_id names';
revoke execute on function next_id() from public;
grant execute on function next_id() to meridiana_app;

-- A company's sequence is made when its own number is drawn, before anything of it is written.
create or replace function hatch_next_company_id() returns int
language plpgsql security definer set search_path = pg_catalog as $$
declare
  company int := nextval(pg_get_serial_sequence('public.company', 'id_client'));
begin
  execute format('create sequence public.company_%s_ids', company);
  return company;
end $$;

-- Every tenant table that was numbered over the whole installation. Its rows keep their numbers; the companies that are
-- there go on after the highest that was ever given, so that none is given twice, also where its row is gone.
do $$
declare
  numbered record;
  company int;
  last bigint;
  reached bigint := 0;
begin
  for numbered in
    select c.oid::regclass as tab, a.attname as col, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as numbers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id' and not k.attisdropped)
    order by c.relname
  loop
    execute format('select last_value from %s', numbered.numbers) into last;
    reached := greatest(reached, last);
    execute format('alter table %s alter column %I drop identity, alter column %I set default next_id()',
                   numbered.tab, numbered.col, numbered.col);
  end loop;
  for company in select id_client from company order by id_client loop
    execute format('create sequence company_%s_ids start with %s', company, reached + 1);
  end loop;
end $$;

-- A session belongs to no company, and its number is shown to its owner: it is random, 48 bits.
alter table user_session alter column id drop identity;
alter table user_session alter column id
  set default (('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint);
