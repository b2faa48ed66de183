import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { availabilityCalls } from '../availability.contract.ts';
import type { rgiCalls } from '../rgi.contract.ts';
import { availabilityOf, intervalsOf } from './availability.ts';
import { changeAvailabilitySetting } from './availability-setting.ts';
import { previewOf } from './preview.ts';
import {
  calendarFile,
  changeRgi,
  createRgi,
  findRgi,
  importCalendar,
  listEntries,
  periodsShown,
  removeRgi,
} from './rgi.service.ts';

export const rgiHandlers: Handlers<typeof rgiCalls> = {
  list: ({ tx, query }) => listEntries(tx, query),
  create: ({ tx, body }) => createRgi(tx, body),
  get: ({ tx, params }) => findRgi(tx, params.id),
  update: ({ tx, params, body }) => changeRgi(tx, params.id, body),
  remove: ({ tx, body }) => removeRgi(tx, Array.isArray(body) ? body : body.list),
  periods: ({ tx, query }) => periodsShown(tx, query),
  preview: ({ tx, body, now }) => previewOf(tx, body, now),
  exportCalendar: ({ tx, query, now }) => calendarFile(tx, query, now),
  importCalendar: ({ tx, body }) => importCalendar(tx, body),
};

export const availabilityHandlers: Handlers<typeof availabilityCalls> = {
  plants: ({ tx, query, now }) => availabilityOf(tx, query, now),
  intervals: ({ tx, query, now }) => intervalsOf(tx, query, now),
  setting: ({ tx, params, body }) => changeAvailabilitySetting(tx, params.proj_code, body),
};
