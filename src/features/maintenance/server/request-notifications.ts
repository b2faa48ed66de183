import { defineNotification, type NotificationParams } from '../../../shared/server/notifications/kinds.ts';
import { type RequestState, requestCode } from '../request-states.model.ts';

/** What the sentences say: the request's number and title, and what happened. */
interface RequestParams extends NotificationParams {
  readonly number: number;
  readonly title: string;
}

const ON = { bell: true, mail: true, digest: true };
const nameOf = ({ number, title }: RequestParams): string => `${requestCode(number)} ${title}`;
const common = {
  severity: null,
  capability: 'asset.read' as const,
  channels: ON,
  link: ({ subject }: { subject: string }) => `/apps/asset/maintenance-requests?open=${subject}`,
};

/** To whoever a request was assigned. */
export const requestAssigned = defineNotification<RequestParams>({
  ...common,
  kind: 'maintenance.assigned',
  words: {
    en: {
      label: 'Maintenance requests assigned to me',
      text: (told) => `${nameOf(told)} was assigned to you`,
    },
    it: {
      label: 'Richieste di intervento assegnate a me',
      text: (told) => `Ti è stata assegnata la richiesta ${nameOf(told)}`,
    },
  },
});

const STATES: Readonly<Record<'en' | 'it', Readonly<Record<RequestState, string>>>> = {
  en: {
    open: 'reopened',
    accepted: 'accepted',
    in_progress: 'in progress',
    solved: 'solved',
    verified: 'verified',
    closed: 'closed',
    declined: 'declined',
  },
  it: {
    open: 'riaperta',
    accepted: 'accettata',
    in_progress: 'in corso',
    solved: 'risolta',
    verified: 'verificata',
    closed: 'chiusa',
    declined: 'rifiutata',
  },
};

interface Moved extends RequestParams {
  readonly state: RequestState;
  readonly by: string;
}

/** To whoever made a request, and to whoever works on it, when it comes into another state. */
export const requestMoved = defineNotification<Moved>({
  ...common,
  kind: 'maintenance.state',
  words: {
    en: {
      label: 'Progress of my maintenance requests',
      text: ({ state, by, ...told }) => `${nameOf(told)} is ${STATES.en[state]}${by && ` (${by})`}`,
    },
    it: {
      label: 'Avanzamento delle mie richieste di intervento',
      text: ({ state, by, ...told }) =>
        `La richiesta ${nameOf(told)} è ${STATES.it[state]}${by && ` (${by})`}`,
    },
  },
});

interface Due extends RequestParams {
  readonly plant: string;
  /** Whether its time is over. */
  readonly when: 'before' | 'after';
}

/** Before a request is due, and once when it is late. */
export const requestDue = defineNotification<Due>({
  ...common,
  kind: 'maintenance.due',
  words: {
    en: {
      label: 'Due dates of my maintenance requests',
      text: ({ when, plant, ...told }) =>
        when === 'before'
          ? `${nameOf(told)} at ${plant} is due within a day`
          : `${nameOf(told)} at ${plant} is overdue`,
    },
    it: {
      label: 'Scadenze delle mie richieste di intervento',
      text: ({ when, plant, ...told }) =>
        when === 'before'
          ? `La richiesta ${nameOf(told)} (${plant}) scade entro un giorno`
          : `La richiesta ${nameOf(told)} (${plant}) è scaduta`,
    },
  },
});
