import type { SilenceReason } from '../features/cloudcontrol/device-log.model.ts';
import { type LinkFault, ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';

/** Why a device answered nothing. `reached` is false when no request went out: nothing is known about the device then, only about the way to it. */
export type Silence = {
  readonly message: string;
  readonly reached: boolean;
  readonly reason: SilenceReason;
};

const UNREACHED: readonly LinkFault[] = [
  'refused_address',
  'connect_failed',
  'connect_timeout',
  'backing_off',
  'closed',
  'refused_tty',
  'tty_failed',
];
const MAX_DETAIL = 200;

/** What an error of the link says about the device that was asked. */
export function silenceOf(error: Error): Silence {
  const reached = !(error instanceof ModbusLinkError && UNREACHED.includes(error.fault));
  return { message: error.message, reached, reason: reasonOf(error) };
}

/** The error as a code with parameters, to be said in the reader's language. */
export function reasonOf(error: unknown): SilenceReason {
  if (error instanceof ModbusTimeout) return timeoutReason(error);
  if (error instanceof ModbusException) return { code: 'gateway', exception: error.code };
  if (!(error instanceof ModbusLinkError)) return { code: 'fault' };
  const { fault, params, message, cause } = error;
  switch (fault) {
    case 'backing_off':
      return cause === undefined ? { code: 'lost' } : reasonOf(cause);
    case 'silent':
      return { code: 'unanswered' };
    case 'closed':
      return { code: 'lost' };
    case 'connect_failed':
    case 'garbage':
    case 'tty_failed':
      return { code: fault, ...params, detail: message.slice(0, MAX_DETAIL) };
    default:
      return { code: fault, ...params };
  }
}

function timeoutReason({ timeout_ms, wrong }: ModbusTimeout): SilenceReason {
  if (wrong === null) return { code: 'timeout', timeout_ms };
  const { what, expected, received } = wrong;
  return { code: `wrong_${what}`, expected, received };
}
