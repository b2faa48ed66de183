import { lazyRouteComponent } from '@tanstack/react-router';
import { wantWords } from '../i18n/i18n.ts';
import { type Fetched, fetchParts } from './slot.ts';

/**
 * A screen, or a part of one, that is fetched when it is asked for, together with the words that it says: it is never
 * shown without them, nor without what other areas show in its slots. A test compares the namespaces with what the screen's
 * modules name.
 */
export function screen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  namespaces: readonly string[],
  slots: readonly Fetched[] = [],
) {
  return lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), wantWords(namespaces), ...slots.map(fetchParts)]);
    return module;
  }, name);
}
