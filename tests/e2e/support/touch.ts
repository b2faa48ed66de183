/** What a finger meets, in pixels of either direction. */
const THUMB = 44;

/**
 * Expression: what can be pressed on a phone's page as it stands and is smaller than a thumb, one line each; nothing on wider pages.
 * A link among the words of a line may be as high as the line: WCAG 2.5.8 excepts it. A box to tick counts with its label,
 * a row's link with its row, what is larger than it looks as far as a touch reaches it, and what lies beneath an open menu
 * or a passing message is met when that has gone.
 */
export const TOO_SMALL = `(() => {
  if (innerWidth > 400) return [];
  const PRESSED = 'a[href], button, input, select, textarea, summary, label[for], [role=button], [role=tab], [role=menuitem], [role=option], [role=switch], [role=slider]';
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const boxOf = (parts) => {
    const rects = parts.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1);
    const [left, top] = [Math.min(...rects.map((one) => one.left)), Math.min(...rects.map((one) => one.top))];
    const [right, bottom] = [Math.max(...rects.map((one) => one.right)), Math.max(...rects.map((one) => one.bottom))];
    return { left, top, width: right - left, height: bottom - top, none: rects.length === 0 };
  };
  const targetOf = (one) => {
    if (one.matches('[data-row-link]')) return [one.closest('tr, li, [role=row]') ?? one];
    if (one.matches('input:is([type=checkbox], [type=radio], [type=file])')) return [one, ...(one.labels ?? [])];
    if (one.matches('input')) return [one, ...[one.closest('.mantine-Input-wrapper')].filter(Boolean)];
    return [one];
  };
  const inSentence = (one) => {
    if (getComputedStyle(one).display !== 'inline') return false;
    const line = one.closest('p, li, td, th, dd, figcaption, [role=alert], [role=status], div, span:not(:only-child)');
    return line !== null && line.textContent.trim().length > one.textContent.trim().length;
  };
  const reaches = (one, parts) => {
    one.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, top, width, height } = boxOf(parts);
    const [x, y] = [left + width / 2, top + height / 2];
    const far = ${THUMB} / 2 - 1;
    const ends = [
      ...(width < ${THUMB} - 0.5 ? [[x - far, y], [x + far, y]] : []),
      ...(height < ${THUMB} - 0.5 ? [[x, y - far], [x, y + far]] : []),
    ];
    return ends.every(([px, py]) => {
      const hit = document.elementFromPoint(px, py);
      const over = hit?.closest('[role=menu], [role=listbox], [role=dialog], .mantine-Notification-root');
      return hit !== null && parts.some((part) => part.contains(hit) || (over && !over.contains(part)));
    });
  };
  const place = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document.body;
  const [wasX, wasY] = [scrollX, scrollY];
  const small = [...place.querySelectorAll(PRESSED)].flatMap((one) => {
    if (one.disabled || one.ariaDisabled === 'true' || one.closest('[inert], [aria-hidden=true]') || !shown(one.labels?.[0] ?? one)) return [];
    // A label is measured with what it names.
    if (one.matches('label')) return [];
    const parts = targetOf(one);
    const { width, height, none } = boxOf(parts);
    if (none || (width >= ${THUMB} - 0.5 && height >= ${THUMB} - 0.5) || inSentence(one) || reaches(one, parts)) return [];
    const name = one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent || one.id;
    return [Math.round(width) + ' x ' + Math.round(height) + ': ' + one.tagName.toLowerCase() + '.' + [...one.classList].filter((it) => it.startsWith('mantine-') && it.endsWith('-root') || it.startsWith('_')).join('.') + ' ' + name.trim().replace(/\\s+/g, ' ').slice(0, 40)];
  });
  scrollTo(wasX, wasY);
  return small;
})()`;
