import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { MIN_ADDRESS, placesCalls } from '../../contract/places.contract.ts';
import { useConfig } from '../api/config.ts';
import { useCall } from '../api/use-call.ts';
import { type Found, findPlaces, foundOf, isWholeName } from './places.model.ts';
import { placesQuery } from './places.ts';

const PAUSE_MS = 300;
const SHOWN = 8;
/** So many municipalities stand before addresses. */
const SHOWN_BEFORE = 3;

/**
 * What a text finds: the municipalities that come with the portal while it is typed, and addresses by the installation's
 * geocoder once somebody pauses or presses Enter. A question that nobody waits for any more is cancelled.
 */
export function usePlaceSearch(onFound: (found: Found) => void) {
  const geocoder = useConfig()?.geocoder;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [entered, setEntered] = useState(false);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const isChosen = text === chosen;
  const isSearched = text.trim() !== '' && !isChosen;
  const isReady = entered || (geocoder?.asks === 'typing' && settled === text);
  const asks = geocoder !== undefined && isSearched && isReady && text.trim().length >= MIN_ADDRESS;
  const near = useQuery({ ...placesQuery, enabled: text !== '' });
  const far = useCall(placesCalls.find, asks ? { query: { q: text.trim() } } : null, {
    staleTime: 3_600_000,
    retry: false,
  });
  const addresses = asks ? (far.data ?? []) : [];
  const municipalities = findPlaces(
    near.data ?? [],
    text.replace(/[()]/g, ' '),
    addresses.length > 0 ? SHOWN_BEFORE : SHOWN,
  );
  const found = foundOf(municipalities, addresses);
  const isWaiting = (asks && far.isPending) || (isSearched && near.isPending);

  const go = (to: Found | undefined) => {
    if (!to) return;
    setText(to.label);
    setChosen(to.label);
    setEntered(false);
    onFound(to);
  };
  /** Enter was pressed and everything is known: goes to what is meant, where that is clear. */
  const settle = useEffectEvent(() => {
    const kinds = new Set(found.map(({ kind }) => kind));
    if (kinds.size === 1) go(found[0]);
  });
  useEffect(() => {
    if (entered && !isWaiting) settle();
  }, [entered, isWaiting]);

  return {
    text,
    found,
    geocoder,
    isWaiting: isWaiting && (entered || asks),
    /** Nothing is called so, or who would know cannot be asked. // spec §8 */
    isVain: isSearched && !isWaiting && found.length === 0 && (entered || asks || near.isError),
    type: (next: string) => {
      setText(next);
      setEntered(false);
    },
    choose: (label: string) => go(found.find((one) => one.label === label)),
    enter: () => {
      const [first] = found;
      const isSure = first && (!geocoder || addresses.length > 0 || isWholeName(first, text));
      if (isSure && !isChosen) go(first);
      else setEntered(true);
    },
  };
}
