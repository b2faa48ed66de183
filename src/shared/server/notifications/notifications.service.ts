import { allows } from '../../contract/capabilities.ts';
import type { Channels, Notification, NotificationKind } from '../../contract/notifications.contract.ts';
import { AppError, notFound } from '../errors.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Language } from '../language.ts';
import { notifyTopics } from '../live/notice.ts';
import type { Tx } from '../tenancy.ts';
import { channelsOf } from './dispatch.ts';
import {
  type NotificationKind as DeclaredKind,
  type NotificationKinds,
  type PublishedKind,
  publishedKinds,
} from './kinds.ts';
import { type BellRow, listBell, markRead } from './notifications.repository.ts';
import { saveChosenChannels } from './preferences.repository.ts';

/** The person whose notifications they are. @throws AppError forbidden for a program with a key, which has none */
function ownerOf(tx: Tx): number {
  if (tx.scope.user_id === null)
    throw new AppError('forbidden', 'Notifications are for people, not for keys');
  return tx.scope.user_id;
}

const mayKnow = <K extends DeclaredKind>(tx: Tx, kinds: readonly K[]): K[] =>
  kinds.filter(({ capability }) => allows(capability, tx.scope.roles));

function present(row: BellRow, kind: PublishedKind, language: Language): Notification {
  const { id, subject, params, proj_code, plant_name, time_zone } = row;
  return {
    id,
    kind: kind.kind,
    severity: kind.severity,
    message: kind.words[language].text(params),
    link: kind.link({ subject, params }),
    plant: proj_code === null ? null : { proj_code, name: plant_name ?? '', time_zone: time_zone ?? 'UTC' },
    at: new Date(row.at).toISOString(),
    read_at: row.read_at === null ? null : new Date(row.read_at).toISOString(),
  };
}

/** One page of what stands in the person's bell; of a kind that they may not know of any more, nothing. */
export async function listMine(
  tx: Tx,
  kinds: NotificationKinds,
  { unread, page, page_size, language }: PageQuery & { unread: boolean | undefined; language: Language },
): Promise<{ count: number; unread: number; results: Notification[] }> {
  const mine = new Map(mayKnow(tx, publishedKinds(kinds)).map((kind) => [kind.kind as string, kind]));
  const query = { user_id: ownerOf(tx), kinds: [...mine.keys()], unread, page, page_size };
  const { rows, ...counts } = await listBell(tx, query);
  return {
    ...counts,
    results: rows.flatMap((row) => {
      const kind = mine.get(row.kind);
      return kind ? [present(row, kind, language)] : [];
    }),
  };
}

/** Marks the person's own as read, all of them without ids. */
export async function readMine(
  tx: Tx,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<{ changed: number }> {
  const changed = await markRead(tx, ownerOf(tx), { ids, now });
  if (changed > 0) await notifyTopics(tx, ['notifications']);
  return { changed };
}

async function presentKind(tx: Tx, kind: DeclaredKind, language: Language): Promise<NotificationKind> {
  const { label } = kind.words[language];
  if ('settings' in kind)
    return { kind: kind.kind, label, severity: null, channels: null, settings: kind.settings };
  const user_id = ownerOf(tx);
  const { bell, mail, digest } = (await channelsOf(tx, kind, [user_id]))(user_id);
  return {
    kind: kind.kind,
    label,
    severity: kind.severity,
    channels: { bell, mail, digest },
    settings: null,
  };
}

/** The kinds that the person may receive. */
export async function listMyKinds(
  tx: Tx,
  kinds: NotificationKinds,
  language: Language,
): Promise<NotificationKind[]> {
  ownerOf(tx);
  const found: NotificationKind[] = [];
  for (const kind of mayKnow(tx, kinds)) found.push(await presentKind(tx, kind, language));
  return found;
}

/** Saves how a kind comes to the person, who may come to know of it later. @throws AppError not_found for no kind, or one with preferences of its own */
export async function saveMyKind(
  tx: Tx,
  kinds: NotificationKinds,
  { kind: name, channels, language }: { kind: string; channels: Channels; language: Language },
): Promise<NotificationKind> {
  const user_id = ownerOf(tx);
  const kind = publishedKinds(kinds).find((one) => one.kind === name) ?? notFound();
  await saveChosenChannels(tx, { user_id, kind: kind.kind, ...channels });
  return presentKind(tx, kind, language);
}
