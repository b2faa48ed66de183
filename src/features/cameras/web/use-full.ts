import { useFullscreenElement } from '@mantine/hooks';

/** Shows a part of the page alone on the whole screen; null where the browser cannot. */
export function useFull() {
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>();
  const can = typeof document !== 'undefined' && document.fullscreenEnabled;
  return { ref, full: fullscreen, toggle: can ? () => void toggle() : null };
}
