import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { type CompanyList, createRow } from '../../../shared/server/records/company-list.ts';
import { assertVersion, savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_CATEGORIES, MAX_GROUPS, MAX_TAGS } from '../../plants/catalogue.model.ts';
import { catalogueApi } from '../../plants/server/catalogue.public.ts';
import { CATALOGUE_TABLES, catalogueChanges } from '../../plants/server/catalogue-changes.public.ts';
import type { Tag } from '../../plants/variable-names.contract.ts';
import type { Category, DeviceTags, UsedGroup, VariableGroup } from '../catalogue.contract.ts';
import {
  countDevices,
  countGroupUse,
  findLastPosition,
  listGroups,
  listTagsOf,
} from './catalogue.repository.ts';

/** Lists that hang together with the names of variables. */
const OF_CATALOGUE = { lock: catalogueApi.lock, notify: catalogueApi.tell };

/** Categories of devices: what they are taken for stays while devices are of them. */
export const categories: CompanyList<Category> = {
  ...OF_CATALOGUE,
  ...CATALOGUE_TABLES.categories,
  atMost: MAX_CATEGORIES,
  audit: 'category',
  async beforeChange(tx, before, after) {
    if (before.kind === after.kind) return;
    const use = await withBin(tx, () => countDevices(tx, before.id));
    if (use.devices + use.binned > 0) throw catalogueApi.refusal('category_in_use', { ...use });
  },
  async beforeRemove(tx, { id }) {
    const use = await withBin(tx, () => countDevices(tx, id));
    if (use.devices + use.binned > 0) throw catalogueApi.refusal('used_by_devices', { ...use });
  },
};

/** Groups of variables: whatever is in one follows its code, deleted variables too. */
export const groups: CompanyList<VariableGroup> = {
  ...OF_CATALOGUE,
  ...CATALOGUE_TABLES.groups,
  atMost: MAX_GROUPS,
  audit: 'variable_group',
  async beforeChange(tx, before, after) {
    if (before.name === after.name) return;
    await withBin(tx, () => catalogueChanges.moveToGroup(tx, before.name, after.name));
  },
  async beforeRemove(tx, { id }) {
    const use = await withBin(tx, () => countGroupUse(tx, id));
    if (use.names + use.variables + use.binned > 0) throw catalogueApi.refusal('used_by_group', { ...use });
  },
};

export const tags: CompanyList<Tag> = {
  ...OF_CATALOGUE,
  ...CATALOGUE_TABLES.tags,
  atMost: MAX_TAGS,
  audit: 'tag',
};

/** Adds a group behind the others. @throws AppError conflict as createRow */
export async function createGroup(
  tx: Tx,
  given: Pick<VariableGroup, 'name' | 'label_en' | 'label_it' | 'colour'>,
): Promise<VariableGroup> {
  await catalogueApi.lock(tx);
  return createRow(tx, groups, { ...given, position: (await findLastPosition(tx)) + 1 });
}

/**
 * Puts groups into the order given; those that it leaves out, which somebody may just have made, stand behind them.
 * @throws AppError not_found for a group that is not the company's; conflict with the stored ones when one was changed in
 * between
 */
export async function orderGroups(
  tx: Tx,
  wanted: readonly Pick<VariableGroup, 'id' | 'version'>[],
): Promise<UsedGroup[]> {
  await catalogueApi.lock(tx);
  const stored = await withBin(tx, () => listGroups(tx));
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  if (wanted.some(({ id }) => !versions.has(id))) notFound();
  if (wanted.some(({ id, version }) => versions.get(id) !== version)) throw savedMeanwhile(stored);
  const ids = [...new Set([...wanted, ...stored].map(({ id }) => id))];
  await catalogueChanges.placeGroups(tx, ids);
  const ordered = await withBin(tx, () => listGroups(tx));
  await recordAudit(tx, 'variable_group.ordered', '', { names: ordered.map(({ name }) => name) });
  await catalogueApi.tell(tx);
  return ordered;
}

/**
 * Gives a device exactly these tags.
 * @throws AppError not_found for a device that the scope may not see or a tag that is not the company's; conflict with the
 * stored tags when the device was saved in between
 */
export async function setDeviceTags(
  tx: Tx,
  device_id: number,
  { tag_ids, version }: { tag_ids: readonly number[]; version?: number | undefined },
): Promise<DeviceTags> {
  const device = (await catalogueChanges.lockDevice(tx, device_id)) ?? notFound();
  const before = await listTagsOf(tx, device_id);
  await assertVersion(device, version, () => ({ device_id, version: device.version, tags: before }));
  const ids = [...new Set(tag_ids)];
  if ((await catalogueChanges.countTags(tx, ids)) < ids.length) notFound();
  const same = ids.length === before.length && before.every(({ id }) => ids.includes(id));
  if (same) return { device_id, version: device.version, tags: before };
  const stored = await catalogueChanges.replaceTags(tx, device_id, ids);
  const tagged = await listTagsOf(tx, device_id);
  await recordAudit(tx, 'device.tagged', String(device_id), { tags: tagged.map(({ name }) => name) });
  await catalogueApi.tell(tx);
  return { device_id, version: stored, tags: tagged };
}
