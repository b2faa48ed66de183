import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../../shared/web/api/query-client.ts';
import { colorSchemeManager, cssVariables, theme } from '../../shared/web/theme/theme.ts';

/** Paper is white, whatever the screen is. It is told before anything that is drawn in the page's colours. */
function printLight(): void {
  const { dataset } = document.documentElement;
  let scheme = dataset.mantineColorScheme;
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) scheme = dataset.mantineColorScheme;
    dataset.mantineColorScheme = matches ? 'light' : scheme;
  });
}

/** Shows what a router leads to, in the portal's look. */
export function showPage(router: AnyRouter): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the portal');
  printLight();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        cssVariablesResolver={cssVariables}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
