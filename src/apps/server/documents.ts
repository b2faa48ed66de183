import type { FastifyInstance } from 'fastify';
import { openapi } from '../../shared/contract/openapi.ts';
import { contract } from './contract.ts';
import { documentBody, plain, type ShownDocument } from './document-page.ts';
import { KEY_EXAMPLES, keySettings } from './key-examples.ts';
import { schemaNames } from './schema-names.ts';

const ACCESS: Readonly<Record<string, string>> = {
  public: 'anybody',
  signed_in: 'signed in',
  'key:ingest': 'key that may ingest',
  'key:read': 'key that may read',
  signed_url: 'signed address',
};

/** Who may make a call, in words. */
function whoOf({
  'x-access': access,
  security,
}: {
  'x-access': string;
  security: readonly object[];
}): string {
  const reads = security.some((one) => 'key' in one) && !access.startsWith('key:');
  return `${ACCESS[access] ?? access}${reads ? ', or a key that may read' : ''}`;
}

/** How programs, devices and gateways use a key. */
function keys(publicUrl: string): string {
  const examples = KEY_EXAMPLES.map(
    ({ title, note, command }) => `<h3>${plain(title)}</h3><p>${note}</p><pre>${plain(command)}</pre>`,
  );
  return `<h2>Keys</h2>
<p>Devices, gateways and programs present a key instead of a person's token. Owners and management make keys on the portal's
page of keys, or with <code>npm run admin -- key</code>: for the whole company or for one plant, to send readings, to read, or both,
with an end or without. A key is shown once and revoked at once; whoever has lost one makes another.</p>
<p>401 means that the key is unknown, revoked or over, or that the call is none for keys; 403 that it may not do this, or that
<code>id-client</code> names another company.</p>
<pre>${plain(keySettings(publicUrl))}</pre>
${examples.join('\n')}`;
}

function page(publicUrl: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Meridiana – API</title>
<meta name="viewport" content="width=device-width"><style>
body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px;color:#17202e;background:#f5f7fa}
table{display:block;overflow-x:auto;width:100%;border-collapse:collapse;background:#fff;border:1px solid #e4e8ee;border-radius:8px}
th,td{padding:8px 12px;text-align:left;border-bottom:1px solid #e4e8ee;vertical-align:top}th{color:#5b6779;font-weight:600}
details{background:#fff;border:1px solid #e4e8ee;border-radius:8px;margin:4px 0;padding:0 12px}summary{cursor:pointer;padding:8px 0;overflow-wrap:anywhere}
summary span{color:#5b6779}details[open]{padding-bottom:12px}h4{margin:16px 0 4px;font-weight:600}td{min-width:60px}td:last-child{min-width:180px}
h2{text-transform:capitalize;margin:28px 0 8px}h3{margin:20px 0 4px;font-size:15px}h3+p{margin:0 0 8px;max-width:80ch}.m{font-weight:700}
.GET{color:#05693e}.POST{color:#1a4acb}.PUT,.PATCH{color:#854d0e}.DELETE{color:#b42318}pre{background:#fff;padding:12px;border:1px solid #e4e8ee;overflow:auto}
@media(prefers-color-scheme:dark){body{color:#e6ebf2;background:#0d131b}table,pre,details{background:#141b25;border-color:#263041}a{color:#a9bfff}summary span{color:#9aa7ba}th,td{border-color:#263041}th{color:#9aa7ba}
.GET{color:#86e5b1}.POST{color:#a9bfff}.PUT,.PATCH{color:#fde68a}.DELETE{color:#fda29b}}
</style></head><body><h1>Meridiana – calls</h1>
<p>The machine-readable document is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Refusals are problem documents
(RFC 9457) with <code>code</code> and <code>detail</code>, in the language of <code>Accept-Language</code> (en, it).
What can be got with GET answers HEAD as well; another method than those of an address is 405 with <code>Allow</code>, and an
address without its last slash is led to the one with it (308).</p>
<p>Sign in with <code>POST /user/v1/login/</code>, then send <code>Authorization: Bearer &lt;access&gt;</code> and, for a company's
data, <code>id-client: &lt;number&gt;</code>.</p>
${keys(publicUrl)}
${documentBody(documentOf(publicUrl) as unknown as ShownDocument, whoOf)}</body></html>`;
}

/** The document of all that is served at an address. */
export const documentOf = (url: string): Record<string, unknown> =>
  openapi(contract, { title: 'Meridiana', version: '1', url, names: schemaNames() });

/** `/openapi.json`, and a page for people to read at `/openapi`. */
export function serveDocuments(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  let readable: string | undefined;
  // Written when it is first asked for: a start would wait for it, and few ask.
  let written: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    written ??= JSON.stringify(documentOf(publicUrl));
    return reply.type('application/json').send(written);
  });
  app.get('/openapi', (_request, reply) => {
    readable ??= page(publicUrl);
    return reply.type('text/html; charset=utf-8').send(readable);
  });
}
