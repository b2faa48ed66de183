import { useEffect, useState } from 'react';

/** The browser's clock, told anew every `step_ms`; ages on screen and live windows follow it. */
export function useNow(step_ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), step_ms);
    return () => clearInterval(timer);
  }, [step_ms]);
  return now;
}
