import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { startI18n } from '../../../shared/web/i18n/i18n.ts';
import { startingLanguage } from '../../../shared/web/i18n/locale.ts';
import { colorSchemeManager, cssVariables, theme } from '../../../shared/web/theme/theme.ts';
import { FIRST_WORDS, loadWords } from '../i18n/words.ts';
import { KitPage } from './KitPage.tsx';

// Links of the samples lead nowhere: whatever the address, the page stays.
const router = createRouter({
  routeTree: createRootRoute({ component: KitPage, notFoundComponent: () => null }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});

await startI18n(startingLanguage(), { loader: loadWords, first: FIRST_WORDS });
const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the kit');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariables}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
