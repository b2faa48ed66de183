-- Names and PODs of closed statements stand beside what is sealed: on request they become pseudonyms, and the seals hold.

create table community_statement_name (
  company_id   int not null references company (id_client),
  statement_id bigint not null,
  seal         text not null check (seal ~ '^~[0-9a-f]{32}$'),
  kind         text not null check (kind in ('member', 'pod', 'plant')),
  ref          text not null default '',
  text         text not null,
  salt         text,
  primary key (company_id, statement_id, seal),
  foreign key (company_id, statement_id) references community_statement (company_id, id)
);
comment on table community_statement_name is 'what stands behind the seals of names in closed statements';
comment on column community_statement_name.seal is 'as it stands in the statement: of SHA-256 of salt and text';
comment on column community_statement_name.ref is 'number of the member, or code of the plant; empty: not known';
comment on column community_statement_name.salt is 'null: the text is a pseudonym, and what was sealed is deleted';
create index community_statement_name_ref on community_statement_name (company_id, kind, ref);
create index community_statement_name_text on community_statement_name (company_id, text);
select enable_tenant_rls('community_statement_name');
grant select, insert, update on community_statement_name to meridiana_app;

create table community_statement_reseal (
  company_id   int not null references company (id_client),
  statement_id bigint not null,
  hash         text not null check (hash ~ '^[0-9a-f]{64}$'),
  resealed_at  timestamptz(3) not null,
  primary key (company_id, statement_id),
  foreign key (company_id, statement_id) references community_statement (company_id, id)
);
comment on table community_statement_reseal is 'append-only: statements that were hashed with names in them, of which one was deleted since';
comment on column community_statement_reseal.hash is 'SHA-256 of the row without names as canonical JSON, with its first hash';
select enable_tenant_rls('community_statement_reseal');
grant select, insert on community_statement_reseal to meridiana_app;

-- A mailing to somebody whose data are deleted goes with its link.
grant delete on community_mailing to meridiana_app;

alter table community_statement add column names_in_hash boolean not null default false;
comment on column community_statement.names_in_hash is 'closed when names were still hashed: its hash fits the content with the names in their places';

-- Statements that are closed already: their names go out of the content, and their hashes fit when they are put back.
do $$
declare
  company int;
  one record;
  named text := coalesce(current_setting('app.company_id', true), '');
begin
  for company in select id_client from company order by id_client loop
    execute format('set local app.company_id = %L', company);
    for one in select id, content from community_statement where company_id = company order by id loop
      insert into community_statement_name (company_id, statement_id, kind, ref, text, salt, seal)
      select company, one.id, n.kind, n.ref, n.text, n.salt, '~' || left(encode(sha256(convert_to(n.salt || n.text, 'UTF8')), 'hex'), 32)
      from (
        select d.kind, d.ref, d.text, replace(gen_random_uuid()::text, '-', '') as salt
        from (
          select distinct t.kind, t.text, case when t.kind = 'plant' and t.ref = '' then coalesce(
              (select l ->> 'proj_code' from jsonb_array_elements(one.content -> 'lines') l
               where l ->> 'name' = t.text and l ->> 'proj_code' is not null limit 1),
              (select p.proj_code from plant p where p.company_id = company and p.name = t.text order by p.id limit 1), '') else t.ref end as ref
          from (
            select 'member' as kind, m ->> 'id' as ref, m ->> 'name' as text from jsonb_array_elements(one.content -> 'members') m
            union select 'member', l ->> 'member_id', l ->> 'name' from jsonb_array_elements(one.content -> 'lines') l where l ->> 'member_id' is not null
            union select 'member', coalesce((select m ->> 'id' from jsonb_array_elements(one.content -> 'members') m
                    where m ->> 'name' = g ->> 'name' and m -> 'pods' ? (g ->> 'pod') limit 1), ''), g ->> 'name'
              from jsonb_array_elements(one.content -> 'missing') g where g ->> 'direction' = 'withdrawn'
            union select 'pod', '', d from jsonb_array_elements(one.content -> 'members') m, jsonb_array_elements_text(m -> 'pods') d
            union select 'pod', '', g ->> 'pod' from jsonb_array_elements(one.content -> 'missing') g
            union select 'plant', coalesce(l ->> 'proj_code', ''), l ->> 'name' from jsonb_array_elements(one.content -> 'lines') l
              where l ->> 'member_id' is null
            union select 'plant', '', g ->> 'name' from jsonb_array_elements(one.content -> 'missing') g where g ->> 'direction' = 'injected'
            union select 'plant', '', t ->> 'name' from jsonb_array_elements(one.content -> 'notes') t
          ) t where t.text <> ''
        ) d
      ) n;
      -- As each text stands in its place: the name of one who is called like another belongs to a member by its number.
      update community_statement s set names_in_hash = true, content = s.content || jsonb_build_object(
        'members', (select coalesce(jsonb_agg(m || jsonb_build_object('name', coalesce(
            (select n.seal from community_statement_name n where n.company_id = company and n.statement_id = one.id
               and n.kind = 'member' and n.ref = m ->> 'id' and n.text = m ->> 'name'), ''),
          'pods', (select coalesce(jsonb_agg((select n.seal from community_statement_name n where n.company_id = company and n.statement_id = one.id
               and n.kind = 'pod' and n.text = d) order by j), '[]') from jsonb_array_elements_text(m -> 'pods') with ordinality e (d, j)))
          order by i), '[]') from jsonb_array_elements(s.content -> 'members') with ordinality x (m, i)),
        'lines', (select coalesce(jsonb_agg(l || jsonb_build_object('name', coalesce(
            (select n.seal from community_statement_name n where n.company_id = company and n.statement_id = one.id and n.text = l ->> 'name'
               and (case when l ->> 'member_id' is null then n.kind = 'plant' else n.kind = 'member' and n.ref = l ->> 'member_id' end)
             order by n.seal limit 1), '')) order by i), '[]')
          from jsonb_array_elements(s.content -> 'lines') with ordinality x (l, i)),
        'missing', (select coalesce(jsonb_agg(g || jsonb_build_object('name', coalesce(
            (select n.seal from community_statement_name n where n.company_id = company and n.statement_id = one.id and n.text = g ->> 'name'
               and (case when g ->> 'direction' = 'injected' then n.kind = 'plant' else n.kind = 'member' and n.ref = coalesce(
                 (select m ->> 'id' from jsonb_array_elements(s.content -> 'members') m
                  where m ->> 'name' = g ->> 'name' and m -> 'pods' ? (g ->> 'pod') limit 1), '') end)
             order by n.seal limit 1), ''),
          'pod', coalesce((select n.seal from community_statement_name n where n.company_id = company and n.statement_id = one.id
               and n.kind = 'pod' and n.text = g ->> 'pod'), '')) order by i), '[]')
          from jsonb_array_elements(s.content -> 'missing') with ordinality x (g, i)),
        'notes', (select coalesce(jsonb_agg(t || jsonb_build_object('name', coalesce(
            (select n.seal from community_statement_name n where n.company_id = company and n.statement_id = one.id
               and n.kind = 'plant' and n.text = t ->> 'name' order by n.seal limit 1), '')) order by i), '[]')
          from jsonb_array_elements(s.content -> 'notes') with ordinality x (t, i)))
      where s.company_id = company and s.id = one.id;
    end loop;
  end loop;
  execute format('set local app.company_id = %L', named);
end $$;
