import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CameraServer } from '../../../../simulators/camera-server.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { installDemoCameras, startDemoCameras } from './demo-cameras.ts';
import { insertLitHours, insertLitLines } from './lighting-demo.repository.ts';

const secretKey = 'the key of a demonstration, long enough for that';

describe("the demonstration's wall of cameras", () => {
  let test: TestApp;
  let scope: Scope;
  let headers: Headers;
  const running: CameraServer[] = [];
  before(async () => {
    test = await createTestApp({ secretKey });
    scope = await makeCompany(test.pool, 'Aurora');
    await makePlant(test.pool, scope, 'AUR-001');
    const owner = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, scope);
  });
  after(async () => {
    await Promise.all(running.map((server) => server.stop()));
    await test?.close();
  });

  async function start(): Promise<void> {
    const server = await startDemoCameras();
    running.push(server);
    await installDemoCameras(test.pool, scope, { port: server.port, secretKey });
  }
  const ask = (url: string) => test.app.inject({ method: 'GET', url, headers });

  it('shows six cameras, also where they stand after the next start', async () => {
    for (const _ of ['the first start', 'the next']) {
      await start();
      const { cameras } = (await ask('/api/v1/security_camera/')).json() as { cameras: { id: number }[] };
      assert.equal(cameras.length, 6);
      const shown = await Promise.all(cameras.map(({ id }) => ask(`/api/v1/proxy_img/?id=${id}`)));
      for (const { statusCode, headers: said, body } of shown)
        assert.deepEqual([statusCode, said['content-type']], [200, 'image/jpeg'], body.slice(0, 200));
      await running.shift()?.stop();
    }
  });

  it('knows what cabinets used by days of Rome too, which is what reports read', async () => {
    const [row] = await test.arrange<{ id: number }>(
      `insert into lighting_box (company_id, serial, reg_number) values ($1, 'QE', 'R') returning id`,
      [scope.company_id],
    );
    const box = { box_id: Number(row?.id), kw: 2, lines: [1, 3] };
    const hours = [
      { hour: '2026-06-19T21:00:00Z', share: 0.5 },
      { hour: '2026-06-19T22:00:00Z', share: 1 },
      { hour: '2026-06-19T23:00:00Z', share: 1 },
    ];
    await inScope(test.pool, scope, async (tx) => {
      await insertLitHours(tx, box, hours);
      await insertLitLines(tx, box, hours);
    });
    const days = await test.arrange<Record<string, unknown>>(
      `select d.day::text as day, d.kwh, d.known_s, string_agg(l.line || ':' || l.lit_s, ' ' order by l.line) as lit
       from box_day d join line_day l on l.box_id = d.box_id and l.day = d.day where d.box_id = $1 group by 1, 2, 3 order by 1`,
      [box.box_id],
    );
    assert.deepEqual(
      days.map(({ day, kwh, known_s, lit }) => [day, kwh, known_s, lit]),
      [
        ['2026-06-19', 1, 3600, '1:1800 3:1800'],
        ['2026-06-20', 4, 7200, '1:7200 3:7200'],
      ],
    );
  });
});
