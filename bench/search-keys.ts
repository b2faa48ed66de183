import type { Page } from 'playwright-core';

/** For each key: until what was typed is painted, and until the list shows what it finds (ms). */
export async function benchKeys(page: Page): Promise<{ painted: number[]; found: number[] }> {
  const painted: number[] = [];
  const found: number[] = [];
  const field = page.getByRole('textbox', { name: /Cerca/ }).first();
  await field.focus();
  await page.evaluate(`(() => {
    const keys = window.keys = { pressed: 0, painted: 0, found: 0 };
    addEventListener('keydown', () => {
      Object.assign(keys, { pressed: performance.now(), painted: 0, found: 0 });
      requestAnimationFrame(() => setTimeout(() => { keys.painted = performance.now(); }));
    }, true);
    const count = [...document.querySelectorAll('[role=status]')].find((one) => /\\d/.test(one.textContent ?? ''));
    new MutationObserver(() => { keys.found = performance.now(); }).observe(count, { subtree: true, childList: true, characterData: true });
  })()`);
  for (const text of ['impianto 77', 'enna 12', '9 siena', 'ben-042']) {
    await field.fill('');
    await page.waitForTimeout(400);
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(250);
      const said = (await page.evaluate('window.keys')) as {
        pressed: number;
        painted: number;
        found: number;
      };
      painted.push(said.painted - said.pressed);
      if (said.found > said.pressed) found.push(said.found - said.pressed);
    }
  }
  return { painted, found };
}
