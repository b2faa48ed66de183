import { useCallback, useEffect, useRef, useState } from 'react';

/** A text of the address that is held here as well while somebody types it: typing must not wait for the router. */
export function useHeldText(inAddress: string): [string, (next: string) => void] {
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);
  useEffect(() => {
    if (inAddress !== written.current) setText(inAddress);
    written.current = inAddress;
  }, [inAddress]);
  const type = useCallback((next: string) => {
    setText(next);
    written.current = next;
  }, []);
  return [text, type];
}
