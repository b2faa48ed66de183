/** Brings the first field that is wrong into sight and under the keyboard, once it is marked. */
export function focusFault(): void {
  requestAnimationFrame(() => {
    const within = document.querySelector('[role="dialog"]') ?? document.querySelector('main');
    within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
