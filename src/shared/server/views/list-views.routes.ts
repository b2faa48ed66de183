import type { listViewsCalls } from '../../contract/list-views.contract.ts';
import type { Handlers } from '../http/mount.ts';
import type { ListAccess } from './list-access.ts';
import { changeView, createView, removeView, shareView, viewsOf } from './list-views.service.ts';

/** @param lists who may read which */
export const listViewsHandlers = (lists: ListAccess): Handlers<typeof listViewsCalls> => ({
  list: ({ tx, query }) => viewsOf(tx, lists, query),
  create: ({ tx, body }) => createView(tx, body),
  update: ({ tx, params, body }) => changeView(tx, lists, { ...body, ...params }),
  share: ({ tx, params, body }) => shareView(tx, lists, { ...body, ...params }),
  remove: ({ tx, params }) => removeView(tx, lists, params.id),
});
