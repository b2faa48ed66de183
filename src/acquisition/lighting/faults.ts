import { ModbusException, ModbusLinkError, ModbusTimeout } from '../modbus/errors.ts';
import { silenceOf } from '../silence.ts';

/** Why a cabinet did not answer: `link` where the way to it is broken, `refused` where it refused to be read, else `silent`. */
export function faultOf(error: unknown): string {
  if (error instanceof ModbusException) return [10, 11].includes(error.code) ? 'silent' : 'refused';
  if (error instanceof ModbusTimeout) return 'silent';
  if (error instanceof ModbusLinkError) return silenceOf(error).reached ? 'silent' : 'link';
  return 'fault';
}
