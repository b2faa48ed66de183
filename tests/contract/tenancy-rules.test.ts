import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { onOneMachine } from '../support/one-machine.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { findTenancyFaults } from './tenancy-rules.ts';

// `npm run admin -- distribute` compares the walls on workers with these.
describe('walls in the catalogue', onOneMachine('Citus adds a catalogue of its own'), () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('stand around every table, also around a partition made while the program runs', async () => {
    await withClient(database.database, (client) =>
      client.query(`select cross_tenant_ensure_partition('2026-03-15')`),
    );
    assert.deepEqual(await withClient(database.superuser, findTenancyFaults), []);
  });

  const PLANTED: [what: string, statements: string, answer: RegExp][] = [
    ['a table without a company', 'create table x (id int primary key)', /x has no company_id/],
    [
      'a table without a wall',
      'create table x (company_id int not null, primary key (company_id))',
      /x does not enable and force/,
    ],
    [
      'a wall that does not bind its owner',
      `create table x (company_id int not null primary key); select enable_tenant_rls('x'); alter table x no force row level security`,
      /x does not enable and force/,
    ],
    [
      'a column that its view does not show',
      'alter table plant add x int',
      /plants\.plant lacks the column x/,
    ],
    [
      'a second, wider policy',
      'create policy wide on plant to meridiana_app using (true)',
      /plant has other policies/,
    ],
    [
      'a policy that restricts, which lets in on a worker of Citus',
      'create policy narrow on plant as restrictive to meridiana_app using (id > 0)',
      /plant has other policies .* restrictive/,
    ],
    [
      'a wall with a way around it',
      `alter policy tenant on plant using (company_id = nullif(current_setting('app.company_id', true), '')::int or id = 7)`,
      /plant has other policies .* or another wall/,
    ],
    [
      'a table walled by plants that sees those of others',
      `select narrow_rls('webhook', 'id in (select id from public.plant)')`,
      /webhook has other policies .* or another wall/,
    ],
    [
      'a policy that reads but does not check',
      `drop policy tenant on plant; create policy tenant on plant to meridiana_app using (company_id = nullif(current_setting('app.company_id', true), '')::int) with check (true)`,
      /plant has other policies/,
    ],
    [
      'a key that crosses companies',
      'alter table plant add unique (proj_code)',
      /does not lead the key plant: UNIQUE \(proj_code\)/,
    ],
    [
      'a unique index that crosses companies',
      'create unique index tell on plant (name)',
      /unique index tell of plant/,
    ],
    [
      'a reference that crosses companies',
      'alter table device add unique (company_id, id, plant_id); create table x (company_id int not null primary key, u bigint references user_account (id))',
      /key x: FOREIGN KEY \(u\)/,
    ],
    [
      'a key that empties columns',
      'alter table plant_section add column of_device bigint; alter table plant_section add foreign key (company_id, of_device) references device on delete set null (of_device)',
      /plant_section: FOREIGN KEY .* SET NULL/,
    ],
    [
      'a trigger',
      `create trigger told after insert on plant for each row execute function suppress_redundant_updates_trigger()`,
      /plant has the trigger told/,
    ],
    [
      'a grant on a partition',
      `select cross_tenant_ensure_partition('2026-04-01'); grant select on obs_202604 to meridiana_app`,
      /obs_202604 carries a grant/,
    ],
    ['a grant to everybody', 'grant select on plant to public', /plant is granted SELECT to public/],
    ['a right to truncate', 'grant truncate on plant to meridiana_app', /plant is granted TRUNCATE/],
    [
      'default privileges',
      'alter default privileges in schema public grant select on tables to meridiana_app',
      /default privileges/,
    ],
    ['a view of the owner', 'create view v as select * from plant', /v is a view/],
    [
      'a materialised view',
      'create materialized view m as select 1 as one',
      /m is a view|m does not|m has no/,
    ],
    [
      'a function that nobody listed',
      'create function f() returns int language sql security definer as $$ select 1 $$',
      /f\(\) runs with its owner's rights/,
    ],
    [
      'a cross-tenant function that everybody may call',
      'grant execute on function cross_tenant_memberships(bigint, int[]) to public',
      /cross_tenant_memberships\(bigint,integer\[\]\) may be called by everybody/,
    ],
    [
      'a cross-tenant function with a loose search_path',
      'alter function cross_tenant_memberships(bigint, int[]) reset search_path',
      /cross_tenant_memberships\(bigint,integer\[\]\) has no fixed search_path/,
    ],
    [
      'a table that is numbered over the whole installation',
      `create table x (company_id int not null, id bigint generated always as identity, primary key (company_id, id)); select enable_tenant_rls('x')`,
      /x\.id is numbered over the whole installation/,
    ],
    [
      'a table whose numbers come from anywhere',
      `create table x (company_id int not null, id bigint not null, primary key (company_id, id)); select enable_tenant_rls('x')`,
      /x\.id is not numbered by its company/,
    ],
    [
      'numbers of a company that the program may draw by itself',
      'create sequence company_7_ids; grant usage on sequence company_7_ids to meridiana_app',
      /company_7_ids carries a grant/,
    ],
    [
      'a company without numbers of its own',
      `insert into company (id_client, name, company_slug) values (7, 'x', 'x')`,
      /company 7 has no numbers/,
    ],
    ['an audit that can be rewritten', 'grant update on audit to meridiana_app', /may update audit/],
    ['a program that may build', 'grant create on schema public to meridiana_app', /may create in schema/],
    ['a schema of its own', 'create schema aside', /there is a schema aside/],
    [
      'a rule that writes elsewhere',
      'create rule twice as on insert to progress do also select 1',
      /progress has the rule twice/,
    ],
  ];
  for (const [what, statements, answer] of PLANTED) {
    it(`fall to ${what}, and the check says so`, async () => {
      await withClient(database.superuser, async (client) => {
        await client.query(`begin; set local role meridiana_owner; ${statements}; reset role`);
        assert.match((await findTenancyFaults(client)).join('\n'), answer);
        await client.query('rollback');
      });
    });
  }

  it('fall to a company that is set beforehand, and the check says so', async () => {
    await withClient(database.superuser, async (client) => {
      const { rows } = await client.query<{ name: string }>('select current_database() as name');
      await client.query(`begin; alter database "${rows[0]?.name}" set app.company_id = '1'`);
      const answer = await findTenancyFaults(client);
      await client.query('rollback');
      assert.deepEqual(answer, ['a company is set for everybody: app.company_id=1']);
    });
  });
});
