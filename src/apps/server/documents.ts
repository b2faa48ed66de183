import type { FastifyInstance } from 'fastify';
import type { AnyCall } from '../../shared/contract/call.ts';
import { openapi } from '../../shared/contract/openapi.ts';
import { contract } from './contract.ts';

const plain = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

const ACCESS: Readonly<Record<string, string>> = {
  public: 'anybody',
  signed_in: 'signed in',
  'key:ingest': 'key that may ingest',
  'key:read': 'key that may read',
};

function row(call: AnyCall): string {
  return `<tr><td><code class="m ${call.method}">${call.method}</code></td><td><code>${plain(call.path)}</code></td>
    <td>${plain(call.summary)}</td><td>${plain(ACCESS[call.access] ?? call.access)}</td></tr>`;
}

function page(): string {
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
h2{text-transform:capitalize;margin:28px 0 8px}.m{font-weight:700}
.GET{color:#05693e}.POST{color:#1a4acb}.PUT,.PATCH{color:#854d0e}.DELETE{color:#b42318}pre{background:#fff;padding:12px;border:1px solid #e4e8ee;overflow:auto}
@media(prefers-color-scheme:dark){body{color:#e6ebf2;background:#0d131b}table,pre{background:#141b25;border-color:#263041}th,td{border-color:#263041}th{color:#9aa7ba}
.GET{color:#86e5b1}.POST{color:#a9bfff}.PUT,.PATCH{color:#fde68a}.DELETE{color:#fda29b}}
</style></head><body><h1>Meridiana – calls</h1>
<p>The machine-readable document is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Refusals are problem documents
(RFC 9457) with <code>code</code> and <code>detail</code>.</p>
<p>Sign in with <code>POST /user/v1/login/</code>, then send <code>Authorization: Bearer &lt;access&gt;</code> and, for a company's
data, <code>id-client: &lt;number&gt;</code>. Devices send their readings with a key:</p>
<pre>PORTAL=http://127.0.0.1:3000   # where this installation answers
curl -X POST "$PORTAL"/ingest/v1/readings/ -H 'Authorization: Bearer &lt;key&gt;' -H 'Content-Type: application/json' \\
  -d '{"readings":[{"device":"INV1","ts":"2026-06-01T10:00:00Z","values":{"ac_power_kw":412.5}}]}'</pre>
${areas.join('')}</body></html>`;
}

/** `/openapi.json`, and a page for people to read at `/openapi`. */
export function serveDocuments(app: FastifyInstance): void {
  const document = JSON.stringify(openapi(contract, { title: 'Meridiana', version: '1' }));
  const readable = page();
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
  app.get('/openapi', (_request, reply) => reply.type('text/html; charset=utf-8').send(readable));
}
