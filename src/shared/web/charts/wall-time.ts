import { dateOf, writeTime } from './zone.model.ts';

/** An instant as the clocks of a zone show it, written as date pickers take it: YYYY-MM-DD HH:mm:00. */
export function writeWall(at: number, zone: string): string {
  return `${dateOf(at, zone)} ${writeTime(at, zone)}:00`;
}
