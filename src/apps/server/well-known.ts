import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../shared/server/config.ts';
import { DAY_MS } from '../../shared/units/zones.ts';

const paperOf = (name: string) => readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
/** Papers that screens and programs point people to. */
const PAPERS = ['security', 'register-maps', 'alarms', 'webhooks'] as const;
/** RFC 9116 §2.5.5: the date should lie less than a year ahead. */
const HOLDS_DAYS = 180;

/** RFC 9116 §2.5.3: a contact is an address with its scheme; a plain mail address is given one. */
function contactOf({ securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>): string {
  // Nobody was named: the page says whom to turn to.
  if (securityContact === undefined) return `${publicUrl}/security.md`;
  return /^[a-z]+:/.test(securityContact) ? securityContact : `mailto:${securityContact}`;
}

/** The text of RFC 9116; Canonical is left out, because the program cannot know all of its own addresses. */
export function securityText(config: Pick<Config, 'securityContact' | 'publicUrl'>, now: Date): string {
  const expires = new Date(now.getTime() + HOLDS_DAYS * DAY_MS);
  const isSecure = config.publicUrl.startsWith('https://');
  return [
    '# What is promised, how it is proved and how to report a fault: /security.md (docs/security.md in the source).',
    `Contact: ${contactOf(config)}`,
    `Expires: ${expires.toISOString().slice(0, 19)}Z`,
    'Preferred-Languages: it, en',
    // RFC 9116 §2.5.7: a policy on the web must be reached by TLS.
    ...(isSecure ? [`Policy: ${config.publicUrl}/security.md`] : []),
    '',
  ].join('\n');
}

/** `/.well-known/security.txt`, `/security.md`, the page that it points to, and what the portal explains elsewhere. */
export async function serveWellKnown(
  app: FastifyInstance,
  { config, now }: { config: Pick<Config, 'securityContact' | 'publicUrl'>; now: () => Date },
): Promise<void> {
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(config, now())),
  );
  for (const name of PAPERS) {
    const paper = await paperOf(name);
    app.get(`/${name}.md`, (_request, reply) => reply.type('text/plain; charset=utf-8').send(paper));
  }
}
