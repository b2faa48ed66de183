import type { RecordNotesCalls } from '../../../src/shared/contract/record-notes.ts';
import type { AreaExamples } from './area-examples.ts';
import { jsonOf } from './ask.ts';
import { fresh, made, request } from './making.ts';
import { NONE, type SlotKind } from './slot-kinds.ts';
import type { Things, World } from './world.ts';

type Examples<G extends string> = Pick<AreaExamples<Record<G, RecordNotesCalls>>, 'examples' | 'slots'>;

/** Examples for a group of calls that `recordNotesCalls` has declared, for a record that the world has. */
export function recordNotesExamples<G extends string>(
  group: G,
  record: SlotKind,
  idOf: (things: Things) => string,
): Examples<G> {
  const aComment = async (world: World, things: Things) => {
    const params = { id: idOf(things) };
    const body = { text: `Note ${things.mark} ${fresh()}` };
    const { id } = await made(world, `${group}.addComment`, { params, body });
    const handOver = async (user_id: number) => {
      await world.test.arrange('update record_comment set author_id = $2 where id = $1', [id, user_id]);
    };
    return { params: { ...params, comment_id: String(id) }, handOver };
  };
  const upload = ({ mark }: Things) => {
    const body = Buffer.from(`${mark} ${fresh()}\n`);
    return { query: { file_name: `${mark}.txt`, size: body.length }, body };
  };
  const aFile = async (world: World, things: Things) => {
    const params = { id: idOf(things) };
    const answer = await request(
      world,
      `${group}.addAttachment`,
      { params, ...upload(things) },
      world.headers,
    );
    const { id } = jsonOf(answer) as { id?: number };
    if (id === undefined) throw new Error(`no file was attached: ${answer.text}`);
    const handOver = async (user_id: number) => {
      await world.test.arrange('update record_attachment set author_id = $2 where id = $1', [id, user_id]);
    };
    return { params: { ...params, attachment_id: String(id) }, handOver };
  };
  const of = (_: World, things: Things) => ({ params: { id: idOf(things) } });
  const examples: Examples<'of'>['examples']['of'] = {
    notes: async (world, things) => {
      await aFile(world, things);
      return of(world, things);
    },
    comments: async (world, things) => {
      await aComment(world, things);
      return of(world, things);
    },
    addComment: (world, things) => ({ ...of(world, things), body: { text: things.mark } }),
    changeComment: async (world, things) => ({
      ...(await aComment(world, things)),
      body: { text: things.mark },
    }),
    removeComment: aComment,
    addAttachment: (world, things) => ({ ...of(world, things), ...upload(things) }),
    attachment: aFile,
    removeAttachment: aFile,
    assignees: of,
    assign: async (world, things) => {
      // What is said already changes nothing.
      await made(world, `${group}.assign`, { ...of(world, things), body: { user_id: null } });
      return { ...of(world, things), body: { user_id: world.owner.id } };
    },
  };
  const slots: Record<string, AreaExamples['slots'][string]> = {
    [`${group}.assign user_id`]: NONE,
    [`${group}.addAttachment size`]: NONE,
    [`${group}.addAttachment client_key`]: NONE,
    [`${group}.addComment client_key`]: NONE,
  };
  for (const name of Object.keys(examples)) slots[`${group}.${name} id`] = record;
  for (const name of ['changeComment', 'removeComment'])
    slots[`${group}.${name} comment_id`] = { made: true };
  for (const name of ['attachment', 'removeAttachment'])
    slots[`${group}.${name} attachment_id`] = { made: true };
  return { examples: { [group]: examples } as never, slots };
}
