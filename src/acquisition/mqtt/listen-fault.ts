import { errorCode, errorText, StartFault } from '../../shared/server/start-fault.ts';

/** The sentence for an address of MQTT_LISTEN that cannot be had. */
export function mqttListenFault(error: unknown, host: string, port: number): StartFault {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const sentence = {
    EADDRINUSE: `MQTT_LISTEN ${address} is taken by another program: end that one, or set another address, or off.`,
    EACCES: `MQTT_LISTEN ${address} may not be opened by this user: set a port from 1024 on.`,
    EADDRNOTAVAIL: `MQTT_LISTEN ${address} is no address of this machine.`,
    ENOTFOUND: `MQTT_LISTEN ${address} is no address of this machine.`,
  }[errorCode(error) ?? ''];
  const cause = { cause: error };
  return new StartFault(sentence ?? `MQTT_LISTEN ${address} cannot be used: ${errorText(error)}.`, cause);
}
