/** The columns of a device's row; those that are `wide` give way on narrower screens. */
export const COLUMNS = [
  { id: 'device', numeric: false, wide: false, descFirst: false },
  { id: 'state', numeric: false, wide: false, descFirst: false },
  { id: 'contact', numeric: false, wide: false, descFirst: true },
  { id: 'success', numeric: true, wide: false, descFirst: false },
  { id: 'latency', numeric: true, wide: true, descFirst: true },
  { id: 'category', numeric: false, wide: false, descFirst: false },
  { id: 'unit', numeric: true, wide: false, descFirst: false },
  { id: 'address', numeric: false, wide: true, descFirst: false },
] as const;
export type Column = (typeof COLUMNS)[number];
