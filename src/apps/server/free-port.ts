import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode, errorText, StartFault } from '../../shared/server/start-fault.ts';

/**
 * Makes sure that the portal will be able to listen, before anything else is started.
 * @param patience_ms how long to wait for a taken port: a killed program's children need a moment to end
 * @param fault the sentence for one that cannot be had, by default of the portal's own
 * @throws StartFault
 */
export async function assertFreePort(
  { host, port }: { host: string; port: number },
  patience_ms: number,
  fault = listenFault,
): Promise<void> {
  const until = Date.now() + patience_ms;
  for (;;) {
    const error = await tryListen(host, port);
    if (error === undefined) return;
    if (errorCode(error) !== 'EADDRINUSE' || Date.now() >= until) throw fault(error, host, port);
    await pause(200);
  }
}

/** The sentence for a failed listen; also for the part that listens at last. */
export function listenFault(error: unknown, host: string, port: number): StartFault {
  const sentence = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program: end that one, or set another PORT.`,
    EACCES: `Port ${port} may not be opened by this user: set a PORT from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is no address of this machine.`,
    EAI_AGAIN: `HOST ${host} is no address of this machine.`,
  }[errorCode(error) ?? ''];
  return new StartFault(sentence ?? `The portal cannot listen on ${host}:${port}: ${errorText(error)}.`, {
    cause: error,
  });
}

async function tryListen(host: string, port: number): Promise<unknown> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return error;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}
