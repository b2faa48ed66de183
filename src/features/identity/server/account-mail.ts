import type { Mail } from '../../../shared/server/mail/layout.ts';
import { PORTAL_CLOCK } from '../../../shared/units/zones.ts';

/** What an account's mail speaks of. */
export interface MailContext {
  to: string;
  language: 'it' | 'en';
  /** How the portal calls itself. */
  provider: string;
}

type Kind =
  | 'confirm_email'
  | 'confirm_warning'
  | 'confirm_disabled'
  | 'recover'
  | 'change_email'
  | 'address_changing';
/** What a mail with a link says. */
export type LinkWords =
  | { kind: 'confirm_email' | 'confirm_disabled' | 'recover' | 'change_email' }
  | { kind: 'confirm_warning'; disabled_from: Date };

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: PORTAL_CLOCK } as const;
const dayIn = (locale: string, at: Date | undefined): string =>
  at === undefined ? '' : new Intl.DateTimeFormat(locale, DAY).format(at);
type Words = Omit<Mail, 'to' | 'language' | 'link'> & { label?: string };

const ENGLISH: Readonly<Record<Kind, (provider: string, email: string, day: string) => Words>> = {
  confirm_email: (provider) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `An account was created on ${provider} with this address.`,
      'Confirm that the address is yours: until then it cannot be used to invite anyone.',
    ],
    label: 'Confirm the address',
    notes: [
      'You are asked for the password of the account. The link works once, for three days.',
      'If it was not you, you can ignore this message: the account is closed automatically.',
    ],
  }),
  confirm_warning: (provider, _email, day) => ({
    subject: 'Your address is still to be confirmed',
    paragraphs: [
      `An account on ${provider} has this address, which nobody has confirmed.`,
      `Confirm it, or the account is disabled on ${day}, and deleted 30 days later with everything that belongs only to it.`,
    ],
    label: 'Confirm the address',
    notes: [
      'You are asked for the password of the account. The link works once, for three days.',
      'If it was not you, you can ignore this message.',
    ],
  }),
  confirm_disabled: (provider) => ({
    subject: 'Your account is disabled',
    paragraphs: [
      `Nobody has confirmed the address of this account on ${provider}: it is disabled, and so are the companies that nobody else belongs to.`,
      'Confirm the address to restore it. Otherwise the account is deleted in 30 days with everything that belongs only to it.',
    ],
    label: 'Confirm the address',
    notes: [
      'The link works once, for three days; after that, choose a new password instead, which also confirms the address.',
      'If it was not you, you can ignore this message.',
    ],
  }),
  recover: (provider) => ({
    subject: 'Choose a new password',
    paragraphs: [`Someone requested a new password for your account on ${provider}.`],
    label: 'Choose a new password',
    notes: [
      'The link works once, for 30 minutes.',
      'If it was not you, you can ignore this message: your password stays as it is.',
    ],
  }),
  change_email: (provider) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      `This address is to become the address of an account on ${provider}.`,
      'It changes once you follow this link.',
    ],
    label: 'Confirm the new address',
    notes: ['The link works once, for 24 hours.', 'If it was not you, you can ignore this message.'],
  }),
  address_changing: (provider, email) => ({
    subject: 'The address of your account is about to change',
    paragraphs: [
      `Someone who knows your password asked to change the address of your account on ${provider} to ${email}.`,
      'It changes when the link sent to that address is followed.',
    ],
    notes: ['If it was not you, sign in and choose another password now: the link then stops working.'],
  }),
};

const ITALIAN: Readonly<Record<Kind, (provider: string, email: string, day: string) => Words>> = {
  confirm_email: (provider) => ({
    subject: 'Conferma il tuo indirizzo email',
    paragraphs: [
      `Con questo indirizzo è stato creato un account su ${provider}.`,
      'Conferma che l’indirizzo è tuo: fino ad allora non potrai invitare nessuno.',
    ],
    label: 'Conferma l’indirizzo',
    notes: [
      'Viene chiesta la password dell’account. Il link vale una volta sola, per tre giorni.',
      'Se la richiesta non è tua, puoi ignorare questo messaggio: l’account si chiude da solo.',
    ],
  }),
  confirm_warning: (provider, _email, day) => ({
    subject: 'Il tuo indirizzo è ancora da confermare',
    paragraphs: [
      `Un account su ${provider} ha questo indirizzo, che nessuno ha confermato.`,
      `Confermalo, altrimenti l’account viene disattivato il ${day} ed eliminato 30 giorni dopo, con tutto ciò che appartiene solo a esso.`,
    ],
    label: 'Conferma l’indirizzo',
    notes: [
      'Viene chiesta la password dell’account. Il link vale una volta sola, per tre giorni.',
      'Se la richiesta non è tua, puoi ignorare questo messaggio.',
    ],
  }),
  confirm_disabled: (provider) => ({
    subject: 'Il tuo account è disattivato',
    paragraphs: [
      `Nessuno ha confermato l’indirizzo di questo account su ${provider}: l’account è disattivato, e con lui le aziende a cui non appartiene nessun altro.`,
      'Conferma l’indirizzo per riattivarlo. Altrimenti tra 30 giorni l’account viene eliminato con tutto ciò che appartiene solo a esso.',
    ],
    label: 'Conferma l’indirizzo',
    notes: [
      'Il link vale una volta sola, per tre giorni; in seguito scegli una nuova password, che conferma anche l’indirizzo.',
      'Se la richiesta non è tua, puoi ignorare questo messaggio.',
    ],
  }),
  recover: (provider) => ({
    subject: 'Scegli una nuova password',
    paragraphs: [`È stata chiesta una nuova password per il tuo account su ${provider}.`],
    label: 'Scegli una nuova password',
    notes: [
      'Il link vale una volta sola, per 30 minuti.',
      'Se la richiesta non è tua, puoi ignorare questo messaggio: la tua password resta com’è.',
    ],
  }),
  change_email: (provider) => ({
    subject: 'Conferma il tuo nuovo indirizzo email',
    paragraphs: [
      `Questo indirizzo sta per diventare quello di un account su ${provider}.`,
      'Il cambio avviene quando apri questo link.',
    ],
    label: 'Conferma il nuovo indirizzo',
    notes: [
      'Il link vale una volta sola, per 24 ore.',
      'Se la richiesta non è tua, puoi ignorare questo messaggio.',
    ],
  }),
  address_changing: (provider, email) => ({
    subject: 'L’indirizzo del tuo account sta per cambiare',
    paragraphs: [
      `Qualcuno che conosce la tua password ha chiesto che il tuo account su ${provider} abbia d’ora in poi l’indirizzo ${email}.`,
      'Il cambio avviene quando viene aperto il link inviato a quell’indirizzo.',
    ],
    notes: [
      'Se la richiesta non è tua, accedi e scegli subito un’altra password: il link inviato non varrà più.',
    ],
  }),
};

function mailOf(
  kind: Kind,
  { to, language, provider }: MailContext,
  given: { url?: string; email?: string; disabled_from?: Date },
): Mail {
  const words = { en: ENGLISH, it: ITALIAN }[language][kind](
    provider,
    given.email ?? to,
    dayIn(language === 'it' ? 'it-IT' : 'en-GB', given.disabled_from),
  );
  const { label, ...rest } = words;
  return { to, language, ...rest, ...(label && given.url ? { link: { label, url: given.url } } : {}) };
}

/** The mail that carries a link of an account. */
export const linkMail = ({ kind, ...said }: LinkWords, context: MailContext, url: string): Mail =>
  mailOf(kind, context, { url, ...said });

/** The note to the old address, that another one is to take its place. */
export const addressChangingMail = (context: MailContext, email: string): Mail =>
  mailOf('address_changing', context, { email });
