import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import {
  findDeviceAndHealth,
  findPortOfDevice,
  listConfiguredAttributes,
  listConfiguredVariables,
  listFed,
  listTagsOfDevice,
} from './details.repository.ts';
import { findTemplateContent } from './template-content.ts';

async function templateOf(tx: Tx, key: string, version: number): Promise<DeviceDetails['template']> {
  const now = await findTemplateContent(tx, key);
  return { key, version, name: now?.name ?? null, newest: now?.version ?? null };
}

/** Everything of a device as it stands at `now`. @throws AppError not_found */
export async function getDetails(tx: Tx, id: number, now: Date): Promise<DeviceDetails> {
  const found = (await findDeviceAndHealth(tx, id, now)) ?? notFound();
  const { template_key: key, template_version: version, ...standing } = found;
  return {
    ...standing,
    template: key === null || version === null ? null : await templateOf(tx, key, version),
    port: await findPortOfDevice(tx, id),
    variables: await listConfiguredVariables(tx, id),
    attributes: await listConfiguredAttributes(tx, id),
    tags: await listTagsOfDevice(tx, id),
    feeds: await listFed(tx, id),
  };
}
