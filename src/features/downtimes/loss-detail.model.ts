import type { Input } from '../forecast/inputs.model.ts';
import type { LossModel, Unsold } from './loss.model.ts';

/** Why a downtime has no figure. */
export const LOSS_LACKS = ['power', 'devices', 'data', 'early'] as const;
export type LossLack = (typeof LOSS_LACKS)[number];

/** What a downtime's figures were made from, kept beside them as it was then. */
export interface LossDetail {
  /** Power of the plant that the percentage is a share of, kW. */
  readonly power_kw: number | null;
  /** Hours of light, by the share of what stands still: counted, of which nothing is known, and counted by downtimes before it. */
  readonly hours: number;
  readonly missing_hours: number;
  readonly given_hours: number;
  readonly model_kwh: Readonly<Record<LossModel, number>>;
  /** How far the energy may be off, as a share of it. */
  readonly uncertainty: number | null;
  /** Devices that it was measured by. */
  readonly sister_ids: readonly number[];
  /** Where expected energy took its irradiance from. */
  readonly inputs: readonly Input[];
  /** Days that are worked out, and those of which expected energy was still being made. */
  readonly days: number;
  readonly lack: LossLack | null;
  /** Zone of the market whose prices were taken, and whether the plant names it. */
  readonly zone: string;
  readonly zone_named: boolean;
  /** The plant's tariffs as they were, and whether one of them priced an hour. */
  readonly tariffs: string;
  readonly by_tariff: boolean;
  /** Whether on some day only an incentive is said, so that the market's price stands for the sale. */
  readonly sold_at_market: boolean;
  /** Of its days, YYYY-MM-DD, the hours whose sale has no price of the market; days without any are left out. */
  readonly unsold: Readonly<Record<string, Unsold>>;
  readonly priced_eur: number;
  /** Of it, and of the energy that has a price, what the tariffs priced. */
  readonly tariff_eur: number;
  readonly tariff_kwh: number;
  readonly unpriced_hours: number;
  readonly unpriced_kwh: number;
}
