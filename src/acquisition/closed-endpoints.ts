import { realpath } from 'node:fs/promises';
import type { CompanyEndpoints } from '../shared/server/endpoints/company-endpoints.ts';
import type { PortConnection, PortPoller } from './port-poller.ts';

type Polled = Pick<PortPoller, 'connection' | 'disconnect'>;
type Endpoints = Pick<CompanyEndpoints, 'stillOpen' | 'port'>;

/** Ends the connections of a company's ports to what it may not reach any more: connecting anew is then refused. */
export async function dropClosed(
  endpoints: Endpoints,
  company_id: number,
  pollers: readonly Polled[],
): Promise<void> {
  const connected = pollers.flatMap((poller) => {
    const { connection } = poller;
    return connection ? [{ poller, connection }] : [];
  });
  const ways = connected.flatMap(({ poller, connection: { host, port, address } }) =>
    address === null ? [] : [{ poller, host, port, address }],
  );
  if (ways.length > 0) {
    const open = await endpoints.stillOpen(company_id, ways);
    for (const [i, { poller }] of ways.entries()) if (!open[i]) poller.disconnect();
  }
  for (const { poller, connection } of connected)
    if (connection.serial && !(await lineIsOpen(endpoints, connection))) poller.disconnect();
}

async function lineIsOpen(
  endpoints: Endpoints,
  { company_id, port_id, serial }: PortConnection,
): Promise<boolean> {
  const tty = serial?.tty ?? '';
  // A line that was pulled out ends its connection by itself.
  const line = await realpath(tty).catch(() => undefined);
  return line === undefined || endpoints.port(company_id, port_id).line(tty, line);
}
