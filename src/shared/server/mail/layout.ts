import type { Mail } from './outbox.ts';

/** A mail as plain text and as HTML. */
export function layOut({ paragraphs, link, notes = [] }: Mail): { text: string; html: string } {
  const parts = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...notes];
  const text = parts.join('\n\n');
  return { text, html: `<pre>${escaped(text)}</pre>` };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
