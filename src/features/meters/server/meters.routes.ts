import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { plantFilter } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { energyMetersCalls } from '../meters.contract.ts';
import type { meterRegisterCalls } from '../register.contract.ts';
import { meterYear, powerOfMeters } from './meter-year.ts';
import { listMeters } from './meters.repository.ts';
import {
  changeMeter,
  createMeter,
  findMeter,
  modelsOf,
  present,
  removeMeter,
  sectionsOfMeter,
} from './meters.service.ts';
import { addReading, checkOf, correctReading, listLines } from './register.service.ts';
import { addEvent, swapMeter } from './register-events.ts';
import { registerFile } from './register-file.ts';
import { importStatement } from './statement.service.ts';

export const energyMetersHandlers: Handlers<typeof energyMetersCalls> = {
  list: async ({ tx, query: { retired, ...wanted } }) => {
    const of = retired === undefined ? undefined : retired === 'true';
    return (await listMeters(tx, { ...wanted, retired: of })).map(present);
  },
  create: ({ tx, body }) => createMeter(tx, body),
  update: ({ tx, params, body }) => changeMeter(tx, params.id, body),
  remove: ({ tx, params, now }) => removeMeter(tx, params.id, now),
  get: async ({ tx, params }) => present(await findMeter(tx, params)),
  bySerial: async ({ tx, query }) => present(await findMeter(tx, query)),
  models: ({ tx }) => modelsOf(tx),
  power: async ({ tx, query: { proj_code, ...window } }) => {
    if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
    return powerOfMeters(tx, await listMeters(tx, { proj_code }), window);
  },
  powerBySerial: async ({ tx, query: { serial_number, ...window } }) => {
    const meter = await findMeter(tx, { serial_number });
    return (await powerOfMeters(tx, [meter], window))[0] ?? notFound();
  },
  sections: ({ tx, params }) => sectionsOfMeter(tx, params.id),
};

export const meterRegisterHandlers: Handlers<typeof meterRegisterCalls> = {
  lines: ({ tx, params, query }) => listLines(tx, params.id, query.month),
  read: ({ tx, params, body, now }) => addReading(tx, params.id, body, now),
  correct: ({ tx, params, body, now }) => correctReading(tx, params.id, body, now),
  event: ({ tx, params, body, now }) => addEvent(tx, params.id, body, now),
  swap: ({ tx, params, body, now }) => swapMeter(tx, params.id, body, now),
  check: ({ tx, params }) => checkOf(tx, params.id),
  importReadings: ({ tx, body, now }) => importStatement(tx, body, now),
  year: ({ tx, query: { proj_code, year } }) => meterYear(tx, { proj_code, year: Number(year) }),
  exportRegister: ({ tx, query: { language: wanted, ...asked }, language }) =>
    registerFile(tx, { ...asked, language: wanted ?? language }),
};
