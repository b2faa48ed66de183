/** What other areas show of readings declared bad. */
export { MarksButton } from './MarksButton.tsx';
export type { Markable } from './marks.model.ts';
