import { useEffect, useState } from 'react';

/** From here on the top of the list is out of sight. */
const SCROLLED_PX = 160;

/** Whether somebody reads a list: points into it, has the focus in it, or has scrolled down. */
export function useReading(enabled: boolean) {
  const [inside, setInside] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const look = () => setScrolled(window.scrollY > SCROLLED_PX);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [enabled]);
  return {
    reading: inside || focused || scrolled,
    handlers: {
      onPointerEnter: () => setInside(true),
      onPointerLeave: () => setInside(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
