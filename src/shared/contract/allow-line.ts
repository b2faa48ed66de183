/** The command by which the administrator gives a company an endpoint: what a person is shown where it was not given. */
export function allowLine(
  company_id: number,
  endpoint: { host: string; port: number } | { tty: string },
): string {
  return `npm run admin -- allow --company ${company_id} ${entryOf(endpoint)}`;
}

function entryOf(endpoint: { host: string; port: number } | { tty: string }): string {
  if ('tty' in endpoint) return endpoint.tty;
  const { host, port } = endpoint;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
