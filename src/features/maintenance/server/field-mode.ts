import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type FieldDevice,
  type FieldMode,
  type FieldRequest,
  type fieldModeCalls,
  MAX_KEPT_DEVICES,
  MAX_KEPT_REQUESTS,
} from '../field-mode.contract.ts';
import type { MaintenanceRequest } from '../maintenance-requests.contract.ts';
import {
  type DeviceRow,
  listKeptDevices,
  listLastValues,
  listOwnRequests,
  listPlaces,
  type ValueRow,
} from './field-mode.repository.ts';
import { presentRequests } from './request-answers.ts';

/** Variables of one device: a phone shows what somebody reads, not whole registers. */
const MAX_VALUES = 60;

function kept(request: MaintenanceRequest, proj_code: string): FieldRequest {
  const { id, number, title, description, type, priority, state, due_at } = request;
  const { estimated_min, device_ids, downtime_id, checklist, created_at } = request;
  return {
    id,
    number,
    title,
    description,
    type,
    priority,
    state,
    due_at,
    estimated_min,
    device_ids,
    downtime_id,
    checklist,
    created_at,
    proj_code,
  };
}

/** Requests in the order of their numbers. */
async function requestsOf(tx: Tx, ids: readonly number[]): Promise<FieldRequest[]> {
  const byId = new Map((await presentRequests(tx, ids)).map((request) => [request.id, request]));
  return ids.flatMap((id) => {
    const request = byId.get(id);
    return request && request.proj_code !== null ? [kept(request, request.proj_code)] : [];
  });
}

function deviceOf(
  { plant_id: _plant, of: _of, ...device }: DeviceRow,
  values: readonly ValueRow[],
): FieldDevice {
  const shown = values.slice(0, MAX_VALUES);
  return {
    ...device,
    values: shown.map(({ device_id: _device, at, ...value }) => ({ ...value, at: at.toISOString() })),
  };
}

async function fieldModeOf(tx: Tx): Promise<FieldMode> {
  const own = await listOwnRequests(tx, MAX_KEPT_REQUESTS);
  const requests = await requestsOf(
    tx,
    own.map(({ id }) => id),
  );
  const plant_ids = [...new Set(own.map(({ plant_id }) => plant_id))];
  const named = [...new Set(requests.flatMap(({ device_ids }) => device_ids))];
  const devices = await listKeptDevices(tx, plant_ids, { named, most: MAX_KEPT_DEVICES });
  const device_ids = devices.map(({ id }) => id);
  const values = Map.groupBy(await listLastValues(tx, device_ids, named), ({ device_id }) => device_id);
  const byPlant = Map.groupBy(devices, ({ plant_id }) => plant_id);
  return {
    requests,
    request_count: own[0]?.of ?? 0,
    plants: (await listPlaces(tx, plant_ids)).map(({ id, ...plant }) => {
      const of = byPlant.get(id) ?? [];
      return {
        ...plant,
        devices: of.map((device) => deviceOf(device, values.get(device.id) ?? [])),
        device_count: of[0]?.of ?? 0,
      };
    }),
  };
}

export const fieldModeHandlers: Handlers<typeof fieldModeCalls> = {
  get: ({ tx }) => fieldModeOf(tx),
};
