import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { EVERYWHERE } from '../../../../tests/support/reach.ts';
import { AppError } from '../errors.ts';
import type { GeocoderName } from '../geocoder-settings.ts';
import type { Geocoder } from './geocoder.ts';
import { googleAnswer, nominatimAnswer, photonAnswer } from './geocoders.fixture.ts';
import { geocoderOf } from './geocoders.ts';
import { type FinderDeps, PlaceFinder } from './place-finder.ts';

type Say = (answer: ServerResponse) => void;

const said =
  (status: number, body: unknown, headers: Record<string, string> = {}): Say =>
  (answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const ANSWERS = { nominatim: nominatimAnswer, photon: photonAnswer, google: googleAnswer };
const KEY = 'the-secret-key';
const SECOND = 1_000;

describe('the search for an address', () => {
  let server: Server;
  let url: string;
  let say: Say;
  let asked: IncomingMessage[] = [];
  let warned: object[] = [];
  let now = 0;
  let waited: number[] = [];
  before(async () => {
    server = createServer((request, answer) => {
      asked.push(request);
      say(answer);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    [say, asked, warned, waited] = [said(200, photonAnswer()), [], [], []];
    now = Date.parse('2026-06-01T12:00:00Z');
  });

  function finder(name: Exclude<GeocoderName, 'none'> = 'photon', more: Partial<FinderDeps> = {}) {
    const made = new PlaceFinder({
      geocoder: geocoderOf(name) as Geocoder,
      settings: { provider: name, url, key: name === 'google' ? KEY : undefined },
      reach: EVERYWHERE,
      userAgent: 'Meridiana (+https://portal.example.test)',
      log: { warn: (about: object) => warned.push(about) } as unknown as FinderDeps['log'],
      clock: () => now,
      wait: async (ms) => {
        waited.push(ms);
        now += ms;
      },
      ...more,
    });
    const here = new AbortController().signal;
    return (q: string, { company = 1, gone = here, language = 'it' as 'it' | 'en' } = {}) =>
      made.find({ q, language }, { whose: company, gone });
  }
  const refused = async (work: Promise<unknown>): Promise<AppError> => {
    const error = await work.then(
      () => assert.fail('it was answered'),
      (fault: unknown) => fault,
    );
    assert.ok(error instanceof AppError, String(error));
    return error;
  };

  for (const name of ['nominatim', 'photon', 'google'] as const)
    it(`is answered by ${name}, which is told who asks`, async () => {
      say = said(200, ANSWERS[name]());
      const [first] = await finder(name)('via garibaldi 10');
      assert.deepEqual([first?.latitude, first?.longitude], [40.3512, 18.1719]);
      assert.equal(asked.length, 1);
      assert.equal(asked[0]?.headers['user-agent'], 'Meridiana (+https://portal.example.test)');
      assert.ok(!asked[0]?.url?.includes(KEY));
    });

  it('answers eight places at most', async () => {
    const [feature] = photonAnswer().features;
    say = said(200, { features: Array.from({ length: 30 }, () => feature) });
    assert.equal((await finder()('lecce')).length, 8);
  });

  it('asks the same once a day, in each language, and Google anew each time', async () => {
    const find = finder();
    await find('Via Roma  1');
    await find('via roma 1', { company: 2 });
    assert.equal(asked.length, 1);
    await find('via roma 1', { language: 'en' });
    assert.equal(asked.length, 2);
    now += 24 * 3600 * SECOND;
    await find('via roma 1');
    assert.equal(asked.length, 3);
    say = said(200, googleAnswer());
    const anew = finder('google');
    await anew('via roma 1');
    await anew('via roma 1');
    assert.equal(asked.length, 5);
  });

  it('keeps so many answers, and forgets what was asked for longest ago', async () => {
    const find = finder();
    for (let i = 0; i < 1_001; i++) await find(`via ${i} di lecce`, { company: i });
    asked = [];
    await find('via 1 di lecce');
    assert.equal(asked.length, 0);
    await find('via 0 di lecce');
    assert.equal(asked.length, 1);
  });

  it('asks Nominatim once a second, however many companies look', async () => {
    say = said(200, nominatimAnswer());
    const find = finder('nominatim');
    await Promise.all([1, 2, 3].map((company) => find(`via ${company}`, { company })));
    assert.equal(asked.length, 3);
    assert.deepEqual(waited, [SECOND, SECOND]);
  });

  it('asks for nobody who has typed on meanwhile', async () => {
    say = said(200, nominatimAnswer());
    const find = finder('nominatim');
    const left = new AbortController();
    const looking = [find('via a'), refused(find('via b', { company: 2, gone: left.signal }))];
    left.abort();
    await Promise.all(looking);
    assert.equal(asked.length, 1);
  });

  it('lets each company ask so often in a minute, and others go on', async () => {
    const find = finder();
    for (let i = 0; i < 40; i++) await find(`via ${i}`);
    const fault = await refused(find('via ultima'));
    assert.deepEqual([fault.code, fault.options.retryAfter_s], ['limit', 60]);
    await find('via 1');
    await find('via ultima', { company: 2 });
    now += 60 * SECOND;
    await find('via ultima e poi');
  });

  it('leaves a geocoder alone for as long as it asks, and says when to come back', async () => {
    const find = finder();
    say = said(429, '', { 'retry-after': '90' });
    const first = await refused(find('via a'));
    assert.deepEqual([first.code, first.status, first.options.retryAfter_s], ['unavailable', 503, 90]);
    now += 30 * SECOND;
    const second = await refused(find('via b'));
    assert.deepEqual([second.message, second.options.retryAfter_s], [first.message, 60]);
    assert.equal(asked.length, 1);
    now += 60 * SECOND;
    say = said(200, photonAnswer());
    assert.equal((await find('via b')).length, 2);
  });

  const hostile: [string, Say, RegExp][] = [
    [
      'a page',
      said(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
      /GEOCODER_URL/,
    ],
    ['too much', said(200, `[${'0,'.repeat(400_000)}0]`), /GEOCODER_URL/],
    ['another kind of answer', said(200, { features: 'none' }), /GEOCODER_URL/],
    [
      'places beside the earth',
      said(200, { features: [{ geometry: { coordinates: [18, 140] }, properties: {} }] }),
      /GEOCODER_URL/,
    ],
    ['a redirect', said(302, '', { location: 'http://169.254.169.254/' }), /GEOCODER_URL/],
    ['a refusal', said(403, { error: `key ${KEY} is not valid` }), /GEOCODER_KEY/],
    ['a failure', said(500, 'stack trace'), /GEOCODER_URL/],
    ['half an answer', (answer) => void answer.socket?.destroy(), /try again/],
    ['nothing', () => undefined, /in time/],
  ];
  for (const [what, answer, todo] of hostile)
    it(`says what to do where ${what} comes back, and tells neither key nor address`, async () => {
      say = answer;
      const fault = await refused(
        finder('photon', { within_ms: what === 'nothing' ? 300 : 30_000 })('via roma'),
      );
      assert.equal(fault.code, 'unavailable');
      assert.match(fault.message, todo);
      assert.equal(warned.length, 1);
      const told = JSON.stringify([fault.message, fault.options, warned]);
      for (const secret of [KEY, '127.0.0.1', 'via roma', 'stack']) assert.ok(!told.includes(secret), told);
    });

  it('says so where it may not be reached', async () => {
    const reach = { names: async () => 'told' as const, open: async () => [] };
    assert.match((await refused(finder('photon', { reach })('via roma'))).message, /OUTBOUND_ALLOW/);
    assert.equal(asked.length, 0);
  });
});
