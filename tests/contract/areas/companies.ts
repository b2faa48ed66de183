import { createHash } from 'node:crypto';
import type { companiesFeature } from '../../../src/features/companies/companies.feature.ts';
import { makeKey, makeUser, signIn } from '../../support/app.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { NEVER } from '../support/canary-ground.ts';
import { closing, fresh, made } from '../support/making.ts';
import { device, key } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

/** A png of one pixel. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const ownId = ({ scope }: World) => ({ id_client: String(scope.company_id) });

/** A new member of the world's company, whom nothing else knows. */
async function aMember({ test, scope }: World, { plant_id }: Things): Promise<string> {
  return String((await makeUser(test, { company: scope, roles: ['WORKER'], plants: [plant_id] })).id);
}

/** A new invitation to the world's company, with the token of its link. */
async function anInvitation({ test, scope }: World, { mark, plant_id }: Things) {
  const [email, token] = [`${fresh()}@example.org`, fresh()];
  const [row] = await test.arrange<{ id: number }>(
    `with i as (insert into invitation (company_id, email, first_name, last_name, roles, digest, sent_at, expires_at)
       values ($1, $2, $3, $3, '{WORKER}', sha256($4::bytea), now() - interval '1 hour', now() + interval '7 days') returning id),
     p as (insert into invitation_plant (company_id, invitation_id, plant_id) select $1, id, $5 from i)
     select id from i`,
    [scope.company_id, email, mark, token, plant_id],
  );
  return { id: String(row?.id), email, token };
}

/** Examples for the loops: companies and their people. */
export const area: AreaExamples<typeof companiesFeature.calls> = {
  examples: {
    companies: {
      list: () => ({}),
      get: ({ scope }) => ({ params: { id_client: String(scope.company_id) } }),
      create: async ({ test }, { mark }) => ({
        headers: await signIn(test, await makeUser(test)),
        body: { name: mark, description: mark },
      }),
      update: ({ scope }, { mark }) => ({
        params: { id_client: String(scope.company_id) },
        body: { description: `${mark} ${fresh()}`, telephone: '' },
      }),
      disable: (world) => {
        closing.add(world);
        return { params: { id_client: String(world.scope.company_id) }, body: { enabled: false } };
      },
      keep: async ({ test, scope }) => {
        await test.arrange('update company set claim_due = true where id_client = $1', [scope.company_id]);
        return { params: { id_client: String(scope.company_id) } };
      },
      getLogo: async (world) => {
        await made(world, 'companies.putLogo', { params: ownId(world), body: PNG });
        return { params: ownId(world) };
      },
      putLogo: (world) => ({ params: ownId(world), body: PNG }),
      removeLogo: async (world) => {
        await made(world, 'companies.putLogo', { params: ownId(world), body: PNG });
        return { params: ownId(world) };
      },
      listDevices: () => ({}),
      getDevice: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      listUsers: (_, { plant_id }) => ({ query: { plant_id: String(plant_id) } }),
      getUser: async (world, things) => ({ params: { id: await aMember(world, things) } }),
      inviteUser: (_, { mark, plant_id }) => ({
        body: {
          email: `${fresh()}@example.org`,
          first_name: mark,
          last_name: mark,
          roles: ['WORKER'],
          related_plants: [String(plant_id)],
        },
      }),
      updateUser: async (world, things) => ({
        params: { id: await aMember(world, things) },
        body: { first_name: things.mark, roles: ['VIEWER'], related_plants: [String(things.plant_id)] },
      }),
      listMade: async (world, things) => ({ params: { id: await aMember(world, things) } }),
      listColleagues: () => ({}),
      listInvitations: () => ({}),
      renewInvitation: async (world, things) => ({ params: { id: (await anInvitation(world, things)).id } }),
      withdrawInvitation: async (world, things) => ({
        params: { id: (await anInvitation(world, things)).id },
      }),
      findInvitation: async (world, things) => ({
        body: { token: (await anInvitation(world, things)).token },
      }),
      acceptInvitation: async (world, things) => {
        const { email, token } = await anInvitation(world, things);
        return { headers: await signIn(world.test, await makeUser(world.test, { email })), body: { token } };
      },
      listCompanyPlants: () => ({}),
      listKeys: () => ({}),
      createKey: (_, { mark, proj_code }) => ({
        body: { name: `${mark} ${fresh()}`, scopes: ['ingest'], proj_code },
      }),
      revokeKey: async ({ test, scope }, { mark }) => ({
        params: { id: String((await makeKey(test, scope, { name: mark })).id) },
      }),
      listAudit: ({ owner }) => ({ query: { actor_id: String(owner.id) } }),
      exportAudit: ({ owner }) => ({ query: { actor_id: String(owner.id), language: 'en' } }),
    },
  },
  slots: {
    'companies.revokeKey id': key,
    'companies.getDevice id': device,
    // Users and invitations are made by the example itself, in the company that it is given.
    'companies.getUser id': { made: true },
    'companies.updateUser id': { made: true },
    'companies.listMade id': { made: true },
    'companies.renewInvitation id': { made: true },
    'companies.withdrawInvitation id': { made: true },
  },
  rows: {
    company: ({ company_id: id_client, mark }) => ({
      id_client,
      name: `Company ${mark}`,
      description: mark,
      telephone: mark,
      tag_key: mark,
      company_slug: mark,
    }),
    company_logo: ({ company_id, mark }) => ({
      company_id,
      digest: createHash('sha256').update(mark).digest('hex'),
      // Documents print it: it stays an image, and readers of images leave what stands behind its end.
      bytes: Buffer.concat([ONE_PIXEL, Buffer.from(mark)]),
    }),
    company_user: ({ company_id, user_id, mark }) => ({
      company_id,
      user_id,
      first_name: mark,
      last_name: mark,
      roles: ['WORKER', 'APP_0'],
    }),
    api_key: ({ company_id, mark, user_id }) => ({
      company_id,
      name: mark,
      digest: Buffer.from(mark),
      hint: mark,
      scopes: ['read'],
      created_by: user_id,
    }),
    invitation: ({ company_id, mark, user_id }) => ({
      company_id,
      email: `invited-${mark}@example.org`,
      first_name: mark,
      last_name: mark,
      roles: ['VIEWER'],
      digest: Buffer.from(mark),
      invited_by: user_id,
      expires_at: NEVER,
    }),
  },
};
