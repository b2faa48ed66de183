import type { NotificationKinds } from '../../shared/server/notifications/kinds.ts';
import { features } from './features.ts';

type Declares = { readonly notifications?: NotificationKinds };

/** Every kind of notification, of all areas; first those with preferences of their own. */
export const notificationKinds: NotificationKinds = features
  .flatMap(({ notifications = [] }: Declares) => notifications)
  .sort((one, other) => Number('settings' in other) - Number('settings' in one));
