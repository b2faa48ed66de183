import { useEffect, useState } from 'react';

/** Whether something has been waited for longer than it usually takes. */
export function useLate(waiting: boolean, after_ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), after_ms);
    return () => clearTimeout(timer);
  }, [waiting, after_ms]);
  return late;
}
