import { z } from 'zod';
import { area, call } from './call.ts';

/** Lists of which a person keeps a layout in a company. */
export const MAX_LAYOUTS = 200;

/** How much room a row or card takes. */
export const DENSITIES = ['comfortable', 'compact'] as const;

const ListName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the name of a list');
const Columns = z.array(z.string().regex(/^\w{1,60}$/)).max(60);

const Layout = z.object({
  columns: Columns.describe("in the person's order; empty: as the list has them"),
  hidden: Columns.describe('those that are not shown'),
  density: z.enum(DENSITIES).nullable().describe('null: as the list has it'),
});
export type Layout = z.infer<typeof Layout>;

export const ListLayout = Layout.extend({ list: z.string() });
export type ListLayout = z.infer<typeof ListLayout>;

const topics = ['list_layouts'];

/** How a person has arranged lists, of every area. */
export const listLayoutsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/list-layouts/',
    summary: 'How the person has arranged the columns of each list',
    topics,
    access: 'company.read',
    ok: z.array(ListLayout),
  }),
  save: call({
    method: 'PUT',
    path: '/api/v1/list-layouts/{list}/',
    summary: 'Keeps how the person has arranged the columns of a list',
    topics,
    access: 'company.read',
    params: z.object({ list: ListName.describe('the name that its page declares, such as alarms') }),
    body: Layout,
    ok: ListLayout,
  }),
});
