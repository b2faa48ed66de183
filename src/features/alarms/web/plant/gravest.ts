/** What the home page shows of the open alarms. */
export const GRAVEST = {
  query: { closed: 'false', consequences: 'false', order: 'severity', page: '1', page_size: '6' },
} as const;
