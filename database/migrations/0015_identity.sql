-- Mail that waits keeps its links sealed: places stand in its texts, and what they stand for rests here.
alter table mail_outbox add column sealed_links bytea;
comment on column mail_outbox.sealed_links is 'the links of its texts, by the places that stand for them, sealed with a key of the installation';

-- Accounts that stay unconfirmed are warned twice, disabled and purged; counted from this upgrade at the earliest.
alter table user_account
  add column unconfirmed_since timestamptz not null default now(),
  add column confirm_warnings smallint not null default 0 check (confirm_warnings between 0 and 2),
  add column confirm_warned_at timestamptz,
  add column disabled_at timestamptz,
  add column purge_put_off_at timestamptz;
comment on column user_account.purge_put_off_at is 'when it was last not purged because companies would have no owner; such accounts wait behind all others';
comment on column user_account.disabled_at is 'since when it opens nothing, because its address was never confirmed; the first proof of the address ends it';
create index user_account_unconfirmed on user_account (unconfirmed_since) where confirmed_at is null and deleted_at is null;

alter table company
  add column owner_unconfirmed boolean not null default false,
  add column claim_due boolean not null default false;
comment on column company.owner_unconfirmed is 'disabled together with its only member, whose address was never confirmed';
comment on column company.claim_due is 'made before its owner''s address was proved, perhaps by somebody else: its owner says whether it stays';

-- What a person belongs to, as every request asks for it: which company, with which roles, and nothing else of it.
drop function hatch_memberships(bigint);
create function hatch_memberships(of_user bigint)
returns table (id_client int, second_factor_required boolean, roles text[], plants bigint[])
language sql stable security definer set search_path = pg_catalog as $$
  select c.id_client, c.second_factor_required, u.roles,
         array(select p.plant_id from public.company_user_plant p where p.company_id = u.company_id and p.user_id = u.user_id)
  from public.company_user u join public.company c on c.id_client = u.company_id
  where u.user_id = of_user and c.enabled
  order by c.id_client
$$;
revoke execute on function hatch_memberships(bigint) from public;
grant execute on function hatch_memberships(bigint) to meridiana_app;

-- Across companies: removes a company, the audit included, which the program itself may only append to. It checks itself
-- that nobody confirmed belongs to it and that it has been disabled for that reason for 30 days. Tables hang on one
-- another: round after round those go that nothing refers to any more.
create function cross_tenant_purge_company(of_company int) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant_table regclass;
  held int;
  held_before int := 2147483647;
begin
  perform from public.company c
  where c.id_client = of_company and not c.enabled and c.owner_unconfirmed and c.disabled_at < now() - interval '30 days'
    and not exists (select from public.company_user u join public.user_account a on a.id = u.user_id
                    where u.company_id = of_company and (a.disabled_at is null or a.confirmed_at is not null))
  for update;
  if not found then
    return false;
  end if;
  loop
    held := 0;
    for tenant_table in
      select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.oid desc
    loop
      begin
        execute format('delete from %s where company_id = $1', tenant_table) using of_company;
      exception when foreign_key_violation then
        held := held + 1;
      end;
    end loop;
    exit when held = 0;
    if held >= held_before then
      raise exception 'company % cannot be purged: % tables are still referred to', of_company, held;
    end if;
    held_before := held;
  end loop;
  delete from public.company where id_client = of_company;
  -- What its rows are numbered by since 0019; its number is never given again.
  execute format('drop sequence if exists public.company_%s_ids', of_company);
  return true;
end
$$;
revoke execute on function cross_tenant_purge_company(int) from public;
grant execute on function cross_tenant_purge_company(int) to meridiana_app;
