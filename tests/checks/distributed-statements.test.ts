import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type DistributedFacts,
  distributedFaults,
  findDistributedFaults,
  readDistributedFacts,
} from '../../scripts/distributed-statements.ts';
import { statementsOf } from '../../scripts/row-types.ts';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

describe('statements on a database of several machines', () => {
  let database: TestDatabase;
  let facts: DistributedFacts;
  before(async () => {
    database = await createTestDatabase();
    facts = await withClient(database.superuser, readDistributedFacts);
  });
  after(() => database.drop());

  // What asks all companies stands in functions, each listed in tests/contract/tenancy-lists.ts.
  it('name their company by a parameter and hold nothing that is refused there', () => {
    const statements = statementsOf(fileURLToPath(new URL('../..', import.meta.url)));
    assert.ok(statements.length > 400, `only ${statements.length} statements`);
    assert.ok(facts.tenant.size > 50, `only ${facts.tenant.size} tables`);
    assert.deepEqual(findDistributedFaults(statements, facts), []);
  });

  const PLANTED: [statement: string, answer: RegExp][] = [
    ['select name from plant where id = $1', /names plant and no company/],
    [
      'select (select max(v.id) from variable v where v.company_id = d.company_id) from device d where d.company_id = $1',
      /ties a sub-select/,
    ],
    [
      'insert into tag (company_id, name) values ($1, $2) on conflict (company_id, name) do update set version = 1 where now() > $3',
      /now\(\) in on conflict/,
    ],
    [
      "delete from obs_last where company_id = $1 returning date_part('epoch', ts)",
      /date_part\(\) in returning/,
    ],
    [
      'update plant set created_at = case when name = $2 then created_at else now() end where company_id = $1',
      /now\(\) in case or coalesce/,
    ],
    [
      "update plant set created_at = created_at - interval '1 day' where company_id = $1",
      /shifts a column by an interval/,
    ],
    [
      'update port_lease p set expires_at = to_timestamp(x.at_ms / 1000) + make_interval(secs => x.s) from unnest($2) x (at_ms, s) where p.company_id = $1',
      /shifts an instant by an interval/,
    ],
    ['update plant set name = $2 where company_id = $1 and created_at::date > $3', /by the session's clock/],
    [
      "update plant set name = case name when 'a' then $2 else name end where company_id = $1",
      /write case when/,
    ],
    [
      'delete from received_payment where company_id = $1 returning left(month::text, 7) as month',
      /month::text out in returning/,
    ],
    [
      'insert into tag (company_id, name) select $1, n from unnest($2::text[]) n on conflict (company_id, name) do update set version = 1 where $3',
      /parameter in on conflict/,
    ],
    [
      'select p.name from tag t join identity.user_account p on true where t.company_id = $1',
      /reads user_account beside tag/,
    ],
    ['delete from shared.list_view where company_id = $1', /name public\.list_view/],
    [
      'insert into device_log (company_id, device_id) select $1, d.id from plants.device d where d.company_id = $1 returning id',
      /numbers new rows/,
    ],
    [
      'insert into device_log (company_id, device_id) select $1, unnest($2::bigint[])',
      /end it with returning/,
    ],
    [
      'insert into device_tag (company_id, device_id) select $1, unnest($2::bigint[])',
      /select from company, or end it/,
    ],
  ];
  for (const [statement, answer] of PLANTED)
    it(`are refused where one says: ${statement}`, () => {
      assert.match(distributedFaults(statement, facts).join('\n'), answer);
    });

  it('are accepted where rows come from parameters and from the company itself', () => {
    const fine = [
      'select name from plant where company_id = $1 and id = $2',
      'insert into device_tag (company_id, device_id) select c.id_client, d from companies.company c, unnest($2::bigint[]) d where c.id_client = $1',
      'insert into tag (company_id, name) values ($1, $2) on conflict (company_id, name) do update set version = excluded.version returning id',
      "update plant set created_at = now() - interval '1 day', name = coalesce($2, name) where company_id = $1",
      'select count(*) from user_account',
    ];
    assert.deepEqual(
      fine.flatMap((statement) => distributedFaults(statement, facts)),
      [],
    );
  });
});
