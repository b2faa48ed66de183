/** One or many: Italian has a third form for whole millions, and here none of its words needs it. */
export const grammarCount = (count: number): 1 | 2 => (count === 1 ? 1 : 2);
