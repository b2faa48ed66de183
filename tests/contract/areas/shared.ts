import type { sharedFeature } from '../../../src/shared/server/shared.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { jsonOf } from '../support/ask.ts';
import { NEVER, NOON } from '../support/canary-ground.ts';
import { fresh, made, request } from '../support/making.ts';
import { NONE, word } from '../support/slot-kinds.ts';
import type { World } from '../support/world.ts';

/** The key in a signed address that waits for its file. */
async function anAddress(world: World): Promise<string> {
  const answer = await request(world, 'files.createUpload', { body: {} }, world.headers);
  const { url } = jsonOf(answer) as { url?: string };
  if (url === undefined) throw new Error(`no address was made: ${answer.text}`);
  return url.split('/').at(-2) ?? '';
}

/** The number of a view that the world's owner keeps. */
async function aView(world: World): Promise<string> {
  const body = { list: `l${fresh()}`, name: 'View', search: {} };
  return String((await made(world, 'listViews.create', { body })).id);
}

/** A notification that stands in the owner's bell. */
async function aNotification({ test, scope, owner }: World): Promise<void> {
  await test.arrange(
    `with made as (
       insert into notification (company_id, id, kind, subject, params, dispatched_at)
       select $1, 1 + coalesce(max(id), 0), 'webhook.switched_off', '1', '{"webhook": "x", "host": "y"}', now()
       from notification where company_id = $1 returning id)
     insert into notification_recipient (company_id, notification_id, user_id, in_bell, in_digest)
     select $1, id, $2, true, false from made`,
    [scope.company_id, owner.id],
  );
}

/** Gives a view to whoever is to change it. */
const viewTo = (world: World, id: string) => async (user_id: number) => {
  await world.test.arrange('update list_view set owner_id = $2 where id = $1', [id, user_id]);
};

/** Examples for the loops: what every area uses. */
export const area: AreaExamples<typeof sharedFeature.calls> = {
  examples: {
    live: {
      events: () => ({}),
    },
    files: {
      createUpload: (_, { mark }) => ({ body: { file_name: `${mark}.csv` } }),
      putUpload: async (world, { mark }) => ({
        params: { key: await anAddress(world) },
        body: Buffer.from(`${mark};${fresh()}\r\n`),
      }),
    },
    listLayouts: {
      list: () => ({}),
      save: (_, { mark }) => ({
        params: { list: `l${fresh()}` },
        body: { columns: ['name', 'code'], hidden: [mark.replace(/\W/g, '')], density: 'compact' },
      }),
    },
    listViews: {
      list: async (world) => {
        const list = `l${fresh()}`;
        await made(world, 'listViews.create', { body: { list, name: 'View', search: {} } });
        return { query: { list } };
      },
      create: (_, { mark }) => ({
        body: { list: `l${fresh()}`, name: mark, search: { q: mark }, hidden: ['code'] },
      }),
      update: async (world, { mark }) => {
        const id = await aView(world);
        return { params: { id }, body: { search: { q: mark } }, handOver: viewTo(world, id) };
      },
      share: async (world) => {
        const id = await aView(world);
        return { params: { id }, body: { shared: true }, handOver: viewTo(world, id) };
      },
      remove: async (world) => {
        const id = await aView(world);
        return { params: { id }, handOver: viewTo(world, id) };
      },
    },
    mail: {
      outbox: () => ({}),
    },
    notifications: {
      list: async (world) => {
        await aNotification(world);
        return {};
      },
      markRead: () => ({ body: {} }),
      kinds: () => ({}),
      saveKind: () => ({
        params: { kind: 'webhook.switched_off' },
        body: { bell: true, mail: false, digest: false },
      }),
    },
    places: {
      find: () => ({ query: { q: 'Via Garibaldi 10, Lecce' } }),
    },
  },
  slots: {
    // The address proves by itself whose it is; a changed one is another test's affair.
    'files.putUpload key': NONE,
    'listLayouts.save list': NONE,
    'listViews.update id': word,
    'listViews.share id': word,
    'listViews.remove id': word,
    'notifications.saveKind kind': NONE,
    'notifications.markRead ids': NONE,
  },
  rows: {
    resolved_endpoint: ({ company_id, ids, mark }) => ({ company_id, port_id: ids.port, endpoint: mark }),
    allowed_endpoint: ({ company_id, mark }) => ({
      company_id,
      entry: `${mark}.example:502`,
      host: `${mark}.example`,
      from_port: 502,
      to_port: 502,
      given_by: 'administrator',
    }),
    audit: ({ company_id, mark, user_id }) => ({
      company_id,
      actor_id: user_id,
      action: mark,
      target: mark,
      detail: { name: mark },
      address: '192.0.2.77',
    }),
    changed_days: ({ company_id, ids }) => ({ company_id, plant_id: ids.plant, from_at: NOON, to_at: NEVER }),
    upload: ({ company_id, mark, user_id }) => ({
      company_id,
      created_by: user_id,
      content_type: 'text/csv',
      file_name: `${mark}.csv`,
      bytes: Buffer.from(`time;${mark}\n${NOON};1`),
      size_bytes: 40,
      received_at: NOON,
      expires_at: NEVER,
    }),
    signed_link: ({ company_id, mark }) => ({
      company_id,
      kind: mark,
      record_id: 1,
      party: mark,
      digest: Buffer.alloc(32, 1),
      expires_at: NEVER,
    }),
    sms_outbox: ({ mark }) => ({ to_number: mark, sealed_text: Buffer.from(mark), fault: mark }),
    list_layout: ({ company_id, mark, user_id }) => ({
      company_id,
      user_id,
      list: mark,
      columns: [mark],
      hidden: [mark],
    }),
    list_view: ({ company_id, mark, user_id }) => ({
      company_id,
      owner_id: user_id,
      list: mark,
      name: mark,
      search: { plant: mark },
      hidden: [mark],
      shared: true,
    }),
    notification: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      kind: mark,
      plant_id: ids.plant,
      subject: mark,
      params: { name: mark },
      user_ids: [user_id],
      actor_id: user_id,
      once_key: mark,
      dispatched_at: NOON,
    }),
    notification_recipient: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      notification_id: ids.notification,
      user_id,
      in_bell: true,
      in_digest: false,
      outcome: mark,
    }),
    notification_preference: ({ company_id, mark, user_id }) => ({
      company_id,
      user_id,
      kind: mark,
      bell: true,
      mail: false,
      digest: false,
    }),
    record_comment: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      kind: 'device',
      record_id: ids.device,
      plant_id: ids.plant,
      author_id: user_id,
      body: mark,
    }),
    record_attachment: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      kind: 'device',
      record_id: ids.device,
      plant_id: ids.plant,
      author_id: user_id,
      file_name: mark,
      size_bytes: mark.length,
      media_type: 'text/plain',
      sha256: '0'.repeat(64),
      received_at: NOON,
    }),
    // Of the area plants, and hangs on the file.
    plant_document: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      attachment_id: ids.record_attachment,
      title: mark,
      kind: 'other',
    }),
    record_attachment_part: ({ company_id, ids, mark }) => ({
      company_id,
      attachment_id: ids.record_attachment,
      number: 0,
      bytes: Buffer.from(mark),
    }),
    record_assignment: ({ company_id, ids, mark }) => ({
      company_id,
      kind: 'device',
      record_id: ids.device,
      plant_id: ids.plant,
      party: mark,
      assigned_at: NOON,
    }),
    late_days: ({ company_id }) => ({ company_id, changed_at: NOON }),
    messages_of_day: ({ company_id, mark }) => ({
      company_id,
      day: '2026-06-01',
      channel: 'mail',
      address: Buffer.from(mark),
      count: 1,
    }),
    mail_outbox: ({ mark }) => ({
      to_address: `${mark}@example.org`,
      language: 'it',
      subject: mark,
      unsubscribe_url: mark,
      body_text: mark,
      body_html: mark,
      fault: mark,
      attachment_name: mark,
    }),
  },
  meaningful: {
    'plant_document.kind': 'a word of a closed vocabulary',
    'record_comment.kind': 'the table of the record',
    'record_attachment.kind': 'the table of the record',
    'record_attachment.media_type': 'what the file is, of a few kinds',
    'record_assignment.kind': 'the table of the record',
  },
};
