import { splitList } from './network-settings.ts';

const ENTRY = /^\/dev\/[A-Za-z0-9_./-]{1,100}\*?$/;

/**
 * Reads a list of serial devices, `/dev/ttyUSB0` or, for all that begin so, `/dev/ttyUSB*`.
 * @param fault told about each entry that cannot be read
 */
export function readSerialDevices(text: string, fault: (message: string) => void): string[] {
  return splitList(text).filter((entry) => {
    const good = ENTRY.test(entry) && !entry.includes('..');
    if (!good) fault(`has an entry that is no serial device such as /dev/ttyUSB0 or /dev/ttyUSB*: ${entry}`);
    return good;
  });
}

/** May the server open this device for users? Nothing is open but what the setting lists; a star ends a beginning. */
export function createSerialGuard(entries: readonly string[]): (tty: string) => boolean {
  return (tty) =>
    !tty.includes('..') &&
    entries.some((entry) => (entry.endsWith('*') ? tty.startsWith(entry.slice(0, -1)) : tty === entry));
}
