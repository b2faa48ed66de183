import type { AnyRoute, AsyncRouteComponent } from '@tanstack/react-router';
import type { Capability } from '../../contract/capabilities.ts';
import type { Language } from '../i18n/locale.ts';
import type { Finder, PaletteAction } from './finder.ts';
import type { NavigationEntry } from './navigation.ts';

type Routes = readonly AnyRoute[];
type PathOf<Pages extends Routes> = Pages[number]['fullPath'] & string;

/** A namespace's words, fetched when a screen wants them. */
export type WordFiles = Readonly<Record<Language, () => Promise<{ default: object }>>>;

/** What an area shows in the header of an application, fetched with the frame. */
export interface HeaderPart {
  /** The first path of the application, such as `/apps/asset`. */
  readonly application: string;
  readonly capability: Capability;
  /** Made with `screen(…)`, which names its words. */
  readonly component: AsyncRouteComponent<unknown>;
}

export interface LeavingProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** What an area keeps on somebody's device beside their session. */
export interface KeptOnDevice {
  /** An entry of local storage that stands where anything may be kept: elsewhere nothing is asked nor forgotten. */
  readonly mark: string;
  /** Asked before somebody signs out; it leaves at once where nothing would be lost. Made with `screen(…)`. */
  readonly question: AsyncRouteComponent<LeavingProps>;
  /** Called when the session is over, however that came. */
  readonly forget: () => Promise<void>;
}

interface Declared<Pages, PublicPages, Navigation, Words> {
  /** Pages behind the sign-in, children of `portal`. */
  readonly pages: Pages;
  /** Pages open to everybody, children of `root`. */
  readonly publicPages: PublicPages;
  readonly navigation: Navigation;
  /** Namespaces by their name, each with its file in both languages. */
  readonly words: Words;
}
interface Extras<Pages extends Routes> {
  readonly headerParts: readonly HeaderPart[];
  /** What of the area the command palette finds by typing. */
  readonly finders: readonly Finder[];
  /** What the command palette offers to do. */
  readonly actions: readonly PaletteAction<PathOf<Pages>>[];
  /** What it shows in other areas' pages, by `fillSlot`. */
  readonly fills: readonly (() => void)[];
  /** Pages of the person and not of a company: they open without one. */
  readonly ownPages: readonly PathOf<Pages>[];
  /** Pages that take the whole window, without header, menus and footer. */
  readonly fullPages: readonly PathOf<Pages>[];
  readonly keeps: readonly KeptOnDevice[];
}

const NOTHING = {
  pages: [],
  publicPages: [],
  navigation: [],
  words: {},
  headerParts: [],
  finders: [],
  actions: [],
  fills: [],
  ownPages: [],
  fullPages: [],
  keeps: [],
};

/**
 * The browser's side of an area, `src/features/<area>/<area>.web.ts`; `src/apps/web/features.ts` lists it. Entries of the
 * navigation lead to the area's own pages.
 */
export function defineWebFeature<
  const Pages extends Routes = readonly [],
  const PublicPages extends Routes = readonly [],
  const Navigation extends readonly NavigationEntry<PathOf<Pages> | PathOf<PublicPages>>[] = readonly [],
  Words extends Readonly<Record<string, WordFiles>> = Record<never, never>,
>(declared: Partial<Declared<Pages, PublicPages, Navigation, Words> & Extras<Pages>>) {
  return { ...NOTHING, ...declared } as Declared<Pages, PublicPages, Navigation, Words> & Extras<Pages>;
}

/** The words of features by namespace, as their English says them: keys that are not there do not compile. */
export type WordsOf<Feature> = {
  [Namespace in NamespaceOf<Feature>]: Feature extends {
    readonly words: { readonly [N in Namespace]: { readonly en: () => Promise<{ default: infer Entries }> } };
  }
    ? Entries
    : never;
};
type NamespaceOf<Feature> = Feature extends { readonly words: infer Words } ? keyof Words & string : never;
