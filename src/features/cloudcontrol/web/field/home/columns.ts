/** The columns of a device's row; those that are `wide` give way on narrower screens. */
export const COLUMNS = [
  { id: 'device', numeric: false, wide: false, descFirst: false, width: '17%' },
  { id: 'state', numeric: false, wide: false, descFirst: false, width: '20%' },
  { id: 'contact', numeric: false, wide: false, descFirst: true, width: '11%' },
  { id: 'success', numeric: true, wide: false, descFirst: false, width: '11%' },
  { id: 'latency', numeric: true, wide: true, descFirst: true, width: '8%' },
  { id: 'category', numeric: false, wide: false, descFirst: false, width: '12%' },
  { id: 'unit', numeric: true, wide: false, descFirst: false, width: '7%' },
  { id: 'address', numeric: false, wide: true, descFirst: false, width: '13%' },
] as const;
export type Column = (typeof COLUMNS)[number];
