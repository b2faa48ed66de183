import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';

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
export interface MarkRequest {
  device_id: number | null;
  /** None: all of the device. */
  variables: string[];
  /** YYYY-MM-DD HH:mm:ss */
  start: string;
  end: string;
  reason: string;
}
