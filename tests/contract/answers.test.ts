import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ask, send } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { ago, makeWorld, type World } from './support/world.ts';

// The server of these tests parses every answer by its schema: one that does not fit is a 500 here.
/** Addresses that other programs know by heart, and one that a mail carries for people and for mail programs. */
const OTHERS = new Set(['/api/v2/write', '/unsubscribe']);

describe('every call', () => {
  let test: TestApp;
  let world: World;
  before(async () => {
    // The demonstration, in which every call has an answer.
    test = await createTestApp({ demo: true });
    world = await makeWorld(test);
    const readings = [10, 8, 6, 4, 2].map((minutes, i) => ({
      device: world.plant.short_name,
      ts: ago(minutes),
      values: { ac_power_kw: i === 2 ? null : 40 + i, energy_total_kwh: 1000 + i },
    }));
    const ingest = calls.find(({ key }) => key === 'measurements.ingest');
    assert.ok(ingest);
    // What this answers is looked at below, like every other call.
    await ask(test, ingest.call, { body: { readings } }, world.plant.key);
  });
  after(() => test?.close());

  for (const declared of calls) {
    const { key, call } = declared;
    it(`${key} answers a valid request with ${call.status}, as its schema says`, async () => {
      const given = await exampleOf(declared, world);
      const answer = await ask(test, call, given, { ...world.headers, ...(given.headers ?? {}) });
      assert.equal(answer.status, call.status, `${answer.status} ${answer.text.slice(0, 500)}`);
      // A browser may keep a picture, nobody between may; it asks each time whether it may still show it.
      const kept = call.produces === 'image/webp' ? 'private, no-cache' : 'no-store';
      assert.equal(answer.headers['cache-control'], kept);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      if (call.status === 204) assert.equal(answer.text, '');
      else assert.ok(String(answer.headers['content-type']).startsWith(call.produces));
      if (call.produces !== 'application/json' || call.status === 204) return;
      call.ok.parse(JSON.parse(answer.text));
    });
  }

  it('is looked at in full: a list that holds something answers something', async () => {
    const lists = calls.filter(
      ({ call }) => call.method === 'GET' && !call.params && call.produces === 'application/json',
    );
    let looked = 0;
    for (const declared of lists) {
      const given = await exampleOf(declared, world);
      const answer = await ask(test, declared.call, given, { ...world.headers, ...(given.headers ?? {}) });
      const parsed: unknown = JSON.parse(answer.text);
      const { results } = parsed as { results?: unknown };
      const list = Array.isArray(parsed) ? parsed : results;
      if (!Array.isArray(list)) continue;
      looked++;
      assert.ok(list.length > 0, `${declared.key} answers an empty list`);
    }
    assert.ok(looked > lists.length / 2, `only ${looked} lists of ${lists.length}`);
  });

  it('stands exactly where it is declared: no other slash, case or method', async () => {
    for (const { key, call } of calls) {
      const path = call.path.replace(/\{\w+\}/g, '1');
      const other = call.path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
      if (!call.path.endsWith('/')) assert.ok(OTHERS.has(call.path), `${key} has no trailing slash`);
      for (const url of [other, path.toUpperCase(), `${path}x`, `${path};a=1`]) {
        const answer = await send(test, {
          method: call.method,
          url,
          headers: { ...world.headers, accept: 'application/json' },
        });
        assert.equal(answer.status, 404, `${call.method} ${url} for ${key}: ${answer.status}`);
      }
    }
  });
});
