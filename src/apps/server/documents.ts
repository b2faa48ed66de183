import type { FastifyInstance } from 'fastify';
import { type AnyCall, isOpenToKeys } from '../../shared/contract/call.ts';
import { openapi } from '../../shared/contract/openapi.ts';
import { contract } from './contract.ts';
import { KEY_EXAMPLES, keySettings } from './key-examples.ts';
import { schemaNames } from './schema-names.ts';

const plain = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

const ACCESS: Readonly<Record<string, string>> = {
  public: 'anybody',
  signed_in: 'signed in',
  'key:ingest': 'key that may ingest',
  'key:read': 'key that may read',
  signed_url: 'signed address',
};

function row(call: AnyCall): string {
  return `<tr><td><code class="m ${call.method}">${call.method}</code></td><td><code>${plain(call.path)}</code></td>
    <td>${plain(call.summary)}</td><td>${plain(ACCESS[call.access] ?? call.access)}${isOpenToKeys(call) ? ', or a key that may read' : ''}</td></tr>`;
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
  const areas = Object.entries(contract).map(
    ([
      name,
      calls,
    ]) => `<h2>${plain(name)}</h2><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th>
      <th>Who</th></tr></thead><tbody>${Object.values(calls).map(row).join('')}</tbody></table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Meridiana – API</title>
<meta name="viewport" content="width=device-width"><style>
body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px;color:#17202e;background:#f5f7fa}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #e4e8ee;border-radius:8px}
th,td{padding:8px 12px;text-align:left;border-bottom:1px solid #e4e8ee;vertical-align:top}th{color:#5b6779;font-weight:600}
h2{text-transform:capitalize;margin:28px 0 8px}h3{margin:20px 0 4px;font-size:15px}h3+p{margin:0 0 8px;max-width:80ch}.m{font-weight:700}
.GET{color:#05693e}.POST{color:#1a4acb}.PUT,.PATCH{color:#854d0e}.DELETE{color:#b42318}pre{background:#fff;padding:12px;border:1px solid #e4e8ee;overflow:auto}
@media(prefers-color-scheme:dark){body{color:#e6ebf2;background:#0d131b}table,pre{background:#141b25;border-color:#263041}th,td{border-color:#263041}th{color:#9aa7ba}
.GET{color:#86e5b1}.POST{color:#a9bfff}.PUT,.PATCH{color:#fde68a}.DELETE{color:#fda29b}}
</style></head><body><h1>Meridiana – calls</h1>
<p>The machine-readable document is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Refusals are problem documents
(RFC 9457) with <code>code</code> and <code>detail</code>.</p>
<p>Sign in with <code>POST /user/v1/login/</code>, then send <code>Authorization: Bearer &lt;access&gt;</code> and, for a company's
data, <code>id-client: &lt;number&gt;</code>.</p>
${keys(publicUrl)}
${areas.join('')}</body></html>`;
}

/** The document of all that is served at an address. */
export const documentOf = (url: string): Record<string, unknown> =>
  openapi(contract, { title: 'Meridiana', version: '1', url, names: schemaNames() });

/** `/openapi.json`, and a page for people to read at `/openapi`. */
export function serveDocuments(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const readable = page(publicUrl);
  // Written when it is first asked for: a start would wait for it, and few ask.
  let written: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    written ??= JSON.stringify(documentOf(publicUrl));
    return reply.type('application/json').send(written);
  });
  app.get('/openapi', (_request, reply) => reply.type('text/html; charset=utf-8').send(readable));
}
