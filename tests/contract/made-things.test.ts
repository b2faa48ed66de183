import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { kindsOfMade } from '../../src/apps/server/made-things.ts';
import type { Role } from '../../src/shared/contract/capabilities.ts';
import { MADE_KINDS, type MadeKind, type MadeThing, tokenOf } from '../../src/shared/contract/made-things.ts';
import { createTestApp, type Headers, makeUser, signIn, type TestApp } from '../support/app.ts';
import { type Answer, ask, type Given, jsonOf } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { makeWorld, OWNER_ROLES, type World } from './support/world.ts';

/** Columns that say who did something. */
const SAYS_WHO = /(_by|^author_id|^owner_id|^user_id|^actor_id|^assigned_to)$/;
/** Tables with such a column whose rows do nothing by themselves once that person is gone, each with why. */
const ACT_NOT: Readonly<Record<string, string>> = {
  allowed_endpoint: 'given by whoever runs the installation',
  alarm: 'says who has seen to it',
  alarm_notification_preference: 'goes with the membership, and mail is sent to members only',
  alarm_event: 'tells what was done',
  alarm_rule: 'a threshold of the company: it says who changed it last',
  alarm_snooze: 'ends by itself, is shown at its plant, and tells nobody anything',
  alarm_notification: 'records what was sent to whom; nothing is sent to who is no member',
  audit: 'tells what was done',
  availability_guarantee: 'says which availability was promised',
  box_claim: 'asks once for the code of a box, within seconds',
  camera_order: 'how a wall looks to oneself; goes with the membership',
  community: 'says who shares energy and by which rules',
  community_statement: 'a closed month: it tells what was due',
  company_user: 'the membership itself',
  company_user_plant: 'goes with the membership',
  configuration_version: 'tells what was done',
  device_template: 'what devices are like: it is brought to devices by people only',
  downtime: 'says what stood still',
  energy_meter: 'says what stands where',
  energy_meter_reading: 'tells what was read',
  energy_meter_statement: 'tells what was stated',
  field_task: 'asked for minutes, and answered to its asker only while they are a member',
  import_file: 'a file on its way, run by people',
  light_report: 'tells what a citizen reported',
  lighting_command: 'is sent within minutes or never, and tells what was asked',
  list_layout: 'how a list looks to oneself; goes with the membership',
  list_view: 'a way to look at a list, in which each sees what they may see',
  maintenance_plan: 'a rule of the company, which makes requests for whoever does such work',
  maintenance_report: 'tells what was done',
  maintenance_report_proposal: 'waits until somebody who may change the downtime decides on it',
  maintenance_request:
    'what is to be done; it goes to whoever it is assigned to by then, and its links can be withdrawn',
  maintenance_request_change: 'tells what was done',
  notification: 'says what happened; it goes only to who may know of it by then',
  notification_preference: 'how something comes to its person, a member',
  notification_recipient: 'records what was sent to whom; nothing is sent to who is no member',
  progress: 'how far a piece of work is',
  reading_mark: 'says that readings are bad, until somebody undoes it',
  record_assignment: 'says who looks after a record; told only to who may see it',
  record_attachment: 'a file beside a record, until somebody deletes it',
  plant_budget: 'says what is planned',
  received_payment: 'tells what was paid',
  record_comment: 'tells what somebody noted',
  report_issue: 'a frozen report: it tells what was issued',
  rgi: 'says when a plant is to work',
  tariff: 'says how energy is paid',
  simulation: 'what somebody reckoned with',
  simulation_run: 'calculates once what it was asked, from what its person saw when they asked',
  upload: 'its address is judged by what its person may now',
};

/** The call by which one of each kind is made, and what its example does not say. */
const MADE_BY: Readonly<Record<MadeKind, { key: string; body?: object }>> = {
  api_key: { key: 'companies.createKey', body: { scopes: ['read'], proj_code: null } },
  mqtt_credential: { key: 'mqttCredentials.create' },
  webhook: { key: 'webhooks.createWebhook' },
  invitation: { key: 'companies.inviteUser' },
  report_schedule: { key: 'reportSchedules.create' },
  shared_chart: { key: 'charts.create', body: { shared: true } },
};

describe('what people make that acts by itself', () => {
  let test: TestApp;
  let world: World;
  let maker: { id: number; headers: Headers };
  before(async () => {
    test = await createTestApp();
    world = await makeWorld(test);
  });
  after(() => test?.close());
  beforeEach(async () => {
    maker = await member(['MANAGEMENT_0', 'APP_0']);
  });

  async function member(roles: readonly Role[]): Promise<{ id: number; headers: Headers }> {
    const user = await makeUser(test, { company: world.scope, roles });
    return { id: user.id, headers: await signIn(test, user, world.scope) };
  }
  async function call(name: string, given: Given, headers = world.headers): Promise<Answer> {
    const declared = calls.find(({ key }) => key === name);
    assert.ok(declared, name);
    return ask(test, declared.call, given, headers);
  }
  async function make(kind: MadeKind, by: Headers = maker.headers): Promise<Answer> {
    const { key, body } = MADE_BY[kind];
    const declared = calls.find((one) => one.key === key);
    assert.ok(declared);
    const example = await exampleOf(declared, world, world.plant);
    const made = await ask(
      test,
      declared.call,
      { ...example, body: { ...(example.body as object), ...body } },
      by,
    );
    assert.equal(made.status, 201, made.text);
    return made;
  }
  const madeOf = async (id = maker.id): Promise<MadeThing[]> =>
    jsonOf(await call('companies.listMade', { params: { id } })) as MadeThing[];
  const dismiss = (revoke: readonly string[], by = world.headers) =>
    call('identity.dismiss', { params: { id: maker.id }, body: { revoke } }, by);
  /** What is left, also of who is no member any more. */
  const left = async (): Promise<string[]> => {
    await test.arrange(
      `insert into company_user (company_id, user_id, first_name, last_name, roles) values ($1, $2, '', '', '{VIEWER}')
       on conflict do nothing`,
      [world.scope.company_id, maker.id],
    );
    return (await madeOf()).map(({ kind }) => kind);
  };

  it('is found by whoever made it: a table that says who has a kind, or a reason why it does nothing', async () => {
    const columns = await test.arrange<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id')
         and a.attname ~ $1`,
      [SAYS_WHO.source],
    );
    const tables = [...new Set(columns.map(({ table }) => table))].sort();
    const named = [...kindsOfMade.map(({ table }) => table), ...Object.keys(ACT_NOT)].sort();
    assert.deepEqual(
      tables,
      named,
      'give a new table a kind in src/apps/server/made-things.ts, or say why it acts not',
    );
    assert.deepEqual(kindsOfMade.map(({ kind }) => kind).sort(), [...MADE_KINDS].sort());
  });

  for (const kind of MADE_KINDS) {
    it(`is listed, and ends with the dismissal where that is said: ${kind}`, async () => {
      await make(kind);
      const [thing, more] = await madeOf();
      assert.ok(thing && !more);
      assert.equal(thing.kind, kind);
      assert.equal((await dismiss([tokenOf(thing)])).status, 204);
      assert.deepEqual(await left(), []);
    });

    it(`asks for what making it asks for: ${kind}`, async () => {
      await make(kind);
      const [thing] = await madeOf();
      const made = calls.find(({ key }) => key === MADE_BY[kind].key);
      assert.equal(thing?.capability, made?.call.access);
    });
  }

  it('stays where nothing is said, but for invitations, which always end', async () => {
    for (const kind of MADE_KINDS) await make(kind);
    assert.equal((await dismiss([])).status, 204);
    assert.deepEqual((await left()).sort(), MADE_KINDS.filter((kind) => kind !== 'invitation').sort());
  });

  it("is the person's own in this company, or the whole dismissal is refused", async () => {
    await make('api_key');
    const [own] = await madeOf();
    assert.ok(own);
    const other = await member(OWNER_ROLES);
    await make('api_key', other.headers);
    const [foreign] = await madeOf(other.id);
    assert.ok(foreign);
    for (const wrong of [tokenOf(foreign), 'api_key:8000000000000', `webhook:${own.id}`])
      assert.equal((await dismiss([tokenOf(own), wrong])).status, 404, wrong);
    for (const unheard of ['api_key', 'company:1', 'api_key:1;2'])
      assert.equal((await dismiss([unheard])).status, 400, unheard);
    assert.deepEqual(await left(), ['api_key']);
    assert.equal((await call('companies.listMade', { params: { id: maker.id } }, other.headers)).status, 200);
    const stranger = await makeWorld(test);
    assert.equal(
      (await call('companies.listMade', { params: { id: maker.id } }, stranger.headers)).status,
      404,
    );
  });

  it('ends with a demotion where that is said, and the key answers no more', async () => {
    const { key } = jsonOf(await make('api_key')) as { key: string };
    const reads = async () =>
      (
        await call(
          'plants.list',
          {},
          {
            authorization: `Bearer ${key}`,
            'id-client': String(world.scope.company_id),
          },
        )
      ).status;
    assert.equal(await reads(), 200);
    const [thing] = await madeOf();
    assert.ok(thing?.advised, 'a key that reads is advised to end');
    const demote = (revoke?: string[]) =>
      call('companies.updateUser', {
        params: { id: maker.id },
        body: { roles: ['VIEWER', 'APP_0'], revoke },
      });
    assert.equal((await demote()).status, 200);
    assert.equal(await reads(), 200);
    assert.equal((await demote([tokenOf(thing)])).status, 200);
    assert.equal(await reads(), 401);
  });

  it('says of keys who made them, also when they are gone', async () => {
    await make('api_key');
    const made = async () =>
      (
        jsonOf(await call('companies.listKeys', {})) as {
          created_by: number | null;
          created_by_name: string | null;
          created_by_left: boolean;
        }[]
      ).find(({ created_by }) => created_by === maker.id);
    const here = await made();
    assert.ok(here?.created_by_name);
    assert.equal(here.created_by_left, false);
    await dismiss([]);
    assert.equal((await made())?.created_by_left, true);
  });
});
