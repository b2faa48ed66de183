import { allows } from '../../../shared/contract/capabilities.ts';
import type { Mail } from '../../../shared/server/mail/layout.ts';
import { type NotificationDeps, publishedKinds } from '../../../shared/server/notifications/kinds.ts';
import { listForPublishedDigest } from '../../../shared/server/notifications/notifications.repository.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { type MailFrame, pageUrl } from './mail-frame.public.ts';
import { sentenceOf } from './published-mail-text.ts';
import type { Recipient } from './recipient.public.ts';

/** Notifications that a digest lists. */
const MAX_IN_A_DIGEST = 500;

/** What a person's digest lists of what was published since the last one: a list for each kind. */
export async function digestLists(
  tx: Tx,
  { recipient, frame, since, now }: { recipient: Recipient; frame: MailFrame; since: Date; now: Date },
  { kinds = [], log }: Pick<NotificationDeps, 'kinds' | 'log'>,
): Promise<NonNullable<Mail['lists']>> {
  const { person, scope } = recipient;
  const known = publishedKinds(kinds).filter(({ capability }) => allows(capability, scope.roles));
  if (known.length === 0) return [];
  const names = known.map(({ kind }) => kind as string);
  const rows = await listForPublishedDigest(tx, {
    user_id: person.id,
    kinds: names,
    since,
    now,
    max: MAX_IN_A_DIGEST,
  });
  const seen = rows.filter(({ plant_id }) => plant_id === null || seesPlant(scope, plant_id));
  return known.flatMap((kind) => {
    const items = seen
      .filter((row) => row.kind === kind.kind)
      .flatMap((row) => {
        try {
          return [{ text: sentenceOf(row, kind, frame.language), url: pageUrl(frame, kind.link(row)) }];
        } catch (err) {
          log.warn(
            { err, notification_id: row.id, kind: row.kind },
            'a notification was left out of a digest',
          );
          return [];
        }
      });
    return items.length > 0 ? [{ title: kind.words[frame.language].label, items }] : [];
  });
}
