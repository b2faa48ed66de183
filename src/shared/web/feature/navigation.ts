import type { TablerIcon } from '@tabler/icons-react';
import type { Capability } from '../../contract/capabilities.ts';
import type { Language } from '../i18n/locale.ts';

/** What an entry is called: it stands in the menu before the words of its area are fetched. */
export type Label = Readonly<Record<Language, string>>;

/** A line of a sidebar that leads to one of its area's pages. */
export interface NavigationEntry<Path extends string = string> {
  /** The group of `src/apps/web/navigation.ts` that it stands in. */
  readonly group: string;
  /** Its place among the group's entries, of all areas: the least comes first. */
  readonly order: number;
  readonly label: Label;
  readonly icon: TablerIcon;
  readonly to: Path;
  /** Screens under this path belong to the entry as well. */
  readonly beneath?: string;
  /** Tabs of the entry's page that have addresses of their own: the menu leads to the page, whoever looks for one finds it. */
  readonly parts?: readonly { readonly label: Label; readonly to: Path; readonly list?: string }[];
  /** The list of its page by name: its saved views are found from everywhere. */
  readonly list?: string;
  /** Who sees the entry and may open its page. */
  readonly capability: Capability;
}
