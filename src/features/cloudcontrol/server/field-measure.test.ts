import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { join, makeCompany, signIn } from '../../../../tests/support/app.ts';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { MAX_ASKED } from '../field-tools.model.ts';

const READ = { kind: 'read', unit_id: 1, function_code: 3, address: 1, count: 2 } as const;

describe('how much people may ask of the field', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field.test.close());
  afterEach(() => field.test.arrange('delete from field_asked'));

  const post = (target: object, headers = field.headers) =>
    field.call('POST', '/cloudcontrol/v1/field-questions/', { ...READ, target }, headers);
  const host = (n: number) => ({ host: `10.1.0.${n}` });

  async function asked(subject: string, fields: { tasks?: number; gateways?: number; ago?: string }) {
    const { tasks = 0, gateways = 0, ago = '50 seconds' } = fields;
    await field.test.arrange(
      `insert into field_asked (subject, asked_at, tasks, gateways)
       values ($1, now() - $2::interval, $3, array(select generate_series(1, $4)))`,
      [subject, ago, tasks, gateways],
    );
  }
  const person = () => `person ${field.owner.id}`;

  /** The same person in another company of theirs. */
  async function elsewhere() {
    const company = await makeCompany(field.test.pool, 'Elsewhere');
    await join(field.test, company, field.owner.id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    return signIn(field.test, field.owner, company);
  }

  it('counts the tasks of a minute and says when again', async () => {
    await asked(person(), { tasks: MAX_ASKED.tasks_a_minute - 1 });
    assert.equal((await post(host(1))).statusCode, 201);
    const refused = await post(host(1));
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) <= 11);
    assert.match(refused.json().detail, /a minute/);
  });

  it('counts the different gateways of an hour, of the person and of the company; one that was asked may be asked again', async () => {
    for (const subject of [person(), `company ${field.company_id}`]) {
      await asked(subject, { gateways: MAX_ASKED.hosts_an_hour - 1, ago: '30 minutes' });
      assert.equal((await post(host(2))).statusCode, 201);
      assert.equal((await post(host(3))).statusCode, 429, subject);
      assert.equal((await post(host(2))).statusCode, 201);
      await field.test.arrange('delete from field_asked');
    }
    await asked(person(), { gateways: MAX_ASKED.hosts_an_hour, ago: '61 minutes' });
    assert.equal((await post(host(3))).statusCode, 201, 'after an hour it counts no more');
  });

  it('is one measure for a person in all their companies', async () => {
    await asked(person(), { gateways: MAX_ASKED.hosts_an_hour - 1 });
    assert.equal((await post(host(4))).statusCode, 201);
    const other = await elsewhere();
    assert.equal((await post(host(5), other)).statusCode, 429);
    await asked(person(), { tasks: MAX_ASKED.tasks_a_minute });
    assert.equal((await post(host(4), other)).statusCode, 429);
  });

  it('counts what goes through ports as well, and goes on counting it when the port is deleted', async () => {
    await asked(person(), { gateways: MAX_ASKED.hosts_an_hour - 1 });
    const { id: port_id } = await field.addPort({ host: '10.1.0.6' });
    assert.equal((await post({ port_id })).statusCode, 201);
    await field.must('DELETE', `/cloudcontrol/v1/ports/${port_id}/`);
    const next = await field.addPort({ host: '10.1.0.7' });
    assert.equal((await post({ port_id: next.id })).statusCode, 429);
    assert.equal((await post(host(6))).statusCode, 201, 'the same gateway without its port');
  });
});
