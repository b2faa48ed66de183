import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { instantOf } from '../../../../shared/web/charts/zone.model.ts';

/** A device whose readings may be marked. */
export interface Markable {
  device_id: number;
  short_name: string;
  variables: readonly { name: string; label: string }[];
}

/** A plant's bad readings, opened from its chart. */
export interface MarksProps {
  proj_code: string;
  zone: string;
  devices: readonly Markable[];
  /** What the chart shows just now. */
  view: TimeWindow;
}

/** What a person types to mark readings; instants as the plant's clocks show them. */
export interface MarkWish {
  device_id: string;
  /** None: all of the device. */
  variables: string[];
  /** YYYY-MM-DD HH:mm:ss */
  start: string | null;
  end: string | null;
  reason: string;
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
