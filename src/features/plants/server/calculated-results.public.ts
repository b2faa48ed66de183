import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  binVariable,
  insertVariable,
  insertVirtualDevice,
  moveVariable,
  reviveVariable,
  takeSlot,
} from './calculated-results.repository.ts';

interface Result {
  device_id: number;
  variable_name_id: number;
  slot: number;
}

/** Devices and variables that hold what is calculated. */
export const calculatedResults = {
  insertDevice: (tx: Tx, device: Parameters<typeof insertVirtualDevice>[1]): Promise<number | undefined> =>
    insertVirtualDevice(tx, device),
  takeSlot: (tx: Tx, device_id: number): Promise<number | undefined> => takeSlot(tx, device_id),
  /** The id of the device's variable of a name: the last one in its bin, as new, or one that is made. Demands `showBin`. */
  placeVariable: async (tx: Tx, result: Result): Promise<number> =>
    (await reviveVariable(tx, result)) ?? (await insertVariable(tx, result)),
  moveVariable: (tx: Tx, variable_id: number, slot: number): Promise<void> =>
    moveVariable(tx, variable_id, slot),
  binVariable: (tx: Tx, variable_id: number): Promise<void> => binVariable(tx, variable_id),
};
