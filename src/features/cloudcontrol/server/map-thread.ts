import { parentPort, workerData } from 'node:worker_threads';
import type { MapTable } from '../../../devices/map/map-variable.ts';
import type { MapFileFault } from '../maps.model.ts';
import { MapFileError, mapTableOf } from './map-table.ts';

/** What a thread answers about the one file that it was started for. */
export type FromMapThread = { readonly table: MapTable } | { readonly fault: MapFileFault };

async function answer(bytes: Uint8Array): Promise<FromMapThread> {
  try {
    return { table: await mapTableOf(bytes) };
  } catch (error) {
    if (error instanceof MapFileError) return { fault: error.code };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData as Uint8Array));
