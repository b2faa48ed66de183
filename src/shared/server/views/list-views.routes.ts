import type { listViewsCalls } from '../../contract/list-views.contract.ts';
import type { Handlers } from '../http/mount.ts';
import { changeView, createView, removeView, shareView, viewsOf } from './list-views.service.ts';

export const listViewsHandlers: Handlers<typeof listViewsCalls> = {
  list: ({ tx, query }) => viewsOf(tx, query.list),
  create: ({ tx, body }) => createView(tx, body),
  update: ({ tx, params, body }) => changeView(tx, params.id, body),
  share: ({ tx, params, body }) => shareView(tx, params.id, body),
  remove: ({ tx, params }) => removeView(tx, params.id),
};
