import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { refusalWords } from '../../src/apps/server/refusal-words.ts';
import { Translator } from '../../src/shared/server/http/translator.ts';
import { createTestApp, makeUser, signIn, type TestApp } from '../support/app.ts';
import { send } from './support/ask.ts';
import { makeWorld } from './support/world.ts';

describe('a refusal in Italian', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const italian = { 'accept-language': 'it-IT,it;q=0.9,en;q=0.8' };
  const resultOf = (text: string) => JSON.parse(text) as { detail: string; errors: { message: string }[] };

  // spec §6: a 403 on the all-devices chart call shows the server's detail message
  it('says which application is missing, as the chart of all devices shows it', async () => {
    const { scope } = await makeWorld(test);
    const member = await makeUser(test, { company: scope, roles: ['VIEWER'] });
    const headers = await signIn(test, member, scope);
    const url = '/api/v1/chart-results-data-all-device/';
    const answer = await send(test, { url, headers: { ...headers, ...italian } });
    assert.deepEqual(
      [answer.status, resultOf(answer.text).detail],
      [403, "Serve l'applicazione APP_0 nell'azienda"],
    );
    const english = await send(test, { url, headers });
    assert.equal(resultOf(english.text).detail, 'This needs the application APP_0 in the company');
  });

  it('says at each field what is wrong', async () => {
    const answer = await send(test, {
      method: 'POST',
      url: '/user/v1/login/',
      payload: { email: 'x'.repeat(300) },
      headers: italian,
    });
    const { detail, errors } = resultOf(answer.text);
    assert.equal(detail, 'I dati non sono validi');
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['al massimo 254 caratteri', 'Inserisci la password'],
    );
  });
});

describe('sentences of refusals', () => {
  const words = new Translator(
    { whole: 'intero', 'a {0} of {1}': 'un {0} di {1}', 'a {0} of wood': 'un {0} di legno' },
    { table: 'tavolo' },
  );

  it('are found whole, or with what is filled in, which may be a sentence itself', () => {
    assert.equal(words.find('whole'), 'intero');
    assert.equal(words.find('a table of 3'), 'un tavolo di 3');
    assert.equal(words.find('a table of wood'), 'un tavolo di legno');
    assert.equal(words.find('nobody wrote this'), undefined);
    assert.equal(words.say('nobody wrote this'), 'nobody wrote this');
  });

  /** Errors, what helpers make them of, and what stands at a field. */
  const THROWN =
    /(?:new AppError\(\s*[^,()]+,|\brefuseField\(\s*[^,()]+,\s*[^,()]+,|\baway\(|#giveUpAll\(|#lostWith =|\bmessage(?: =|:))\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

  it('stand in Italian for whatever is thrown', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const files = globSync('src/{features,shared}/**/server/**/*.ts', { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts'),
    );
    const thrown = files.flatMap((file) =>
      [...readFileSync(`${root}${file}`, 'utf8').matchAll(THROWN)].map(([, a, b, c]) => ({
        file,
        sentence: (a ?? b ?? c ?? '').replace(/\\(.)/g, '$1'),
      })),
    );
    assert.ok(thrown.length > 180, `only ${thrown.length} were found`);
    // What is little more than what is filled in is judged where it is answered, by `ask`.
    const filled = (sentence: string, by: string) => sentence.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, by);
    const told = thrown.filter(({ sentence }) => /^(?!.*\$\{).*[a-z]{3}/s.test(filled(sentence, '7')));
    const missing = told.filter(
      ({ sentence }) => !['7', ''].some((by) => refusalWords.find(filled(sentence, by))),
    );
    assert.deepEqual(missing, [], 'add each to the refusals.it.json of its room');
  });
});
