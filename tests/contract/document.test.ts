import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { calls } from './support/calls.ts';
import { faultsAt, served } from './support/judge.ts';

interface Parameter {
  name: string;
  in: string;
  schema: unknown;
  description?: string;
}
interface Operation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
type Content = Record<string, { schema: unknown; example?: unknown }>;

const document = served as unknown as {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, of]) =>
  Object.entries(of).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('says where it is served, and calls each call by its area and name', () => {
    assert.deepEqual(document.servers, [{ url: 'http://portal.example.test' }]);
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.deepEqual(ids.toSorted(), calls.map(({ key }) => key.replace('.', '_')).toSorted());
  });

  it('names every parameter of a path and a query, also where their schema has a name', () => {
    const silent = calls.flatMap(({ key, call }) => {
      const operation = operations.find(({ operation: one }) => one.operationId === key.replace('.', '_'));
      const named = new Set(operation?.operation.parameters.map(({ name }) => name));
      const declared = [call.params, call.query].flatMap((schema) =>
        schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
      );
      return declared.filter((name) => !named.has(name)).map((name) => `${key} ${name}`);
    });
    assert.deepEqual(silent, []);
  });

  it('calls a number in a path or query an integer, not a text with a pattern', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters);
    const schemasOf = (name: string) =>
      parameters.filter((one) => one.name === name).map(({ schema }) => JSON.stringify(schema));
    for (const name of ['box_id', 'comune_id'])
      assert.deepEqual([...new Set(schemasOf(name))], ['{"type":"integer","minimum":1}'], name);
    assert.ok(!parameters.some(({ schema }) => JSON.stringify(schema).includes('[1-9]\\\\d{0,15}')));
  });

  it('says of each parameter what it means', () => {
    const mute = operations.flatMap(({ operation }) =>
      operation.parameters
        .filter(({ description }) => !description)
        .map((one) => `${operation.operationId} ${one.in} ${one.name}`),
    );
    assert.deepEqual(mute, [], 'describe() them, or name them in src/shared/contract/parameter-words.ts');
  });

  it('shows examples that hold by its own schemas', () => {
    let shown = 0;
    const wrong: string[] = [];
    const check = (content: Content | undefined, place: readonly string[]) => {
      for (const [type, { example }] of Object.entries(content ?? {})) {
        if (example === undefined) continue;
        shown++;
        const faults = faultsAt([...place, 'content', type, 'schema'], example);
        if (faults) wrong.push(`${place.slice(1).join(' ')}: ${faults}: ${JSON.stringify(example)}`);
      }
    };
    for (const { path, method, operation } of operations) {
      check(operation.requestBody?.content, ['paths', path, method, 'requestBody']);
      for (const [status, { content }] of Object.entries(operation.responses))
        check(content, ['paths', path, method, 'responses', status]);
    }
    assert.deepEqual(wrong, [], 'an example of a schema can be given by meta({ examples: […] })');
    assert.ok(shown > calls.length, `only ${shown} examples`);
  });

  it('has a name for what several calls speak of', () => {
    const { schemas } = document.components;
    for (const name of [
      'Problem',
      'Plant',
      'Device',
      'DeviceDetails',
      'Alarm',
      'Card',
      'Company',
      'User',
      'Variable',
    ])
      assert.ok(name in schemas, name);
    const written = JSON.stringify(document);
    const refs = [...written.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => String(ref));
    const missing = refs.filter(
      (ref) => ref.startsWith('#/components/schemas/') && !(ref.slice(21) in schemas),
    );
    assert.deepEqual(missing, []);
    assert.ok(!written.includes('#/$defs/'), 'a schema refers to what is not in the document');
    assert.ok(written.length < 1_900_000, `${written.length} characters`);
  });

  it('knows the schemas of every contract by their names', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const registered = globSync('src/**/*.feature.ts', { cwd: root })
      .map((file) => readFileSync(root + file, 'utf8'))
      .join('');
    const exporting = globSync('src/**/*.contract.ts', { cwd: root }).filter((file) =>
      /export const [A-Z]\w* = (?:z\s*\.(?:object|discriminatedUnion)|\w+\.extend)/.test(
        readFileSync(root + file, 'utf8'),
      ),
    );
    const unnamed = exporting.filter((file) => !registered.includes(`/${basename(file)}'`));
    assert.deepEqual(unnamed, [], "add it to the schemas of its area's feature file");
  });
});
