import { offsetAt } from '../../../../shared/units/zones.ts';
import type { CloudQuarter } from '../../cloud-readings.model.ts';

export interface AskedSite {
  readonly site_id: string;
  readonly time_zone: string;
  readonly with_storage: boolean;
  /** Epoch ms, half-open. */
  readonly from: number;
  readonly to: number;
}

/** A manufacturer's cloud that homes are read from: one port, whoever stands behind it. */
export interface Vendor {
  /** Where it is asked unless a setting says otherwise. */
  readonly url: string;
  /** Hours that one question may be of; `sure_hours` where longer ones are refused. */
  readonly most_hours: number;
  readonly sure_hours: number;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** What is asked of a site, one path and query each. */
  readonly questions: (site: AskedSite) => readonly string[];
  /** What the answers mean, in the order of the questions. @throws ZodError where they are no answers of this vendor */
  readonly read: (answers: readonly unknown[]) => CloudQuarter[];
}

/** An instant as the clock at the site shows it, without an offset. */
export const localTime = (zone: string, ts: number): string =>
  new Date(ts + offsetAt(zone, ts)).toISOString().slice(0, 19);
