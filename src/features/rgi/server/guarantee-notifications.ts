import type { Language } from '../../../shared/server/language.ts';
import { defineNotification } from '../../../shared/server/notifications/kinds.ts';
import type { GuaranteeState } from '../guarantee.model.ts';

const LOCALE = { en: 'en-GB', it: 'it-IT' } as const;

const figure = (value: number | null, digits: number, language: Language): string =>
  value === null
    ? '–'
    : new Intl.NumberFormat(LOCALE[language], {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(value);

/** "June 2026", or "2026" */
const periodOf = (period: string, language: Language): string =>
  period.length === 4
    ? period
    : new Intl.DateTimeFormat(LOCALE[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${period}-01T00:00:00Z`),
      );

type Said = {
  contract: string;
  plant: string;
  proj_code: string;
  state: GuaranteeState;
  /** `2026-06` or `2026`. */
  period: string;
  /** The month that it was judged in, `2026-06`. */
  month: string;
  so_far_pct: number | null;
  guaranteed_pct: number;
  may_stand_h: number | null;
};

interface Figures {
  readonly so_far: string;
  readonly guaranteed: string;
  readonly may_stand: string | null;
}

const figuresOf = (said: Said, language: Language): Figures => ({
  so_far: figure(said.so_far_pct, 2, language),
  guaranteed: figure(said.guaranteed_pct, 2, language),
  may_stand: said.may_stand_h === null || said.may_stand_h < 0 ? null : figure(said.may_stand_h, 1, language),
});

function english(said: Said): string {
  const { so_far, guaranteed, may_stand } = figuresOf(said, 'en');
  const about = `${said.plant}, “${said.contract}”, ${periodOf(said.period, 'en')}`;
  const known = `availability is ${so_far} % of ${guaranteed} % promised`;
  if (said.state === 'missed') return `${about}: the guarantee is missed, ${known}`;
  if (said.state === 'kept') return `${about}: the guarantee is kept again, ${known}`;
  const rest =
    may_stand === null ? '' : `; it is reached if the plant stands for ${may_stand} h more at most`;
  return `${about}: behind the guarantee, ${known}${rest}`;
}

function italian(said: Said): string {
  const { so_far, guaranteed, may_stand } = figuresOf(said, 'it');
  const about = `${said.plant}, «${said.contract}», ${periodOf(said.period, 'it')}`;
  const known = `disponibilità ${so_far} % su ${guaranteed} % garantito`;
  if (said.state === 'missed') return `${about}: garanzia mancata, ${known}`;
  if (said.state === 'kept') return `${about}: garanzia di nuovo rispettata, ${known}`;
  const rest =
    may_stand === null
      ? ''
      : `; si raggiunge ancora se l'impianto resta fermo al massimo altre ${may_stand} h`;
  return `${about}: sotto la garanzia, ${known}${rest}`;
}

/** To those who see the plant, when its availability falls behind what was promised, misses it, or has come up to it again. */
export const guaranteeChanged = defineNotification<Said>({
  kind: 'rgi.guarantee',
  severity: 'W',
  capability: 'asset.read',
  channels: { bell: true, mail: true, digest: false },
  link: ({ params }) => {
    const { proj_code, month } = params;
    return `/apps/asset/rgi?${new URLSearchParams({ view: 'availability', plant: proj_code, month })}`;
  },
  words: {
    en: { label: 'Guaranteed availability that is at risk', text: english },
    it: { label: 'Disponibilità garantita a rischio', text: italian },
  },
});
