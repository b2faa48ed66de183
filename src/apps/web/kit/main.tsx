import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { startI18n } from '../../../shared/web/i18n/i18n.ts';
import { startingLanguage } from '../../../shared/web/i18n/locale.ts';
import { FIRST_WORDS, loadWords } from '../i18n/words.ts';
import { showPage } from '../show-page.tsx';
import { KitPage } from './KitPage.tsx';

// Links of the samples lead nowhere: whatever the address, the page stays.
const router = createRouter({
  routeTree: createRootRoute({ component: KitPage, notFoundComponent: () => null }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});

await startI18n(startingLanguage(), { loader: loadWords, first: [...FIRST_WORDS, 'records'] });
showPage(router);
