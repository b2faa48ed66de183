import { allows } from '../../contract/capabilities.ts';
import { type ListView, MAX_OWN_VIEWS, MAX_VIEWS } from '../../contract/list-views.contract.ts';
import { recordAudit } from '../audit.ts';
import { AppError, notFound } from '../errors.ts';
import { needOf } from '../http/admission.ts';
import { nameTaken } from '../records/company-list.ts';
import { assertVersion } from '../records/version.ts';
import type { Tx } from '../tenancy.ts';
import { type ListAccess, mayReadList } from './list-access.ts';
import {
  deleteView,
  hiddenPlantNames,
  insertView,
  listViews,
  lockOwnViews,
  lockView,
  updateView,
  type ViewFields,
  type ViewFilter,
  type ViewRow,
} from './list-views.repository.ts';
import { namesAnyOf } from './named-plants.model.ts';

type Which = { readonly id: number; readonly version?: number | undefined };
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

function present({ owner_id, owner_name, ...row }: ViewRow): ListView {
  return { ...row, owner: owner_name === null ? null : { id: owner_id, name: owner_name } };
}

function tooManyViews(most: number): AppError {
  const message =
    most === MAX_VIEWS
      ? `You keep ${MAX_VIEWS} views of this list already: delete one that you do not use`
      : `You keep ${MAX_OWN_VIEWS} views of lists already: delete one that you do not use`;
  return new AppError('conflict', message, {
    errors: [{ path: '', message, code: 'too_many_views', params: { most } }],
  });
}

/** Nobody changes for others what they may not share. */
function assertMayShare(tx: Tx): void {
  if (!allows('records.write', tx.scope.roles)) throw new AppError('forbidden', needOf('records.write'));
}

function notTheOwner(): AppError {
  const message = 'Only its owner changes or deletes a view: save it as your own';
  return new AppError('forbidden', message, { errors: [{ path: '', message, code: 'not_the_owner' }] });
}

/**
 * Those of some views that the person may see: their own, and what others share of lists that the person may read, but what
 * names a plant that is hidden from them, in its name or in what it looks for.
 */
async function visibleOf(tx: Tx, lists: ListAccess, rows: readonly ViewRow[]): Promise<ViewRow[]> {
  const readable = rows.filter(({ mine, list }) => mine || mayReadList(lists, list, tx.scope.roles));
  if (readable.every(({ mine }) => mine)) return readable;
  const namesHidden = namesAnyOf(await hiddenPlantNames(tx));
  return readable.filter(({ mine, name, search }) => mine || !namesHidden([name, ...Object.values(search)]));
}

/** The person's own views and those that are shared with them. */
export async function viewsOf(tx: Tx, lists: ListAccess, filter: ViewFilter): Promise<ListView[]> {
  return (await visibleOf(tx, lists, await listViews(tx, filter))).map(present);
}

async function readView(tx: Tx, id: number): Promise<ListView> {
  return present((await lockView(tx, id)) ?? notFound());
}

/** @throws AppError conflict for a name that one has already, and for who keeps too many */
export async function createView(tx: Tx, view: ViewFields & { readonly list: string }): Promise<ListView> {
  const own = await lockOwnViews(tx);
  const beside = own.filter(({ list }) => list === view.list);
  if (beside.some(({ name }) => name === view.name)) throw nameTaken();
  if (beside.length >= MAX_VIEWS) throw tooManyViews(MAX_VIEWS);
  if (own.length >= MAX_OWN_VIEWS) throw tooManyViews(MAX_OWN_VIEWS);
  return readView(tx, await insertView(tx, view));
}

/** A view that the person may see. @throws AppError not_found */
async function lockVisible(tx: Tx, lists: ListAccess, id: number): Promise<ViewRow> {
  const row = (await lockView(tx, id)) ?? notFound();
  const [visible] = await visibleOf(tx, lists, [row]);
  return visible ?? notFound();
}

/** A view of the person's own. @throws AppError not_found; forbidden for another's; conflict for another version */
async function lockOwn(tx: Tx, lists: ListAccess, { id, version }: Which): Promise<ViewRow> {
  const row = await lockVisible(tx, lists, id);
  if (!row.mine) throw notTheOwner();
  await assertVersion(row, version, () => present(row));
  return row;
}

/** Changes a view of one's own; what is left out stays. @throws AppError as `createView` and `lockOwn`; forbidden for a shared one, for who may not share */
export async function changeView(
  tx: Tx,
  lists: ListAccess,
  { id, version, ...given }: Given<ViewFields> & Which,
): Promise<ListView> {
  const { list, name, shared } = await lockOwn(tx, lists, { id, version });
  if (shared) assertMayShare(tx);
  if (given.name !== undefined && given.name !== name) {
    const own = await lockOwnViews(tx);
    if (own.some((one) => one.list === list && one.name === given.name)) throw nameTaken();
  }
  await updateView(tx, id, given as Partial<ViewFields>);
  if (shared) await recordAudit(tx, 'list_view.changed', String(id), { name: given.name ?? name });
  return readView(tx, id);
}

/** Shares a view of one's own in the company, or takes it back. @throws AppError as `lockOwn` */
export async function shareView(
  tx: Tx,
  lists: ListAccess,
  { id, version, shared }: { readonly shared: boolean } & Which,
): Promise<ListView> {
  const row = await lockOwn(tx, lists, { id, version });
  if (row.shared === shared) return present(row);
  await updateView(tx, id, { shared });
  await recordAudit(tx, shared ? 'list_view.shared' : 'list_view.unshared', String(id), { name: row.name });
  return readView(tx, id);
}

/**
 * Deletes a view of one's own, or, for who manages the company, a shared one that its owner left behind.
 * @throws AppError not_found; forbidden for another's
 */
export async function removeView(tx: Tx, lists: ListAccess, id: number): Promise<void> {
  const { mine, owner_name, shared, name } = await lockVisible(tx, lists, id);
  const orphaned = owner_name === null && allows('company.manage', tx.scope.roles);
  if (!mine && !orphaned) throw notTheOwner();
  await deleteView(tx, id);
  if (shared) await recordAudit(tx, 'list_view.unshared', String(id), { name });
}
