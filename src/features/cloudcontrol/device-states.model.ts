/**
 * How a device stands: it answers (or, without a port, its readings come in), it does not, nobody has tried yet or has
 * said so lately, it is switched off, or it is a pattern to copy that is never asked.
 */
export const DEVICE_STATES = ['answering', 'silent', 'unknown', 'disabled', 'template'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** As people see them: a silence that is the night's rest is none that is wrong. */
export const SHOWN_STATES = ['answering', 'silent', 'asleep', 'unknown', 'disabled', 'template'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export const shownState = ({ state, asleep }: { state: DeviceState; asleep: boolean }): ShownState =>
  asleep ? 'asleep' : state;
