const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

/** Two names as people order them: INV2 stands before INV10, whatever the case. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);
