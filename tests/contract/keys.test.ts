import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  cardsExample,
  type Installation,
  readingsExample,
  sendExample,
} from '../../src/features/companies/web/keys/keys.model.ts';
import { isOpenToKeys } from '../../src/shared/contract/call.ts';
import { CAPABILITIES } from '../../src/shared/contract/capabilities.ts';
import { createTestApp, type Headers, makeKey, type TestApp } from '../support/app.ts';
import { ask, jsonOf, originOf, send } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { ago, makeWorld, type World } from './support/world.ts';

const run = promisify(execFile);

// What a key does not open is another file's affair: reading-keys.test.ts.
describe('what a key opens', () => {
  let test: TestApp;
  let world: World;
  let reader: Awaited<ReturnType<typeof makeKey>>;
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
    reader = await makeKey(test, world.scope, { scopes: ['read'] });
    const ingest = calls.find(({ key }) => key === 'measurements.ingest');
    assert.ok(ingest);
    for (const { short_name, key } of [world.plant, world.otherPlant]) {
      const readings = [1, 2, 3].map((minutes) => ({
        device: short_name,
        ts: ago(minutes),
        values: { ac_power_kw: 40 },
      }));
      assert.equal((await ask(test, ingest.call, { body: { readings } }, key)).status, 200);
    }
  });
  after(() => test?.close());

  const mine = (): Headers => ({ 'id-client': String(world.scope.company_id) });
  it('is what only reads plants, communities and lighting, by the table', () => {
    const open = calls.filter(({ call }) => isOpenToKeys(call));
    assert.ok(open.length >= 10);
    for (const { key, call } of open) {
      assert.equal(call.method, 'GET', key);
      assert.ok(['asset.read', 'community.read', 'lighting.read'].includes(call.access), key);
    }
    for (const capability of Object.keys(CAPABILITIES) as (keyof typeof CAPABILITIES)[]) {
      assert.equal(
        isOpenToKeys({ method: 'GET', access: capability }),
        /^(asset|community|lighting)\.read$/.test(capability),
      );
      assert.equal(isOpenToKeys({ method: 'POST', access: capability }), false);
    }
  });

  for (const declared of callsOfToday(calls.filter(({ call }) => isOpenToKeys(call)))) {
    const { key, call } = declared;
    it(`${key} answers a key that may read as it answers a person who sees every plant`, async () => {
      const given = await exampleOf(declared, world);
      const person = await ask(test, call, given, world.headers);
      const program = await ask(test, call, given, { ...reader.headers, ...mine() });
      assert.equal(program.status, call.status, program.text.slice(0, 300));
      // A program has written nothing itself, and is shown no member of a community.
      const asProgram = person.text
        .replaceAll('"mine":true', '"mine":false')
        .replace('"members_hidden":false', '"members_hidden":true');
      assert.equal(program.text, asProgram);
    });
  }

  it('ends the moment the key is revoked', async () => {
    const revocable = await makeKey(test, world.scope, { scopes: ['read'] });
    const cards = () =>
      send(test, { url: '/api/v1/plants-card-list/', headers: { ...revocable.headers, ...mine() } });
    assert.equal((await cards()).status, 200);
    const revoked = await send(test, {
      method: 'DELETE',
      url: `/api/v1/api-keys/${revocable.id}/`,
      headers: world.headers,
    });
    assert.equal(revoked.status, 204);
    assert.equal((await cards()).status, 401);
  });

  it('stands in the document: the keys that a call takes, and what they are for', async () => {
    const { paths, components } = jsonOf(await send(test, { url: '/openapi.json' })) as {
      paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
      components: { securitySchemes: Record<string, { scheme: string }> };
    };
    assert.equal(components.securitySchemes.key?.scheme, 'bearer');
    for (const { key, call } of calls) {
      const { security } = paths[call.path]?.[call.method.toLowerCase()] ?? {};
      const taken = security?.flatMap((one) => one.key ?? []);
      const wanted = isOpenToKeys(call)
        ? ['read']
        : call.access.startsWith('key:')
          ? [call.access.slice(4)]
          : [];
      assert.deepEqual(taken, wanted, key);
    }
  });

  describe('and the commands that use one', () => {
    let settings: Record<string, string>;
    let blocks: string[];
    before(async () => {
      const { headers } = await makeKey(test, world.scope, { scopes: ['ingest', 'read'] });
      settings = {
        PORTAL: await originOf(test),
        KEY: headers.authorization?.split(' ')[1] ?? '',
        COMPANY: String(world.scope.company_id),
        PLANT: world.plant.proj_code,
        DEVICE: world.plant.short_name,
      };
      const { text } = await send(test, { url: '/openapi' });
      const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
      blocks = [...text.matchAll(/<pre>([^<]*)<\/pre>/g)].map(([, block = '']) =>
        block.replace(/&\w+;/g, (sign) => signs[sign] ?? sign),
      );
    });

    /** Names as the page has them, filled in by a reader. */
    const filled = (): string =>
      Object.entries(settings)
        .map(([name, value]) => `${name}='${value}'`)
        .join('\n');

    /** What a shell makes of a command: the words that it would hand to curl. */
    async function wordsOf(command: string): Promise<string[]> {
      const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${filled()}\n${command}`]);
      return stdout.split('\0').slice(0, -1);
    }

    /** Does what curl would do with the words of a command. */
    async function fetchOf(command: string): Promise<{ status: number; text: string }> {
      const words = await wordsOf(command);
      const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
      const url = words.find((word) => word.startsWith('http'));
      assert.ok(url, command);
      const data = after('-d').join('&');
      const isGet = words.includes('--get');
      const answer = await fetch(isGet ? `${url}?${data}` : url, {
        method: after('-X')[0] ?? 'GET',
        headers: Object.fromEntries(after('-H').map((header) => header.split(': '))),
        ...(isGet || data === '' ? {} : { body: data }),
      });
      return { status: answer.status, text: await answer.text() };
    }

    function assertResults(text: string): void {
      const results = calls.find(({ key }) => key === 'measurements.resultsData');
      assert.ok(results);
      results.call.ok.parse(JSON.parse(text));
    }

    const hasCurl = async (): Promise<boolean> =>
      run('curl', ['--version']).then(
        () => true,
        () => false,
      );

    async function proves(command: string): Promise<string> {
      const answer = await fetchOf(command);
      assert.ok(answer.status >= 200 && answer.status < 300, `${command}\n${answer.status} ${answer.text}`);
      if (!(await hasCurl())) return answer.text;
      const { stdout } = await run('sh', [
        '-c',
        `curl() { command curl --fail-with-body -sS "$@"; }\n${filled()}\n${command}`,
      ]);
      return stdout;
    }

    it('of /openapi are explained in Italian, too, with the same commands', async () => {
      const shown = (language: string) =>
        send(test, { url: '/openapi', headers: { 'accept-language': language } });
      const [italian, english] = await Promise.all([shown('it-IT,it;q=0.9'), shown('en')]);
      const framed = (text: string) => [...text.matchAll(/<(?:h[123]|th)>([^<]*)</g)].map(([, word]) => word);
      const heads = new Set(framed(english.text).slice(0, 5));
      assert.deepEqual(
        framed(italian.text).filter((head) => heads.has(head)),
        [],
      );
      assert.match(italian.text, /<html lang="it">/);
      const commands = (text: string) => text.match(/<pre>[^<]*<\/pre>/g);
      assert.deepEqual(commands(italian.text), commands(english.text));
    });

    it('of /openapi work as they are written', async () => {
      const [names = '', ...commands] = blocks;
      for (const name of Object.keys(settings)) assert.match(names, new RegExp(`^${name}=`, 'm'));
      assert.match(names, /^PORTAL=https:\/\/portal\.example\.test$/m, 'the address of this installation');
      assert.equal(commands.length, 3);
      const [sent = '', cards = '', readings = ''] = await Promise.all(commands.map(proves));
      assert.deepEqual(JSON.parse(sent), { stored: 1, refused: 0 });
      assert.equal((JSON.parse(cards) as unknown[]).length, 2);
      for (const { proj_code } of [world.plant, world.otherPlant]) assert.ok(cards.includes(proj_code));
      assertResults(readings);
    });

    it("of the page of a company's keys work as they are pasted", async () => {
      const given: Installation = {
        origin: settings.PORTAL ?? '',
        company: world.scope.company_id,
        key: settings.KEY,
        plant: world.plant.proj_code,
        device: world.plant.short_name,
        wholeCompany: true,
        now: new Date(),
      };
      assert.deepEqual(JSON.parse(await proves(sendExample(given))), { stored: 1, refused: 0 });
      assert.equal((JSON.parse(await proves(cardsExample(given))) as unknown[]).length, 2);
      assertResults(await proves(readingsExample(given)));
    });
  });
});
