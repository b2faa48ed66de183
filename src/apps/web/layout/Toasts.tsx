import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

/** Where short messages appear: on a phone at the top, for what one presses next stands at the bottom. */
export function Toasts() {
  const phone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false });
  return <Notifications position={phone ? 'top-center' : 'bottom-right'} containerWidth={360} limit={3} />;
}
