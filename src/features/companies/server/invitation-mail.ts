import type { Mail } from '../../../shared/server/mail/layout.ts';
import { plainName } from '../../../shared/server/mail/plain-name.ts';

interface Invited {
  email: string;
  first_name: string;
  last_name: string;
  language: 'it' | 'en';
  company: string;
  /** Name of who invites; empty when it is not known. */
  inviter: string;
  provider: string;
  url: string;
}

type Words = Pick<Mail, 'subject' | 'paragraphs' | 'notes'> & { label: string };

function italian({
  name,
  company,
  inviter,
  provider,
}: Record<'name' | 'company' | 'inviter' | 'provider', string>): Words {
  return {
    subject: `Invito in azienda: ${company}`,
    paragraphs: [
      name ? `Buongiorno ${name},` : 'Buongiorno,',
      inviter
        ? `${inviter} ti invita a entrare nell’azienda ${company} su ${provider}.`
        : `L’azienda ${company} ti invita a entrare su ${provider}.`,
      'Con questo link crei il tuo account, oppure accedi con quello che hai già.',
    ],
    label: 'Accetta l’invito',
    notes: [
      'Il link vale una volta sola, per sette giorni.',
      'Se non ti aspettavi questo invito, puoi ignorare questo messaggio.',
    ],
  };
}

function english({
  name,
  company,
  inviter,
  provider,
}: Record<'name' | 'company' | 'inviter' | 'provider', string>): Words {
  return {
    subject: `Invitation to ${company}`,
    paragraphs: [
      name ? `Hello ${name},` : 'Hello,',
      inviter
        ? `${inviter} invites you to join the company ${company} on ${provider}.`
        : `The company ${company} invites you to join it on ${provider}.`,
      'This link lets you create your account, or sign in with the one you have.',
    ],
    label: 'Accept the invitation',
    notes: [
      'The link works once, for seven days.',
      'If you did not expect this invitation, you can ignore this message.',
    ],
  };
}

/** The mail that invites somebody to a company, in their language. */
export function invitationMail(invited: Invited): Mail {
  const { email, language, url } = invited;
  const parts = {
    name: plainName(`${invited.first_name} ${invited.last_name}`),
    company: plainName(invited.company),
    inviter: plainName(invited.inviter),
    provider: invited.provider,
  };
  const { label, ...words } = language === 'it' ? italian(parts) : english(parts);
  return { to: email, language, ...words, link: { label, url } };
}
