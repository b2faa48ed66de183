/** A mail in words; how it looks is the layout's affair. */
export interface Mail {
  to: string;
  language: 'it' | 'en';
  subject: string;
  /** Plain sentences, one for each paragraph; whatever a person typed stays text. */
  paragraphs: readonly string[];
  /** What is told one by one, below the paragraphs. */
  lists?: readonly MailList[];
  /** What the mail is for: a button, and the bare address below it. */
  link?: { label: string; url: string };
  /** Small print below the link: how long it holds, and what to do if one did not ask for it. */
  notes?: readonly string[];
  /** A PDF that goes with it. */
  attachment?: { name: string; bytes: Uint8Array };
  /** Of mail that comes again and again: the page that stops it, which also takes the one click of a mail program (RFC 8058). */
  unsubscribe?: { label: string; url: string };
}

/** Things of one kind in a mail, each in a line with its address where there is one, and how many are left out. */
export interface MailList {
  title: string;
  items: readonly { text: string; url?: string }[];
  more?: string;
}

/** A mail as a client shows it, with styles or without. */
export interface Bodies {
  body_text: string;
  body_html: string;
}

/** What stands in every mail. */
const STANDING = {
  it: {
    copy: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
    sender: (provider: string) =>
      `Messaggio automatico di ${provider}: le risposte a questo indirizzo non vengono lette.`,
  },
  en: {
    copy: 'If the button does not work, copy this address into your browser:',
    sender: (provider: string) => `An automatic message from ${provider}: replies are not read.`,
  },
} as const;

const LINE = 72;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

// Control characters, and those that turn the direction of what follows: nothing that anybody typed needs them.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;
const seen = (text: string): string => text.replace(UNSEEN, ' ').toWellFormed();

/** What was typed, without what nobody sees. */
function cleaned({ paragraphs, lists = [], link, notes = [], ...mail }: Mail): Mail {
  return {
    ...mail,
    lists: lists.map(({ title, items, more }) => ({
      title: seen(title),
      items: items.map((item) => ({ ...item, text: seen(item.text) })),
      ...(more === undefined ? {} : { more: seen(more) }),
    })),
    subject: seen(mail.subject),
    paragraphs: paragraphs.map(seen),
    notes: notes.map(seen),
    ...(link ? { link: { ...link, label: seen(link.label) } } : {}),
  };
}

/** A mail as plain text and as HTML. @throws Error for a link that is no address of a page */
export function layOut(mail: Mail, provider: string): Bodies {
  const items = (mail.lists ?? []).flatMap((list) => list.items);
  for (const url of [mail.link?.url, mail.unsubscribe?.url, ...items.map((item) => item.url)])
    if (url !== undefined && !/^https?:\/\/[^\s<>"]+$/.test(url))
      throw new Error('a mailed link must be an address of a page');
  const clean = cleaned(mail);
  const name = seen(provider);
  return { body_text: plain(clean, name), body_html: page(clean, name) };
}

const plainList = ({ title, items, more }: MailList): string =>
  [
    `${wrapped(title)}\n`,
    ...items.map(({ text, url }) => `${wrapped(`- ${text}`)}${url === undefined ? '' : `\n  ${url}`}`),
    ...(more === undefined ? [] : [wrapped(more)]),
  ].join('\n');

function plain({ language, paragraphs, lists = [], link, notes = [], unsubscribe }: Mail, provider: string) {
  const parts = [
    ...paragraphs.map(wrapped),
    ...lists.map(plainList),
    ...(link ? [`${wrapped(`${link.label}:`)}\n${link.url}`] : []),
    ...notes.map(wrapped),
    ...(unsubscribe ? [`${wrapped(`${unsubscribe.label}:`)}\n${unsubscribe.url}`] : []),
    `-- \n${wrapped(STANDING[language].sender(provider))}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Lines of a width that a terminal shows; a word that is longer stands alone. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

const FONT =
  "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;word-break:break-word";
const styled = (size: string, colour: string, more = ''): string =>
  `style="margin:0;${FONT};font-size:${size};color:${colour}${more}"`;

// Styles stand in the elements, for clients that drop style sheets; the sheet only says how the dark looks.
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.page{background:#0d131b!important}.card{background:#141b25!important;border-color:#263041!important}
.strong{color:#e6ebf2!important}.soft{color:#9aa7ba!important}.link{color:#a9bfff!important}
.button{background:#3b69ec!important}}`;

const paragraph = (text: string): string =>
  `<p class="strong" ${styled('16px', '#17202e', ';line-height:1.5;padding:0 0 16px')}>${escaped(text)}</p>`;
const note = (text: string): string =>
  `<p class="soft" ${styled('13px', '#5b6779', ';line-height:1.5;padding:0 0 8px')}>${escaped(text)}</p>`;

function button({ label, url }: { label: string; url: string }, language: Mail['language']): string {
  const href = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="button" bgcolor="#2456e6" style="background:#2456e6;border-radius:8px"><a href="${href}" ${styled('16px', '#ffffff', ';line-height:1.25;font-weight:600;text-decoration:none;display:inline-block;padding:13px 24px')}>${escaped(label)}</a></td>
</tr></table>
${note(STANDING[language].copy)}
<p ${styled('13px', '#1a4acb', ';line-height:1.5;padding:0 0 24px;word-break:break-all')}><a class="link" href="${href}" style="color:#1a4acb">${href}</a></p>`;
}

const line = ({ text, url }: MailList['items'][number]): string => {
  const shown =
    url === undefined
      ? escaped(text)
      : `<a class="link" href="${escaped(url)}" style="color:#1a4acb;text-decoration:none">${escaped(text)}</a>`;
  return `<tr><td class="strong" ${styled('15px', '#17202e', ';line-height:1.45;padding:8px 0;border-top:1px solid #e4e8ee')}>${shown}</td></tr>`;
};

const list = ({ title, items, more }: MailList): string =>
  `<p class="strong" ${styled('14px', '#17202e', ';line-height:1.5;font-weight:600;padding:0 0 4px')}>${escaped(title)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${items.map(line).join('\n')}</table>
${more === undefined ? '' : note(more)}`;

const stop = ({ label, url }: { label: string; url: string }): string =>
  `<p class="soft" ${styled('13px', '#5b6779', ';line-height:1.5;padding:0 0 8px')}><a class="link" href="${escaped(url)}" style="color:#1a4acb">${escaped(label)}</a></p>`;

function page(mail: Mail, provider: string): string {
  const { language, subject, paragraphs, lists = [], link, notes = [], unsubscribe } = mail;
  const parts = [
    ...paragraphs.map(paragraph),
    ...lists.map(list),
    ...(link ? [button(link, language)] : []),
    ...notes.map(note),
    ...(unsubscribe ? [stop(unsubscribe)] : []),
  ];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escaped(subject)}</title>
<style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f5f7fa">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f5f7fa" style="background:#f5f7fa"><tr>
<td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td align="left" style="padding:0 8px 16px"><p class="strong" ${styled('18px', '#17202e', ';line-height:1.3;font-weight:600')}>${escaped(provider)}</p></td>
</tr><tr>
<td class="card" align="left" bgcolor="#ffffff" style="background:#ffffff;border:1px solid #e4e8ee;border-radius:12px;padding:32px 28px 16px">
${parts.join('\n')}
</td>
</tr><tr>
<td align="left" style="padding:16px 8px 0">${note(STANDING[language].sender(provider))}</td>
</tr></table>
</td></tr></table>
</body></html>
`;
}
