import type { ModbusServer } from '../../../../simulators/modbus-server.ts';
import { startWrongGateway } from '../../../../simulators/wrong-devices.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { errorCode } from '../../../shared/server/start-fault.ts';

const PORT = 5020;

/**
 * Devices that are wrong on purpose, to try the tools on. Where their port cannot be had they stand at one that the system
 * chooses, and whoever reads the README is told which.
 */
export async function startWrongDevices(log: Pick<Logger, 'warn'>, port = PORT): Promise<ModbusServer> {
  try {
    return await startWrongGateway({ port });
  } catch (error) {
    const gateway = await startWrongGateway();
    const why = errorCode(error) === 'EADDRINUSE' ? 'is taken' : `cannot be had (${errorCode(error)})`;
    log.warn(`Port ${port} ${why}: the devices that are wrong on purpose stand at 127.0.0.1:${gateway.port}`);
    return gateway;
  }
}
