import { dateOf, instantOf, writeTime } from './zone.model.ts';

/** An instant as the clocks of a zone show it, written as date pickers take it: YYYY-MM-DD HH:mm:00. */
export function writeWall(at: number, zone: string): string {
  return `${dateOf(at, zone)} ${writeTime(at, zone)}:00`;
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/;

/** The instant (epoch ms) of a wall time written YYYY-MM-DD HH:mm:ss in a zone; undefined where it is none. */
export function instantOfWall(text: string | null, zone: string): number | undefined {
  const parts = LOCAL.exec(text ?? '');
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return instantOf({ year, month, day, hour, minute, second }, zone);
}
