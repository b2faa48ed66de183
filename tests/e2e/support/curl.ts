import { parseArgs } from 'node:util';

/** What the portal's examples ask of curl: method, headers, body. Prints status and answer as JSON. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X', default: 'GET' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});
const headers = values.header.map((line): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
});
const [url = ''] = positionals;
const response = await fetch(url, { method: values.request, headers, body: values.data ?? null });
console.log(JSON.stringify({ status: response.status, json: await response.json() }));
