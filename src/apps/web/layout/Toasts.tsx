import { Notifications } from '@mantine/notifications';

/** Where short messages appear. */
export function Toasts() {
  return <Notifications position="bottom-right" containerWidth={360} limit={3} />;
}
