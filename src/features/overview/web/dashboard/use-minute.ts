import { useEffect, useState } from 'react';

/** The time in milliseconds, renewed each minute: snoozes end by themselves. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
