import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { municipalitiesCalls } from '../municipalities.contract.ts';
import { searchComuni } from './comuni/comuni.ts';
import { listMunicipalities } from './municipalities.repository.ts';
import {
  changeMunicipality,
  createMunicipality,
  readMunicipality,
  removeMunicipality,
} from './municipalities.service.ts';
import { previewYear } from './preview.service.ts';
import { changeSettings, readSettings, setSettings } from './settings.service.ts';

/** Calls about municipalities and when they are lit. */
export const municipalitiesHandlers: Handlers<typeof municipalitiesCalls> = {
  comuni: ({ query }) => searchComuni(query.search ?? ''),
  list: ({ tx }) => listMunicipalities(tx, null),
  get: ({ tx, params }) => readMunicipality(tx, params.id),
  create: ({ tx, body }) => createMunicipality(tx, body),
  change: ({ tx, params, body }) => changeMunicipality(tx, params.id, body),
  remove: ({ tx, params }) => removeMunicipality(tx, params.id),
  settings: ({ tx, query, now }) => readSettings(tx, query.comune_id, now),
  setSettings: ({ tx, body, now }) => setSettings(tx, body, now),
  changeSettings({ tx, params, body: { settings, version, ...beside }, now }) {
    return changeSettings(tx, { ...params, settings: { ...beside, ...settings }, version }, now);
  },
  preview: ({ tx, params, body, now }) => previewYear(tx, params.id, { ...body, now }),
};
