import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { behindDigest, jpeg, startOddCameras } from '../../../../tests/support/odd-cameras.ts';
import { stillPicture } from '../../../../tests/support/still-camera.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';

type Body = Record<string, unknown> & {
  success?: boolean;
  error?: string | null;
  errors?: { code: string; path: string }[];
};
const SECRET = 'very-secret-word';

describe('cameras of a plant', () => {
  let test: TestApp;
  let scope: Scope;
  let headers: Headers;
  let viewer: Headers;
  let cameras: Awaited<ReturnType<typeof startOddCameras>>;
  let named: typeof cameras;
  let picture: Buffer;
  let away = false;
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Watched');
    const owner = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, scope);
    const plant = await makePlant(test.pool, scope, 'P1');
    await makePlant(test.pool, scope, 'P2');
    const named = await makeUser(test, { company: scope, roles: ['VIEWER', 'APP_0'], plants: [plant] });
    viewer = await signIn(test, named, scope);
    picture = await stillPicture();
    cameras = await startOddCameras({
      '1': (request, answer) => (away ? answer.destroy() : jpeg(picture)(request, answer)),
      '2': behindDigest('cam', SECRET, jpeg(picture)),
    });
  });
  after(async () => {
    await Promise.all([test?.close(), cameras?.close(), named?.close()]);
  });

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    as = headers,
  ) {
    const answer = await test.app.inject({ method, url, headers: as, ...(payload ? { payload } : {}) });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      raw: answer.rawPayload,
      body: (isJson ? answer.json() : {}) as Body,
    };
  }
  const serverOf = (more: object = {}) => ({
    url_plant: 'http://127.0.0.1',
    port: cameras.port,
    is_https: false,
    picture_path: '/{cam_num}',
    ...more,
  });
  async function add(proj_code: string, stream: number, name = `Camera ${stream}`): Promise<number> {
    const { status, body, text } = await call('POST', '/api/v1/security_camera/', {
      proj_code,
      name,
      stream,
      is_thermal_camera: false,
    });
    assert.equal(status, 201, text);
    return (body.camera as { id: number }).id;
  }

  it('are added, changed and deleted, and each answer says that it went well', async () => {
    const id = await add('P2', 7);
    const taken = await call('POST', '/api/v1/security_camera/', {
      proj_code: 'P2',
      name: 'Other',
      stream: 7,
    });
    assert.deepEqual(
      [taken.status, taken.body.success, taken.body.error, taken.body.errors?.[0]?.code],
      [409, false, 'Error creating a new camera', 'number_taken'],
    );
    const fields = { cam_name: 'Gate', cam_num: 8, is_thermal_camera: true, is_active: false };
    const changed = await call('PUT', `/api/v1/security_camera/${id}/`, { ...fields, id, version: 1 });
    assert.deepEqual([changed.status, changed.body.success, changed.body.error], [200, true, null]);
    assert.deepEqual(changed.body.camera, {
      id,
      ...fields,
      proj_code: 'P2',
      plant_name: 'P2',
      version: 2,
      // spec §3: Security camera
      name: 'Gate',
      stream: 8,
    });
    // What is left out stays.
    const woken = await call('PUT', `/api/v1/security_camera/${id}/`, { is_active: true });
    assert.deepEqual(woken.body.camera, {
      ...(changed.body.camera as object),
      is_active: true,
      version: 3,
    });
    assert.equal((await call('PUT', `/api/v1/security_camera/${id}/`, { is_active: false })).status, 200);
    const second = await call('PUT', `/api/v1/security_camera/${id}/`, { ...fields, version: 1 });
    assert.deepEqual([second.status, second.body.success], [409, false]);
    assert.equal(
      (await call('PUT', `/api/v1/security_camera/${id}/`, { ...fields, id: id + 1 })).status,
      404,
    );
    assert.equal((await call('GET', `/api/v1/proxy_img/?id=${id}`)).status, 409);
    assert.deepEqual((await call('DELETE', `/api/v1/security_camera/${id}/`)).body, {
      success: true,
      error: null,
    });
    const gone = await call('DELETE', `/api/v1/security_camera/${id}/`);
    assert.deepEqual([gone.status, gone.body.error], [404, 'Error on camera delete']);
  });

  it('are reached where a person says, who is told what is wrong with it', async () => {
    const post = (more: object) =>
      call('POST', '/api/v1/security_camera_plant/', { ...serverOf(more), proj_code: 'P2' });
    for (const [more, code] of [
      [{ url_plant: 'http://a:b@cameras.example' }, 'url_plant_credentials'],
      [{ url_plant: 'ftp://cameras.example' }, 'url_plant_scheme'],
      [{ picture_path: '/s?password=x' }, 'picture_path_path_credentials'],
      [{ password: 'x' }, 'username_no_username'],
      [{ port: 0 }, 'too_small'],
      [{ port: 65_536 }, 'too_large'],
    ] as const) {
      const { status, body, text } = await post(more);
      assert.equal(status, 400, text);
      assert.equal(body.errors?.[0]?.code, code, text);
    }
    assert.equal((await post({})).status, 201);
    const twice = await post({});
    assert.deepEqual([twice.status, twice.body.error], [409, 'Error updating plant']);
    const put = async (payload: object) => {
      const { body } = await call('PUT', '/api/v1/security_camera_plant/P2/', payload);
      const { url_plant, port, is_https } = (body.plant ?? {}) as Record<string, unknown>;
      return [url_plant, port, is_https];
    };
    assert.deepEqual(await put({ is_https: true }), ['https://127.0.0.1', cameras.port, true]);
    assert.deepEqual(await put({ port: 8443 }), ['https://127.0.0.1', 8443, true]);
    assert.deepEqual(await put({ url_plant: 'http://127.0.0.1' }), ['http://127.0.0.1', 8443, false]);
    const again = { proj_code: 'P2', url_plant: 'http://127.0.0.1', port: 443, is_https: true };
    assert.deepEqual(await put(again), ['https://127.0.0.1', 443, true]);
    assert.equal((await call('DELETE', '/api/v1/security_camera_plant/P2/')).status, 200);
    assert.equal((await call('DELETE', '/api/v1/security_camera_plant/P2/')).status, 404);
  });

  it('say success and error also where nothing was done at all', async () => {
    const said = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.success, body.error];
    const add = (fields: object, as = headers) => call('POST', '/api/v1/security_camera/', fields, as);
    assert.deepEqual(said(await add({ proj_code: 'P2', name: '', stream: 0 })), [
      400,
      false,
      'Error creating a new camera',
    ]);
    assert.deepEqual(said(await add({ proj_code: 'P1', name: 'x', stream: 99 }, viewer)), [
      403,
      false,
      'Error creating a new camera',
    ]);
    assert.deepEqual(said(await call('GET', '/api/v1/security_camera/?proj_code=NONE')), [
      404,
      false,
      'Error loading cameras',
    ]);
    assert.deepEqual(said(await call('PUT', '/api/v1/security_camera_plant/P1/', { port: 'x' })), [
      400,
      false,
      'Error updating plant',
    ]);
  });

  it('are asked once for fifty who look, each of whom is told how old the picture is', async () => {
    assert.equal(
      (await call('POST', '/api/v1/security_camera_plant/', { ...serverOf(), proj_code: 'P1' })).status,
      201,
    );
    const id = await add('P1', 1);
    const shown = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        call('GET', `/api/v1/proxy_img/?id=${id}`, undefined, i % 2 ? headers : viewer),
      ),
    );
    for (const { status, headers: said, raw, text } of shown) {
      assert.equal(status, 200, text);
      assert.deepEqual(raw, picture);
      assert.equal(said['content-type'], 'image/jpeg');
      assert.match(String(said.age), /^\d+$/);
      assert.ok(Math.abs(Date.parse(String(said['x-picture-taken-at'])) - Date.now()) < 60_000);
      assert.equal(said['x-picture-stale'], undefined);
      assert.equal(said['cache-control'], 'no-store');
    }
    assert.equal(cameras.asked.filter(({ url }) => url === '/1').length, 1);
  });

  it('that do not answer any more show their last picture, and that it is not live', async () => {
    const list = await call('GET', '/api/v1/security_camera/?proj_code=P1');
    const [{ id } = { id: 0 }] = list.body.cameras as { id: number }[];
    away = true;
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const { status, headers: said, raw } = await call('GET', `/api/v1/proxy_img/?id=${id}`);
    away = false;
    assert.deepEqual([status, said['x-picture-stale']], [200, 'broken']);
    assert.deepEqual(raw, picture);
    assert.ok(Number(said.age) >= 2);
  });

  it('keep their credentials to themselves, and give them to no other place', async () => {
    const change = (more: object) => call('PUT', '/api/v1/security_camera_plant/P1/', serverOf(more));
    const kept = await change({ username: 'cam', password: SECRET });
    assert.equal((kept.body.plant as { has_credentials: boolean }).has_credentials, true);
    const id = await add('P1', 2);
    assert.deepEqual((await call('GET', `/api/v1/proxy_img/?id=${id}`)).raw, picture);
    const all = await call('GET', '/api/v1/security_camera/');
    assert.ok(!(kept.text + all.text).includes(SECRET) && !all.text.includes('"cam"'));
    const rows = await test.arrange<object>('select s::text from camera_server s');
    assert.ok(!JSON.stringify(rows).includes(Buffer.from(SECRET).toString('hex')));
    const audit = await test.arrange<{ detail: string }>(
      `select detail::text from audit where action like 'camera_server%'`,
    );
    assert.ok(!JSON.stringify(audit).includes(SECRET));
    // As they are: what is left out stays.
    assert.equal(((await change({})).body.plant as { has_credentials: boolean }).has_credentials, true);
    const moved = await change({ url_plant: 'http://127.0.0.2' });
    assert.equal((moved.body.plant as { has_credentials: boolean }).has_credentials, false);
    const ported = await call('PUT', '/api/v1/security_camera_plant/P1/', { is_https: false });
    assert.equal((ported.body.plant as { url_plant: string }).url_plant, 'http://127.0.0.2');
    const back = await change({});
    assert.equal((back.body.plant as { has_credentials: boolean }).has_credentials, false);
    const refused = await call('GET', `/api/v1/proxy_img/?id=${id}`);
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [502, 'no_credentials']);
  });

  it('are seen by who may see their plant, and how they are reached by who may change it', async () => {
    const hidden = await add('P2', 1);
    const of = async (as: Headers) => {
      const { body } = await call('GET', '/api/v1/security_camera/', undefined, as);
      return { cameras: body.cameras as { proj_code: string }[], plants: body.plants as unknown[] };
    };
    const seen = await of(viewer);
    assert.deepEqual([...new Set(seen.cameras.map(({ proj_code }) => proj_code))], ['P1']);
    assert.deepEqual(seen.plants, []);
    assert.equal((await of(headers)).plants.length, 1);
    assert.equal((await call('GET', `/api/v1/proxy_img/?id=${hidden}`, undefined, viewer)).status, 404);
    const refused = await call(
      'POST',
      '/api/v1/security_camera/',
      { proj_code: 'P1', name: 'x', stream: 99 },
      viewer,
    );
    assert.equal(refused.status, 403);
  });

  it('stand in the order that each person has chosen', async () => {
    const ids = async (as: Headers) =>
      (
        (await call('GET', '/api/v1/security_camera/?proj_code=P1', undefined, as)).body.cameras as {
          id: number;
        }[]
      ).map(({ id }) => id);
    const before = await ids(viewer);
    assert.equal(before.length, 2);
    const turned = before.toReversed();
    assert.equal((await call('PUT', '/api/v1/camera-order/', { camera_ids: turned }, viewer)).status, 204);
    assert.deepEqual([await ids(viewer), await ids(headers)], [turned, before]);
    const hidden = (
      (await call('GET', '/api/v1/security_camera/?proj_code=P2')).body.cameras as { id: number }[]
    )[0]?.id;
    assert.equal((await call('PUT', '/api/v1/camera-order/', { camera_ids: [hidden] }, viewer)).status, 404);
  });

  it('of another company are closed where one has configured them first', async () => {
    const other = await makeCompany(test.pool, 'Stranger');
    const owner = await makeUser(test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    const signed = await signIn(test, owner, other);
    await makePlant(test.pool, other, 'P1');
    await call('POST', '/api/v1/security_camera_plant/', { ...serverOf(), proj_code: 'P1' }, signed);
    const made = await call(
      'POST',
      '/api/v1/security_camera/',
      { proj_code: 'P1', name: 'Spy', stream: 1 },
      signed,
    );
    const { id } = made.body.camera as { id: number };
    const refused = await call('GET', `/api/v1/proxy_img/?id=${id}`, undefined, signed);
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [502, 'not_allowed']);

    // What a name led to is closed as well, however the other writes it; a server that moves lets it go.
    named = await startOddCameras({ '1': jpeg(picture), '2': jpeg(picture) });
    const of = { ...serverOf(), port: named.port };
    const put = (more: object, as = headers) =>
      call('PUT', '/api/v1/security_camera_plant/P1/', { ...of, ...more }, as);
    const show = (id: number, as = headers) => call('GET', `/api/v1/proxy_img/?id=${id}`, undefined, as);
    assert.equal((await put({ url_plant: 'http://localhost' })).status, 200);
    const [own] = (await call('GET', '/api/v1/security_camera/?proj_code=P1')).body.cameras as {
      id: number;
    }[];
    const mine = await show(own?.id ?? 0);
    assert.equal(mine.status, 200, mine.text);
    assert.equal((await put({}, signed)).status, 200);
    assert.equal((await show(id, signed)).body.errors?.[0]?.code, 'not_allowed');
    assert.equal((await put({ port: cameras.port })).status, 200);
    assert.equal((await put({}, signed)).status, 200, 'changed, it is asked anew');
    assert.equal((await show(id, signed)).status, 200);
  });
});
