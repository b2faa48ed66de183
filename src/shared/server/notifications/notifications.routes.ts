import type { notificationsCalls } from '../../contract/notifications.contract.ts';
import type { Handlers } from '../http/mount.ts';
import type { NotificationKinds } from './kinds.ts';
import { listMine, listMyKinds, readMine, saveMyKind } from './notifications.service.ts';

/** Calls for a person's notifications, over every kind that an area declares. */
export function notificationsHandlers(kinds: NotificationKinds): Handlers<typeof notificationsCalls> {
  return {
    list: ({ tx, query: { unread, ...page }, language }) =>
      listMine(tx, kinds, {
        ...page,
        unread: unread === undefined ? undefined : unread === 'true',
        language,
      }),
    markRead: ({ tx, body, now }) => readMine(tx, body.ids, now),
    kinds: ({ tx, language }) => listMyKinds(tx, kinds, language),
    saveKind: ({ tx, params, body, language }) =>
      saveMyKind(tx, kinds, { kind: params.kind, channels: body, language }),
  };
}
