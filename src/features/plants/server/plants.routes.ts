import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { changeRow, createRow, removeRow } from '../../../shared/server/records/company-list.ts';
import type { plantsCalls } from '../plants.contract.ts';
import type { variableNamesCalls } from '../variable-names.contract.ts';
import { archivePlant, listArchive, restorePlant } from './archive.service.ts';
import { findDevice } from './devices.repository.ts';
import { oneWithWeather, type PlantsDeps, withWeather } from './plant-weather.public.ts';
import { listPlants } from './plants.repository.ts';
import {
  addVariables,
  changePlant,
  createDevice,
  createPlant,
  listDevicesOf,
  listNamesOfDevices,
} from './plants.service.ts';
import { findTag, listTags, listTagsOfPlants } from './tags.repository.ts';
import { listVariableNames } from './variable-names.repository.ts';
import { variableNames } from './variable-names.service.ts';

/** Calls about plants, their devices, the catalogue of variable names, and the tags. */
export const plantsHandlers = (
  deps: PlantsDeps,
): Handlers<typeof plantsCalls & typeof variableNamesCalls> => ({
  list: async (asked) => withWeather(deps, asked, await listPlants(asked.tx, asked.query.codes)),
  legacyList: async (asked) => withWeather(deps, asked, await listPlants(asked.tx)),
  listSimplified: async ({ tx }) =>
    (await listPlants(tx)).map(({ master_id, proj_code, code, name, label, productionType }) => ({
      master_id,
      proj_code,
      code,
      name,
      label,
      productionType,
    })),
  create: async (asked) => oneWithWeather(deps, asked, await createPlant(asked.tx, asked.body)),
  update: async (asked) =>
    oneWithWeather(deps, asked, await changePlant(asked.tx, asked.params.proj_code, asked.body)),
  listArchived: ({ tx }) => listArchive(tx),
  async archive({ tx, params, body, now }) {
    await archivePlant(tx, params.proj_code, { version: body.version, now });
    return {};
  },
  restore: async (asked) => oneWithWeather(deps, asked, await restorePlant(asked.tx, asked.params.proj_code)),
  listDevices: ({ tx, query }) => listDevicesOf(tx, query.proj_code),
  getDevice: async ({ tx, params }) => (await findDevice(tx, params.id)) ?? notFound(),
  createDevice: ({ tx, body }) => createDevice(tx, body),
  addVariables: ({ tx, body }) => addVariables(tx, body.device_id, body.variables),
  devicesName: ({ tx, query }) => listNamesOfDevices(tx, query.proj_code),
  variablesName: ({ tx }) => listVariableNames(tx),
  createVariableName: ({ tx, body }) => createRow(tx, variableNames, body),
  updateVariableName: ({ tx, params, body }) => changeRow(tx, variableNames, { ...body, ...params }),
  removeVariableName: ({ tx, params }) => removeRow(tx, variableNames, params.id),
  plantTags: ({ tx }) => listTagsOfPlants(tx),
  tags: ({ tx }) => listTags(tx),
  tag: async ({ tx, params }) => (await findTag(tx, params.id)) ?? notFound(),
});
