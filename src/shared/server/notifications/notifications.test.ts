import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import {
  QUIET_SOURCE,
  VISIT_ASSIGNED,
  VISIT_OVERDUE,
} from '../../../../tests/support/visit-notifications.ts';
import type { Notification, NotificationKind } from '../../contract/notifications.contract.ts';
import { inScope, type Scope } from '../tenancy.ts';
import { dispatchPublished } from './dispatch.ts';
import type { KeptKind } from './kinds.ts';
import { deleteOldPublished } from './notifications.repository.ts';
import { type Publication, publish } from './publish.ts';

const KEPT: KeptKind = {
  kind: 'kept',
  capability: 'asset.read',
  words: { en: { label: 'Kept' }, it: { label: 'Tenuti' } },
  settings: '/apps/asset/kept',
  source: QUIET_SOURCE,
};
const KINDS = [KEPT, VISIT_ASSIGNED, VISIT_OVERDUE];

interface Bell {
  count: number;
  unread: number;
  results: Notification[];
}

describe('notifications that areas publish', () => {
  let test: TestApp;
  let company: Scope;
  let [seen, hidden] = [0, 0];
  let owner: TestUser;
  let viewer: TestUser;
  let headers: { owner: Headers; viewer: Headers };
  let made = 0;
  before(async () => {
    test = await createTestApp({ notificationKinds: KINDS });
  });
  after(() => test?.close());
  beforeEach(async () => {
    company = await makeCompany(test.pool, `Company ${++made}`);
    [seen, hidden] = [
      await makePlant(test.pool, company, `SEEN-${made}`),
      await makePlant(test.pool, company, `HIDDEN-${made}`),
    ];
    owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    viewer = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'], plants: [seen] });
    headers = { owner: await signIn(test, owner, company), viewer: await signIn(test, viewer, company) };
  });

  const assign = (more: Partial<Publication<{ title: string }>> = {}) =>
    inScope(test.pool, company, (tx) =>
      publish(tx, VISIT_ASSIGNED, { subject: 7, plant_id: seen, params: { title: 'Inverter 3' }, ...more }),
    );
  const dispatch = () =>
    inScope(test.pool, company, (tx) => {
      const at = new Date();
      return dispatchPublished(tx, KINDS, { at, mail_due_at: at, unsent: false });
    });
  const ask = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, by: Headers, payload?: object) => {
    const answer = await test.app.inject({ method, url, headers: by, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json<T>() };
  };
  const bell = async (by: Headers, query = '') =>
    (await ask<Bell>('GET', `/api/v1/notifications/${query}`, by)).body;

  it('stand in the bell of everybody who may know of them, in their language', async () => {
    await assign();
    await dispatch();
    const { count, unread, results } = await bell({ ...headers.viewer, 'accept-language': 'it' });
    assert.deepEqual([count, unread], [1, 1]);
    const [one] = results;
    assert.equal(one?.message, 'Ti è stata assegnata la visita «Inverter 3»');
    assert.equal(one?.link, '/apps/asset/visits?open=7');
    assert.equal(one?.plant?.proj_code, `SEEN-${made}`);
    assert.equal((await bell(headers.owner)).count, 1);
  });

  it('come to nobody who does not see the plant, lacks the capability, is not meant, or caused them', async () => {
    await assign({ plant_id: hidden });
    await inScope(test.pool, company, (tx) =>
      publish(tx, VISIT_OVERDUE, { subject: 8, plant_id: seen, params: { title: 'Roof' } }),
    );
    await assign({ subject: 9, to: [owner.id] });
    await dispatch();
    assert.equal((await bell(headers.viewer)).count, 0);
    assert.equal((await bell(headers.owner)).count, 3);
  });

  it('leave the bell of whoever is kept from the plant since', async () => {
    await assign();
    await dispatch();
    await test.arrange('delete from company_user_plant where user_id = $1', [viewer.id]);
    const { count, unread, results } = await bell(headers.viewer);
    assert.deepEqual([count, unread, results], [0, 0, []]);
  });

  it('are published where the transaction commits, and once by their key', async () => {
    await assert.rejects(
      inScope(test.pool, company, async (tx) => {
        await publish(tx, VISIT_ASSIGNED, { subject: 1, plant_id: null, params: { title: 'x' } });
        throw new Error('rolled back');
      }),
    );
    await assign({ once: 'visit 7' });
    await assign({ once: 'visit 7' });
    await dispatch();
    await dispatch();
    assert.equal((await bell(headers.owner)).count, 1);
  });

  it('are read by their reader alone', async () => {
    await assign();
    await assign({ subject: 8 });
    await dispatch();
    const [first] = (await bell(headers.owner)).results;
    const read = (by: Headers, body: object) =>
      ask<{ changed: number }>('POST', '/api/v1/notifications/read/', by, body);
    assert.deepEqual((await read(headers.owner, { ids: [first?.id ?? 0] })).body, { changed: 1 });
    assert.deepEqual((await read(headers.owner, { ids: [first?.id ?? 0] })).body, { changed: 0 });
    assert.equal((await bell(headers.owner)).unread, 1);
    assert.equal((await bell(headers.owner, '?unread=true')).count, 1);
    assert.equal((await bell(headers.viewer)).unread, 2);
    assert.deepEqual((await read(headers.viewer, {})).body, { changed: 2 });
  });

  it('come as each person chose for the kind', async () => {
    const path = '/api/v1/notification-kinds/';
    const { body: kinds } = await ask<NotificationKind[]>('GET', path, headers.viewer);
    assert.deepEqual(
      kinds.map(({ kind, channels, settings }) => ({ kind, channels, settings })),
      [
        { kind: 'kept', channels: null, settings: '/apps/asset/kept' },
        { kind: 'visits.assigned', channels: VISIT_ASSIGNED.channels, settings: null },
      ],
    );
    const nothing = { bell: false, mail: false, digest: false };
    const saved = await ask<NotificationKind>('PUT', `${path}visits.assigned/`, headers.viewer, nothing);
    assert.deepEqual([saved.status, saved.body.channels], [200, nothing]);
    assert.equal((await ask('PUT', `${path}kept/`, headers.viewer, nothing)).status, 404);
    assert.equal((await ask('PUT', `${path}nothing.such/`, headers.viewer, nothing)).status, 404);
    await assign();
    await dispatch();
    assert.equal((await bell(headers.viewer)).count, 0);
    assert.equal((await bell(headers.owner)).count, 1);
  });

  it('wait for an instance that knows their kind, and go after two months', async () => {
    await assign({ at: new Date(Date.now() - 59 * 86_400_000) });
    const unknowing = await inScope(test.pool, company, (tx) =>
      dispatchPublished(tx, [KEPT, VISIT_OVERDUE], {
        at: new Date(),
        mail_due_at: new Date(),
        unsent: false,
      }),
    );
    assert.equal(unknowing, false);
    await dispatch();
    await inScope(test.pool, company, deleteOldPublished);
    assert.equal((await bell(headers.owner)).count, 1);
    await test.arrange(`update notification set at = at - interval '2 days' where company_id = $1`, [
      company.company_id,
    ]);
    await inScope(test.pool, company, deleteOldPublished);
    assert.equal((await bell(headers.owner)).count, 0);
  });
});
