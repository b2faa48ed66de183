import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { boxesCalls } from '../boxes.contract.ts';
import { listPlaced } from './boxes.repository.ts';
import {
  assignBoxes,
  changeBox,
  changeLine,
  computePower,
  presentBoxes,
  presentLines,
  presentStatus,
  readBox,
  readLine,
} from './boxes.service.ts';
import { listLightsWithin, MAX_ON_MAP } from './light-points.repository.ts';
import { addLine, removeLine } from './lines.service.ts';
import { devicesOf } from './meters.service.ts';
import { readMunicipality } from './municipalities.service.ts';
import { presentResults } from './result-data.service.ts';

/** Calls about boxes, their lines and what they measure. */
export const boxesHandlers: Handlers<typeof boxesCalls> = {
  list: ({ tx, query, now }) => presentBoxes(tx, query, now),
  async map({ tx, query, now }) {
    if (query.comune_id !== undefined) await readMunicipality(tx, query.comune_id);
    return listPlaced(tx, query.comune_id ?? null, now);
  },
  async mapLights({ tx, query: { comune_id, ...stretch } }) {
    if (comune_id !== undefined) await readMunicipality(tx, comune_id);
    const lights = await listLightsWithin(tx, { ...stretch, comune_id: comune_id ?? null });
    return { lights: lights.slice(0, MAX_ON_MAP), more: lights.length > MAX_ON_MAP };
  },
  get: ({ tx, params, now }) => readBox(tx, params.id, now),
  change: ({ tx, params, body, now }) => changeBox(tx, { ...params, ...body }, now),
  status: ({ tx, query, now }) => presentStatus(tx, query, now),
  assign: ({ tx, query, body }) => assignBoxes(tx, { ...query, ...body }),
  powerLines: ({ tx, query, now }) => presentLines(tx, query, now),
  powerLine: ({ tx, params }) => readLine(tx, params.id),
  changePowerLine: ({ tx, params, body, now }) => changeLine(tx, { ...params, ...body }, now),
  addPowerLine: ({ tx, body, now }) => addLine(tx, body, now),
  removePowerLine: ({ tx, params }) => removeLine(tx, params.id),
  async devices({ tx, query, now }) {
    await readBox(tx, query.box_id, now);
    return devicesOf(tx, query.box_id, now);
  },
  powerComputed: ({ tx, query, now }) => computePower(tx, query.box_id, now),
  resultData: ({ tx, query, now }) => presentResults(tx, query, now),
};
