import type { StateLook } from '../../../shared/web/theme/states.ts';
import type { SendingState } from '../sending-states.model.ts';

/** How a state of sending is shown. */
export const SENDING_LOOK: Readonly<Record<SendingState, StateLook>> = {
  sends: 'success',
  late: 'warning',
  silent: 'alarm',
  never: 'nodata',
};
