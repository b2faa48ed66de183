/** How requests are framed; a serial line knows no `tcp`. */
export const FRAMERS = ['tcp', 'rtu', 'ascii'] as const;
export type Framer = (typeof FRAMERS)[number];
