import type { In } from '../../../../shared/contract/call.ts';
import { forgetAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { renewed, send } from '../../../../shared/web/api/send.ts';
import { devicesCalls } from '../../../plants/devices.contract.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { catalogueCalls } from '../../catalogue.contract.ts';
import { changesCalls } from '../../changes.contract.ts';
import { configurationCalls } from '../../configuration.contract.ts';
import type { DeviceDetails } from '../../configured.contract.ts';
import { latestCalls } from '../../latest-values.contract.ts';
import { deviceBinCalls, type Restored, type Returned, versionsCalls } from '../../versions.contract.ts';
import { forgetTried } from './tried.public.ts';
import { keepDetails } from './use-devices.ts';

type BodyOf<K extends keyof typeof changesCalls> = In<(typeof changesCalls)[K]['body']>;

const byId = (id: number) => ({ id: String(id) });

/** A device as it is stored now, also shown wherever it is on screen. */
export async function fetchDetails(company: number, id: number): Promise<DeviceDetails> {
  const details = await send(configurationCalls.deviceDetails, { params: byId(id), company });
  return keepDetails(company, details);
}

export async function patchDevice(
  company: number,
  id: number,
  body: BodyOf<'changeDevice'>,
): Promise<DeviceDetails> {
  const details = await send(changesCalls.changeDevice, { params: byId(id), body, company });
  forgetTried(company);
  return keepDetails(company, details);
}

/** Changes a port for all devices behind it; answers those of the device through which it is looked at. */
export async function patchPort(
  company: number,
  id: number,
  body: BodyOf<'changePort'>,
): Promise<DeviceDetails | null> {
  const details = await send(changesCalls.changePort, { params: byId(id), body, company });
  forgetTried(company);
  return details && keepDetails(company, details);
}

export async function patchVariable(
  company: number,
  id: number,
  body: BodyOf<'changeVariable'>,
): Promise<DeviceDetails> {
  return keepDetails(company, await send(changesCalls.changeVariable, { params: byId(id), body, company }));
}

/** Changes or deletes several variables of a device as one change. */
export async function patchVariables(
  company: number,
  device_id: number,
  body: BodyOf<'changeVariables'>,
): Promise<DeviceDetails> {
  return keepDetails(
    company,
    await send(changesCalls.changeVariables, { params: byId(device_id), body, company }),
  );
}

export async function addVariables(company: number, body: BodyOf<'addVariables'>): Promise<DeviceDetails> {
  return keepDetails(company, await send(changesCalls.addVariables, { body, company }));
}

export async function copyVariable(
  company: number,
  id: number,
  body: BodyOf<'copyVariable'>,
): Promise<DeviceDetails> {
  return keepDetails(company, await send(changesCalls.copyVariable, { params: byId(id), body, company }));
}

export async function removeVariable(company: number, id: number, device_id: number): Promise<DeviceDetails> {
  await send(changesCalls.removeVariable, { params: byId(id), company });
  return keepDetails(company, await fetchDetails(company, device_id));
}

export async function addAttribute(company: number, body: BodyOf<'addAttribute'>): Promise<DeviceDetails> {
  return keepDetails(company, await send(changesCalls.addAttribute, { body, company }));
}

export async function patchAttribute(
  company: number,
  id: number,
  body: BodyOf<'changeAttribute'>,
): Promise<DeviceDetails> {
  return keepDetails(company, await send(changesCalls.changeAttribute, { params: byId(id), body, company }));
}

export async function removeAttribute(
  company: number,
  id: number,
  device_id: number,
): Promise<DeviceDetails> {
  await send(changesCalls.removeAttribute, { params: byId(id), company });
  return keepDetails(company, await fetchDetails(company, device_id));
}

/** A port of a plant, new or like another one. */
export async function createPort(company: number, body: BodyOf<'createPort'>) {
  const port = await send(changesCalls.createPort, { body, company });
  await renewed(company, changesCalls.createPort);
  return port;
}

export async function copyPort(company: number, id: number, name: string) {
  const port = await send(changesCalls.copyPort, { params: byId(id), body: { name }, company });
  await renewed(company, changesCalls.copyPort);
  return port;
}

export async function removePort(company: number, id: number): Promise<void> {
  await send(changesCalls.removePort, { params: byId(id), company });
  await renewed(company, changesCalls.removePort);
}

/** A new device, to be configured. */
export async function addDevice(company: number, body: In<typeof plantsCalls.createDevice.body>) {
  const device = await send(plantsCalls.createDevice, { body, company });
  await renewed(company, plantsCalls.createDevice);
  return device;
}

export async function copyDevice(
  company: number,
  id: number,
  body: BodyOf<'copyDevice'>,
): Promise<DeviceDetails> {
  return keepDetails(company, await send(changesCalls.copyDevice, { params: byId(id), body, company }));
}

/** Puts a device into the bin: it is polled and shown no more, its history is kept. */
export async function binDevice(company: number, id: number): Promise<void> {
  await send(devicesCalls.remove, { params: byId(id), company });
  await renewed(company, devicesCalls.remove);
}

/** What is kept of a device that is there no more, once nothing shows it. */
export function forgetDevice(company: number, id: number): void {
  const input = { params: byId(id) };
  forgetAnswer(company, configurationCalls.deviceDetails, input);
  forgetAnswer(company, latestCalls.deviceNewest, input);
}

/** A new section of a plant. */
export async function createSection(company: number, body: In<typeof catalogueCalls.createSection.body>) {
  const section = await send(catalogueCalls.createSection, { body, company });
  await renewed(company, catalogueCalls.createSection);
  return section;
}

/** Raises the detail of a device's log for some minutes, or ends that. */
export async function traceDevice(company: number, id: number, on: boolean): Promise<void> {
  keepDetails(company, await send(changesCalls.traceDevice, { params: byId(id), body: { on }, company }));
}

/** Sets a device back to an earlier version; answers what could not come back. */
export async function rollBack(
  company: number,
  id: number,
  number: number,
  body: { newest: number; with_port: boolean },
): Promise<Returned> {
  const params = { id: String(id), number: String(number) };
  const returned = await send(versionsCalls.goBack, { params, body, company });
  keepDetails(company, returned.details);
  return returned;
}

/** Brings a device back out of the bin, with its history; answers what could not come back. */
export async function restoreDevice(company: number, id: number): Promise<Restored['left']> {
  const { left, ...details } = await send(deviceBinCalls.restore, { params: byId(id), company });
  keepDetails(company, details);
  return left;
}
