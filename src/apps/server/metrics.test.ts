import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { handleErrors } from '../../shared/server/http/problems.ts';
import { keepMetrics, ownMetrics, readingsStored } from '../../shared/server/metrics.ts';
import { serveMetrics } from './metrics.ts';

const TOKEN = 'f3b1c2d4e5f60718';

function appWith(token: string | undefined) {
  const app = Fastify();
  handleErrors(app);
  serveMetrics(app, token);
  app.get('/api/v1/plants/:code/', async () => ({}));
  return app;
}

describe('/metrics', () => {
  const open = appWith(undefined);
  const guarded = appWith(TOKEN);
  before(() => Promise.all([open.ready(), guarded.ready()]));
  after(() => Promise.all([open.close(), guarded.close()]));

  const ask = async (app: typeof open, remoteAddress: string, headers = {}) => {
    const answer = await app.inject({
      url: '/metrics',
      remoteAddress,
      headers: { host: 'localhost:3000', ...headers },
    });
    return { status: answer.statusCode, text: answer.body };
  };

  it('is for this machine alone, or for whoever shows the token', async () => {
    assert.equal((await ask(open, '127.0.0.1')).status, 200);
    assert.equal((await ask(open, '203.0.113.9')).status, 403);
    assert.equal((await ask(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).status, 403);
    const shown = { authorization: `Bearer ${TOKEN}` };
    assert.equal((await ask(guarded, '203.0.113.9', shown)).status, 200);
    assert.equal((await ask(guarded, '127.0.0.1')).status, 401);
    assert.equal((await ask(guarded, '127.0.0.1', { authorization: `Bearer ${TOKEN}x` })).status, 401);
  });

  it('counts requests by class and never by what somebody asked for', async () => {
    await open.inject('/api/v1/plants/SECRET-CODE/');
    await open.inject('/nowhere/SECRET-PATH');
    const { text } = await ask(open, '127.0.0.1');
    assert.match(
      text,
      /meridiana_http_request_duration_seconds_count\{(?=[^}]*class="api")(?=[^}]*method="GET")(?=[^}]*status="2xx")/,
    );
    assert.doesNotMatch(text, /SECRET/);
  });

  it('has the figures of the other parts beside its own', async () => {
    readingsStored.inc(3);
    const response = await ownMetrics();
    const asWorker = response.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, part: 'worker' } })),
    }));
    keepMetrics('worker', asWorker);
    const { text } = await ask(open, '127.0.0.1');
    assert.match(text, /^meridiana_readings_stored_total\{part="worker"\} \d+$/m);
    keepMetrics('worker', asWorker, Date.now() - 120_000);
    assert.doesNotMatch((await ask(open, '127.0.0.1')).text, /part="worker"/, 'a part that fell silent');
  });

  it('names nothing of a tenant: its labels are a fixed few', async () => {
    const { text } = await ask(open, '127.0.0.1');
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));
    const known = [
      'class',
      'method',
      'status',
      'le',
      'part',
      'result',
      'pool',
      'state',
      'kind',
      'type',
      'space',
      'version',
      'major',
      'minor',
      'patch',
      'quantile',
    ];
    assert.deepEqual(
      [...labels].filter((name) => !known.includes(name ?? '')),
      [],
    );
  });
});
