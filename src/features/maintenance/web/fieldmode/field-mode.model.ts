import { DAY_MS } from '../../../../shared/units/zones.ts';
import { type FieldMode, MAX_KEPT_REQUESTS } from '../../field-mode.contract.ts';
import { type RequestState, requestCode, SETTLED } from '../../request-states.model.ts';
import { type WorkValues, workBodyOf } from '../reports/form.model.ts';

/** For so long after the last contact with the portal a phone shows what it keeps. */
export const KEPT_DAYS = 7;

/** What a phone keeps of one person's work in one company. */
export interface Kept {
  readonly user_id: number;
  readonly company: Company;
  /** When the portal answered last, by the phone's clock, in ms. */
  readonly at: number;
  readonly answer: FieldMode;
}
export interface Company {
  readonly id: number;
  readonly name: string;
}

/** Why what is kept is not shown; `no_session`: nobody is signed in on this device, or somebody else. */
export type Closed = 'nothing' | 'no_session' | 'too_old';

interface Opening {
  readonly kept: Kept | null;
  /** Who was signed in on this device last and has not signed out; null: nobody. */
  readonly user_id: number | null;
  readonly now: number;
}

/** Whether what is kept may be shown before the portal has said who asks. A clock that was set back opens nothing longer. */
export function closedTo({ kept, user_id, now }: Opening): Closed | null {
  if (!kept) return 'nothing';
  if (kept.user_id !== user_id) return 'no_session';
  const age = now - kept.at;
  return age > KEPT_DAYS * DAY_MS || age < -DAY_MS ? 'too_old' : null;
}

/** Until when it opens without a contact, in ms. */
export const opensUntil = ({ at }: Kept): number => at + KEPT_DAYS * DAY_MS;

/** How many requests stayed behind, because a phone keeps no more. */
export const leftBehind = ({ request_count }: FieldMode): number =>
  Math.max(0, request_count - MAX_KEPT_REQUESTS);

/** Where a report is: being written, to be sent when there is a network, or refused by the portal. */
export type ReportPlace = 'writing' | 'waiting' | 'refused';

/** Why a report was not taken. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly {
    path: string;
    message: string;
    code?: string;
    params?: Readonly<Record<string, string | number>>;
  }[];
  /** The photo that was refused; undefined: the report itself. */
  readonly photo?: string;
}

/** A report that this device keeps until the portal has it. */
export interface FieldReport {
  /** Chosen here: sent again by it, it is stored once. */
  readonly key: string;
  readonly user_id: number;
  readonly company: Company;
  readonly request: { readonly id: number; readonly number: number; readonly title: string } | null;
  readonly plant: { readonly proj_code: string; readonly name: string; readonly time_zone: string };
  readonly device_ids: readonly number[];
  readonly downtime_id: number | null;
  readonly values: WorkValues;
  readonly place: ReportPlace;
  /** When something was written last, in ms. */
  readonly changed_at: number;
  /** Its number in the portal, once that has it; its photos may still be here. */
  readonly report_id: number | null;
  readonly refusal: Refusal | null;
  /** Its author knows that its request was settled meanwhile. */
  readonly settled_known: boolean;
}

/** What is sent of a report, by the key that it was given here. */
export const bodyOfReport = ({ key, request, plant, downtime_id, device_ids, values }: FieldReport) => ({
  client_key: key,
  proj_code: plant.proj_code,
  request_id: request?.id ?? null,
  downtime_id,
  device_ids: [...device_ids],
  ...workBodyOf(values, plant.time_zone),
});

/** A photo of a report, as the camera made it. */
export interface FieldPhoto {
  readonly key: string;
  /** The key of its report. */
  readonly report: string;
  readonly file_name: string;
  readonly media_type: string;
  readonly bytes: ArrayBuffer;
  /** When it was taken, epoch ms, as the device says; those that were kept before this was do not say it. */
  readonly taken_at?: number;
  readonly sent: boolean;
}

/** What follows from a failed attempt: to be tried later, to be tried after a sign-in, or to be told. */
export type Consequence = 'later' | 'signed_out' | 'refused';

/** A portal that is away, too busy or being restarted takes the same report later. */
export function consequenceOf(status: number): Consequence {
  if (status === 401) return 'signed_out';
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

/** What its author can do with a report that was refused, beside writing it anew or taking it along as a file. */
export type Remedy = 'without_gone' | 'settled_known' | 'again';

/** The request of a report was verified, closed or declined before the report came. */
export const SETTLED_MEANWHILE = 'request_settled';
export const GONE_MEANWHILE = 'unknown_request';
const isToldOf = ({ errors }: Refusal, ...codes: string[]): boolean =>
  errors.some(({ code }) => code !== undefined && codes.includes(code));

export function remedyOf(refusal: Refusal): Remedy {
  if (isToldOf(refusal, GONE_MEANWHILE, 'unknown_downtime', 'unknown_device')) return 'without_gone';
  return isToldOf(refusal, SETTLED_MEANWHILE) ? 'settled_known' : 'again';
}

/** The same report as its author lets it go, on its way again: without what is gone, or knowing of what happened meanwhile. */
export function remedied(report: FieldReport): FieldReport {
  const { refusal } = report;
  const anew = { ...report, place: 'waiting', refusal: null } as const;
  if (!refusal) return anew;
  return {
    ...anew,
    ...(isToldOf(refusal, GONE_MEANWHILE) && { request: null }),
    ...(isToldOf(refusal, 'unknown_downtime') && { downtime_id: null }),
    ...(isToldOf(refusal, 'unknown_device') && { device_ids: [] }),
    ...(isToldOf(refusal, SETTLED_MEANWHILE) && { settled_known: true }),
  };
}

/** A request that somebody settled meanwhile is told, before a report is added to it. */
export const isSettled = (state: RequestState): boolean => SETTLED.includes(state);

/** What a report is called before the portal has numbered it. */
export const nameOfUnsent = ({ request, plant }: Pick<FieldReport, 'request' | 'plant'>): string =>
  request ? `${requestCode(request.number)} ${request.title}` : plant.name;
