import { defineNotification, type PublishedKind } from '../notifications/kinds.ts';
import type { NotedKind } from './noted-kind.ts';

/** What the sentence of such a notification says. */
export interface Named {
  readonly [name: string]: string;
  readonly name: string;
}

const ON = { bell: true, mail: true, digest: true };

/** What people are notified of about the notes on records of a kind. */
export function notificationsOf({ kind, write, words, link }: NotedKind): {
  assigned: PublishedKind<Named>;
  commented: PublishedKind<Named>;
} {
  const common = {
    severity: null,
    capability: write,
    channels: ON,
    link: ({ subject }: { subject: string }) => link(subject),
  };
  return {
    assigned: defineNotification<Named>({
      ...common,
      kind: `${kind}.assigned`,
      words: {
        en: { label: `${words.en}: assigned to me`, text: ({ name }) => `“${name}” was assigned to you` },
        it: {
          label: `${words.it}: assegnazioni a me`,
          text: ({ name }) => `Nuova assegnazione a te: «${name}»`,
        },
      },
    }),
    commented: defineNotification<Named>({
      ...common,
      kind: `${kind}.commented`,
      words: {
        en: { label: `${words.en}: notes`, text: ({ name }) => `New note on “${name}”` },
        it: { label: `${words.it}: note`, text: ({ name }) => `Nuova nota su «${name}»` },
      },
    }),
  };
}
