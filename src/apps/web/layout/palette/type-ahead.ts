/** Keeps the letters that are typed while a field is on its way; the function that it returns ends this and gives them. */
export function keepTyped(): () => string {
  let typed = '';
  const keep = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', keep, true);
  return () => {
    document.removeEventListener('keydown', keep, true);
    const all = typed;
    typed = '';
    return all;
  };
}
