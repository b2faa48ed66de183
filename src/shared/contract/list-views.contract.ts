import { z } from 'zod';
import { area, call } from './call.ts';
import { Id, lineOf, nameOf, Version } from './fields.ts';

/** Views of one list that a person keeps in a company. */
export const MAX_VIEWS = 50;
/** Views of all lists together. */
export const MAX_OWN_VIEWS = 500;

/** The name of a list, the same for good. */
const ListName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the name of a list');
/** What the address of a list says, by its parts. */
const Search = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), lineOf(400))
  .refine((search) => Object.keys(search).length <= 40, 'at most 40 parts');
const Hidden = z.array(z.string().regex(/^\w{1,60}$/)).max(60);

export const ListView = z.object({
  id: z.int(),
  list: z.string(),
  name: z.string(),
  search: z.record(z.string(), z.string()),
  /** Columns that are not shown; null: as the reader has them. */
  hidden: z.array(z.string()).nullable(),
  /** Whether everybody in the company finds it at the list; each sees what they may see. */
  shared: z.boolean(),
  mine: z.boolean(),
  /** Null where the owner has left the company. */
  owner: z.object({ id: z.int(), name: z.string() }).nullable(),
  version: z.int(),
});
export type ListView = z.infer<typeof ListView>;

const fields = { name: nameOf(60), search: Search, hidden: Hidden.nullable() };
const byId = z.object({ id: Id });
const topics = ['list_views'];

/** Views of lists, of every area. */
export const listViewsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/list-views/',
    summary: "One's own views of a list, or of all, and those that are shared in the company",
    topics,
    access: 'company.read',
    query: z.object({
      list: ListName.describe('the name that its page declares, such as alarms').optional(),
      search: nameOf(100).describe('words of a name').optional(),
    }),
    ok: z.array(ListView),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/list-views/',
    summary: 'Saves a view of a list as its owner',
    topics,
    access: 'company.read',
    body: z.object({ list: ListName, ...fields, hidden: fields.hidden.default(null) }),
    ok: ListView,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/list-views/{id}/',
    summary: "Changes one of one's own views; omitted fields stay, a stale version is a conflict",
    topics,
    access: 'company.read',
    params: byId,
    body: z.object(fields).partial().extend({ version: Version.optional() }),
    ok: ListView,
    conflict: ListView,
  }),
  share: call({
    method: 'PUT',
    path: '/api/v1/list-views/{id}/shared/',
    summary: "Shares one of one's own views in the company, or keeps it to oneself again",
    topics,
    access: 'records.write',
    params: byId,
    body: z.object({ shared: z.boolean(), version: Version.optional() }),
    ok: ListView,
    conflict: ListView,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/list-views/{id}/',
    summary: "Deletes one of one's own views; who manages the company also a shared one whose owner left",
    topics,
    access: 'company.read',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
});
