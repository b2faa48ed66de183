import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { urlOf } from '../../src/shared/contract/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ask, send } from './support/ask.ts';
import { calls, isStream } from './support/calls.ts';
import { plantCanaries } from './support/canaries.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';
import { listTenantTables } from './tenancy-tables.ts';

type Json = Readonly<Record<string, unknown>>;

/** Values that stand nowhere by themselves: found in a row, they came from a field that no call declares. */
const ID = 987_654_321;
const VERSION = 987_654;
const LONG_AGO = '1999-09-09T09:09:09Z';
const MIXED_ROLES = ['WORKER', 'COMPANY_OWNER', 'VIEWER'];

describe('fields that a call does not declare', () => {
  let test: TestApp;
  let world: World;
  let bystander: World;
  let extras: Json;
  let untouched: object[];
  before(async () => {
    test = await createTestApp(forLoops);
    [world, bystander] = [await makeWorld(test), await makeWorld(test, 'apart')];
    await plantCanaries(bystander);
    untouched = await fingerprint(bystander);
    const { scope, owner, plant } = bystander;
    const people = ['user_id', 'created_by', 'actor_id', 'invited_by', 'accepted_by', 'owner_id'];
    const times = [
      'created_at',
      'updated_at',
      'confirmed_at',
      'deleted_at',
      'disabled_at',
      'revoked_at',
      'at',
    ];
    extras = {
      id: ID,
      master_id: ID,
      version: VERSION,
      company_id: scope.company_id,
      id_client: scope.company_id,
      plant_id: plant.plant_id,
      device_id: plant.device_id,
      roles: MIXED_ROLES,
      enabled: false,
      digest: 'x'.repeat(64),
      password_hash: 'x',
      second_factor: true,
      'company.id': scope.company_id,
      ...Object.fromEntries(people.map((name) => [name, owner.id])),
      ...Object.fromEntries(times.map((name) => [name, LONG_AGO])),
    };
  });
  after(() => test?.close());

  /** The value with the extras in each of its objects whose fields are declared, declared ones left as they are. */
  function withExtras(schema: Json, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => withExtras((schema.items ?? {}) as Json, one));
    const { properties } = schema as { properties?: Record<string, Json> };
    if (!properties || typeof value !== 'object' || value === null) return value;
    const declared = Object.entries(value).map(([name, one]) => [
      name,
      withExtras(properties[name] ?? {}, one),
    ]);
    const undeclared = Object.entries(extras).filter(([name]) => !(name in properties));
    return { ...Object.fromEntries(undeclared), ...Object.fromEntries(declared) };
  }

  interface Column {
    readonly table: string;
    readonly column: string;
    readonly type: string;
    readonly company: string | null;
  }
  let columns: Promise<Column[]> | undefined;
  let search: string | undefined;

  /** The tables in which a value of the extras came to rest; columns that the call itself is about are left out. */
  async function traces(about: Json = {}): Promise<string[]> {
    columns ??= test.arrange<Column>(
      `select c.relname as "table", a.attname as "column", a.atttypid::regtype::text as type,
         (select attname from pg_attribute where attrelid = c.oid and attname in ('company_id', 'id_client') limit 1) as company
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped`,
    );
    search ??= searchIn(await columns);
    const found = await test.arrange<{ place: string; columns: string[] }>(search, [world.scope.company_id]);
    return found
      .filter(({ columns }) => columns.some((column) => !(column in about)))
      .map(({ place }) => place);
  }

  /** One statement, the same for every call: the tables in which an extra stands, each with the columns that hold one. */
  function searchIn(all: readonly Column[]): string {
    const statements = [...Map.groupBy(all, ({ table }) => table)].flatMap(([table, of]) => {
      const company = of.find((column) => column.company !== null)?.company;
      const here = company ? `where "${company}" = $1::int` : '';
      const marked = of.flatMap((column) => {
        const mark = markOf(column);
        return mark === undefined ? [] : { column: column.column, mark };
      });
      if (marked.length === 0) return [];
      const held = marked.map(({ column, mark }) => `case when bool_or(${mark}) then '${column}' end`);
      const any = marked.map(({ mark }) => mark).join(' or ');
      return `select '${table}' as place, array_remove(array[${held.join(', ')}], null) as columns from "${table}" ${here} having bool_or(${any})`;
    });
    return statements.join('\nunion all\n');
  }

  /** By what a column shows that an extra got into it. */
  function markOf({ column, type, company }: Column): string | undefined {
    if (column === 'id') return `id = ${ID}`;
    if (column === 'version') return `version = ${VERSION}`;
    if (type === 'timestamp with time zone') return `"${column}" = '${LONG_AGO}'`;
    if (column === 'roles') return `roles = array['${MIXED_ROLES.join("','")}']`;
    if (column === 'enabled') return 'not enabled';
    if (column === 'plant_id') return `plant_id = ${bystander.plant.plant_id}`;
    // A program that took a thing signs in words.
    const isPerson = company !== null && type !== 'text' && /(_by|^user_id|^actor_id)$/.test(column);
    return isPerson ? `"${column}" = ${bystander.owner.id}` : undefined;
  }

  let tables: Promise<{ name: string; column: string }[]> | undefined;

  /** All rows of a company in every tenant table, as one digest each. */
  async function fingerprint({ scope }: World): Promise<object[]> {
    const client = {
      query: async (text: string, values?: unknown[]) => ({ rows: await test.arrange(text, values) }),
    };
    tables ??= listTenantTables(client as never);
    const digests = (await tables).map(
      ({ name, column }) =>
        `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest
         from "${name}" t where "${column}" = $1::int`,
    );
    return test.arrange(digests.join('\nunion all\n'), [scope.company_id]);
  }

  it('would be noticed where they came to rest', async () => {
    assert.deepEqual(await traces(), []);
    await test.arrange('update plant set version = $1 where company_id = $2 and id = $3', [
      VERSION,
      world.scope.company_id,
      world.otherPlant.plant_id,
    ]);
    assert.deepEqual(await traces(), ['plant']);
    await test.arrange('update plant set version = 1 where company_id = $1 and id = $2', [
      world.scope.company_id,
      world.otherPlant.plant_id,
    ]);
  });

  const withBody = callsOfToday(
    calls.filter(({ call }) => call.body && call.consumes === 'application/json'),
  );
  for (const declared of withBody) {
    const { key, call } = declared;

    it(`${key} takes none of them, wherever in the body they stand`, async () => {
      const given = await exampleOf(declared, world);
      const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Json;
      const request = { ...given, body: withExtras(schema, given.body ?? {}) };
      const answer = await ask(test, call, request, { ...world.headers, ...given.headers });
      assert.ok([call.status, 400].includes(answer.status), `${answer.status} ${answer.text.slice(0, 200)}`);
      assert.ok(!answer.text.includes(String(ID)) && !answer.text.includes('1999-09-09'), answer.text);
      assert.deepEqual(await traces(schema.properties as Json), []);
      assert.deepEqual(await fingerprint(bystander), untouched);
    });

    it(`${key} is not led astray by a prototype`, async () => {
      const given = await exampleOf(declared, world);
      const about = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }).properties;
      const fields = JSON.stringify(given.body ?? {}).replace(/^\{|\}$/g, '');
      const poison = JSON.stringify(extras);
      for (const name of [`"__proto__":${poison}`, `"constructor":{"prototype":${poison}}`]) {
        const payload = `{${[fields, name].filter(Boolean).join(',')}}`;
        const headers = { 'content-type': 'application/json', ...world.headers, ...given.headers };
        const answer = await send(test, { method: call.method, url: urlOf(call, given), payload, headers });
        assert.ok(
          [call.status, 400].includes(answer.status),
          `${answer.status} ${answer.text.slice(0, 200)}`,
        );
        assert.equal(({} as { company_id?: unknown }).company_id, undefined);
      }
      assert.deepEqual(await traces(about), []);
    });
  }

  it('in a question lead to nobody else', async () => {
    const reads = calls.filter(({ call }) => call.method === 'GET' && !isStream(call));
    for (const declared of callsOfToday(reads)) {
      const { key, call } = declared;
      const given = await exampleOf(declared, world);
      const names = Object.keys((call.query as z.ZodObject | undefined)?.shape ?? {});
      const asked = Object.fromEntries(
        Object.entries(extras).filter(([name]) => !names.includes(name) && !Array.isArray(extras[name])),
      );
      const headers = { ...world.headers, ...given.headers };
      const plain = await ask(test, call, given, headers);
      const answer = await ask(test, call, { ...given, query: { ...given.query, ...asked } }, headers);
      assert.equal(answer.status, plain.status, `${key}: ${answer.text.slice(0, 200)}`);
      assert.ok(!answer.text.includes(bystander.mark), key);
    }
  });
});
