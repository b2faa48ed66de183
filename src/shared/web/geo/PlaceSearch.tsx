import { Autocomplete } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findPlaces, type Place } from './places.model.ts';
import { placesQuery } from './places.ts';

const SHOWN = 8;
const nameOf = ([name, province]: Place) => `${name} (${province})`;

/** Finds a municipality by its name; what is found comes with the portal, no server is asked. // spec §8 */
export function PlaceSearch({ onFound }: { onFound: (place: Place) => void }) {
  const { t } = useTranslation('geo');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const { data = [], isError } = useQuery({ ...placesQuery, enabled: text !== '' });
  const found = findPlaces(data, text.replace(/[()]/g, ' '), SHOWN);
  const go = (place: Place | undefined) => {
    if (!place) return setAsked(true);
    setText(nameOf(place));
    onFound(place);
  };
  const none = isError || (asked && text.trim() !== '' && found.length === 0);
  return (
    <Autocomplete
      aria-label={t('find_place')}
      placeholder={t('find_hint')}
      leftSection={<IconMapSearch size={16} aria-hidden="true" />}
      value={text}
      data={found.map(nameOf)}
      filter={({ options }) => options}
      limit={SHOWN}
      error={none && t('none_found')}
      onChange={(next) => {
        setText(next);
        setAsked(false);
      }}
      onOptionSubmit={(name) => go(found.find((place) => nameOf(place) === name))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go(found[0]);
      }}
    />
  );
}
