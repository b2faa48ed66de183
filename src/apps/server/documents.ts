import type { FastifyInstance } from 'fastify';
import { openapi } from '../../shared/contract/openapi.ts';
import { type Language, languageOf } from '../../shared/server/language.ts';
import { contract } from './contract.ts';
import { documentBody, plain, type ShownDocument } from './document-page.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './document-words.ts';
import { KEY_EXAMPLES, keySettings } from './key-examples.ts';
import { schemaNames } from './schema-names.ts';

/** Who may make a call, in words. */
const whoOf =
  (words: DocumentWords) =>
  ({ 'x-access': access, security }: { 'x-access': string; security: readonly object[] }): string => {
    const reads = security.some((one) => 'key' in one) && !access.startsWith('key:');
    return `${words.access[access] ?? access}${reads ? words.orReading : ''}`;
  };

/** How programs, devices and gateways use a key. */
function keys(publicUrl: string, words: DocumentWords): string {
  const examples = KEY_EXAMPLES.map(({ title, note, command }) => {
    const [said, about] = words.examples[title] ?? [title, note];
    return `<h3>${plain(said)}</h3><p>${about}</p><pre>${plain(command)}</pre>`;
  });
  return `<h2>${words.keys}</h2>
<p>${words.keysMade}</p>
<p>${words.keysRefused}</p>
<pre>${plain(keySettings(publicUrl))}</pre>
${examples.join('\n')}`;
}

function page(publicUrl: string, language: Language): string {
  const words = DOCUMENT_WORDS[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Meridiana – API</title>
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
</style></head><body><h1>Meridiana – ${words.title}</h1>
<p>${words.intro}</p>
<p>${words.signIn}</p>${words.inEnglish && `\n<p>${words.inEnglish}</p>`}
${keys(publicUrl, words)}
${documentBody(documentOf(publicUrl) as unknown as ShownDocument, whoOf(words), words)}</body></html>`;
}

/** The document of all that is served at an address. */
export const documentOf = (url: string): Record<string, unknown> =>
  openapi(contract, { title: 'Meridiana', version: '1', url, names: schemaNames() });

/** `/openapi.json`, and a page for people to read at `/openapi`. */
export function serveDocuments(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  // Written when it is first asked for: a start would wait for it, and few ask.
  let written: string | undefined;
  const readable = new Map<Language, string>();
  app.get('/openapi.json', (_request, reply) => {
    written ??= JSON.stringify(documentOf(publicUrl));
    return reply.type('application/json').send(written);
  });
  app.get('/openapi', (request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const shown = readable.get(language) ?? page(publicUrl, language);
    readable.set(language, shown);
    return reply
      .headers({ vary: 'accept-language', 'content-language': language })
      .type('text/html; charset=utf-8')
      .send(shown);
  });
}
