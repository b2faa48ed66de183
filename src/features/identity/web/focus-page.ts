/** So long the portal may take to stand after its page was reached. */
const PATIENCE_MS = 2_000;

/**
 * Takes the keyboard to the portal's content once it stands: the button of the form that it was on is gone. Whoever has
 * moved on by themselves meanwhile is left alone.
 */
export function focusPage(): void {
  const began = performance.now();
  const look = () => {
    if (document.activeElement !== document.body) return;
    const content = document.getElementById('content');
    if (content) content.focus({ preventScroll: true });
    else if (performance.now() - began < PATIENCE_MS) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
