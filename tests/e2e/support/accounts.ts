import type { Page } from 'playwright-core';
import { linkFor } from '../../support/accounts.ts';
import type { Stage } from './portal.ts';

/** Where the newest mailed link to a page leads, in the portal of this stage. */
export async function mailedPath(
  stage: Stage,
  email: string,
  page: 'confirm-email' | 'recover',
  given: { but?: readonly string[] } = {},
): Promise<string> {
  return `/${page}?token=${await linkFor(stage, email, page, given)}`;
}

/** One matter of the profile by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name });

/** What is said at a field: its error, or nothing. */
export async function faultOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true }).and(page.locator('input'));
  await page.locator('[aria-invalid=true]').first().waitFor();
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const said = await Promise.all(
    ids
      .split(' ')
      .filter((id) => id.endsWith('-error'))
      .map((id) => page.locator(`[id="${id}"]`).textContent()),
  );
  return said.join(' ');
}
