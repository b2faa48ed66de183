import type { Handlers } from '../../../shared/server/http/mount.ts';
import { withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { illPubCalls } from '../ill-pub.contract.ts';
import { controllerOf, presentInputs } from './boxes.service.ts';
import { presentDevices, readDevice } from './devices.service.ts';
import { lightsOverview, presentAlarms, presentPlants } from './ill-pub.service.ts';
import { pageOfLights } from './light-points.repository.ts';
import { readLight } from './light-points.service.ts';
import { listReports } from './light-reports.service.ts';
import { meterPower } from './meters.repository.ts';
import { readMunicipality } from './municipalities.service.ts';
import { countDevices } from './plants.repository.ts';

/** Calls about installations: a municipality's boxes and lights together. */
export const illPubHandlers: Handlers<typeof illPubCalls> = {
  plants: ({ tx, now }) => presentPlants(tx, now),
  async devices({ tx, params, query, now }) {
    const { id } = await readMunicipality(tx, params.id);
    const of = { box_id: null, municipality_id: id, device_id: null };
    return presentDevices(tx, { of, page: query, now });
  },
  async devicesOverview({ tx, params, now }) {
    const { id } = await readMunicipality(tx, params.id);
    // Lighting is not narrowed by plants (docs/adr/0056), but devices are.
    const counts = await withEveryPlant(tx, () => countDevices(tx, id, now));
    const sum = (fits: (row: (typeof counts)[number]) => boolean) =>
      counts.filter(fits).reduce((total, { count }) => total + count, 0);
    return {
      controllers: sum(({ kind }) => kind === 'controller'),
      meters: sum(({ kind }) => kind === 'meter'),
      answers: sum(({ state }) => state === 'answers'),
      silent: sum(({ state }) => state === 'silent'),
      never_heard: sum(({ state }) => state === 'never_heard'),
    };
  },
  async device({ tx, params, now }) {
    const device = await readDevice(tx, { municipality_id: params.id, device_id: params.device_id, now });
    if (device.kind === 'meter') {
      const { power_kw } = await meterPower(tx, device, now);
      return { ...device, inputs: null, clock_offset_s: null, power_kw };
    }
    const controller = await controllerOf(tx, device.box_id);
    return {
      ...device,
      inputs: controller ? presentInputs(controller.inputs) : null,
      clock_offset_s: controller?.clock_offset_s ?? null,
      power_kw: controller?.power_kw ?? null,
    };
  },
  async deviceAlarms({ tx, params, query, language, now }) {
    const { box_id } = await readDevice(tx, {
      municipality_id: params.id,
      device_id: params.device_id,
      now,
    });
    return presentAlarms(tx, { box_id, line: null, ...query, closed: query.closed, language });
  },
  async lights({ tx, params, query }) {
    const { id } = await readMunicipality(tx, params.id);
    return pageOfLights(tx, { box_id: null, municipality_id: id, line: null, search: null }, query);
  },
  async lightsOverview({ tx, params }) {
    const { id } = await readMunicipality(tx, params.id);
    return lightsOverview(tx, id);
  },
  async light({ tx, params }) {
    const light = await readLight(tx, params.light_id, params.id);
    const { results: reports } = await listReports(tx, { light_id: light.id, page: 1, page_size: 100 });
    return { ...light, reports };
  },
  async lightAlarms({ tx, params, query, language }) {
    const { box_id, line } = await readLight(tx, params.light_id, params.id);
    return presentAlarms(tx, { box_id, line, ...query, closed: query.closed, language });
  },
};
