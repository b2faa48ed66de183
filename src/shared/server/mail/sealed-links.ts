import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../sealed.ts';
import { escaped, type Mail } from './layout.ts';

/** What the key of mailed links is derived for. */
export const MAIL_KEY = 'mailed links';

/** A mail as it rests: places stand in its texts where the links belong, which are secrets until they were followed. */
export interface RestingMail {
  to_address: string;
  body_text: string;
  body_html: string;
  unsubscribe_url: string;
  /** The links of the places; null where there is none. */
  sealed_links: Buffer | null;
}

/** Links by the places that stand for them. */
type Links = Readonly<Record<string, string>>;

// No such host exists, and nobody who types a text into a mail can guess the rest.
const newPlace = (): string => `https://link.invalid/${randomBytes(16).toString('hex')}`;
// A row that somebody moves to another address does not open.
const ownerOf = (to: string): string => `links of a mail to ${to}`;

function sealed(key: Uint8Array, to: string, links: Links): Buffer | null {
  if (Object.keys(links).length === 0) return null;
  return seal(key, Buffer.from(JSON.stringify(links)), ownerOf(to));
}

/** The mail with places for its links, and the links sealed. */
export function sealLinks(key: Uint8Array, mail: Mail): { mail: Mail; sealed_links: Buffer | null } {
  const links: Record<string, string> = {};
  const placed = <T extends { url: string }>(link: T): T => {
    const place = newPlace();
    links[place] = link.url;
    return { ...link, url: place };
  };
  const { link, unsubscribe } = mail;
  const resting = {
    ...mail,
    ...(link ? { link: placed(link) } : {}),
    ...(unsubscribe ? { unsubscribe: placed(unsubscribe) } : {}),
  };
  return { mail: resting, sealed_links: sealed(key, mail.to, links) };
}

/** The mail with its links. @throws when it was sealed with another key */
export function openLinks<T extends RestingMail>(key: Uint8Array, mail: T): T {
  if (mail.sealed_links === null) return mail;
  const links = JSON.parse(unseal(key, mail.sealed_links, ownerOf(mail.to_address)).toString()) as Links;
  const filled = (text: string, write: (url: string) => string): string =>
    Object.entries(links).reduce((all, [place, url]) => all.replaceAll(place, () => write(url)), text);
  return {
    ...mail,
    body_text: filled(mail.body_text, (url) => url),
    body_html: filled(mail.body_html, escaped),
    unsubscribe_url: filled(mail.unsubscribe_url, (url) => url),
  };
}

const SECRET_LINK = /https?:\/\/[^\s<>"]*[?&](?:token|invitation)=[\w-]+/g;

/** A mail that rests with its links in clear, as it rests since links are sealed. */
export function sealResting<T extends RestingMail>(key: Uint8Array, mail: T): T {
  const urls = new Set(mail.body_text.match(SECRET_LINK));
  if (mail.unsubscribe_url !== '') urls.add(mail.unsubscribe_url);
  const links = Object.fromEntries([...urls].map((url) => [newPlace(), url]));
  const emptied = (text: string, write: (url: string) => string): string =>
    Object.entries(links).reduce((all, [place, url]) => all.replaceAll(write(url), place), text);
  return {
    ...mail,
    body_text: emptied(mail.body_text, (url) => url),
    body_html: emptied(mail.body_html, escaped),
    unsubscribe_url: emptied(mail.unsubscribe_url, (url) => url),
    sealed_links: sealed(key, mail.to_address, links),
  };
}

/** The same for somebody who reads it here: where the links cannot be opened, the text says so in their place. */
export function readLinks<T extends RestingMail>(key: Uint8Array, mail: T): T {
  try {
    return openLinks(key, mail);
  } catch {
    const note = '(this link cannot be opened: was SECRET_KEY changed?)';
    return { ...mail, body_text: mail.body_text.replace(/https:\/\/link\.invalid\/[0-9a-f]{32}/g, note) };
  }
}
