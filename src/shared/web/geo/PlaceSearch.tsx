import { Autocomplete, Loader } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Found } from './places.model.ts';
import classes from './search.module.css';
import { usePlaceSearch } from './use-place-search.ts';

interface Props {
  onFound: (found: Found) => void;
  /** What it is called, in sight; else for readers of screens alone. */
  label?: string;
}

/** Whether one of the list is chosen by the arrows: Enter then means that one. */
function isOneActive({ currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '');
  return list?.querySelector('[data-combobox-selected]') !== null && list !== null;
}

function Option({ found }: { found: Found }) {
  if (found.kind === 'municipality') return <span>{found.label}</span>;
  return (
    <span className={classes.option}>
      {found.name} <span className="muted">{found.detail}</span>
    </span>
  );
}

/**
 * Finds a municipality by its name, which comes with the portal, and an address by the installation's geocoder where it has
 * one. // spec §8, §9
 */
export function PlaceSearch({ onFound, label }: Props) {
  const { t } = useTranslation('geo');
  const { text, found, geocoder, isWaiting, isVain, type, choose, enter } = usePlaceSearch(onFound);
  const hint = t(geocoder ? 'find_address_hint' : 'find_hint');
  const of = (kind: Found['kind']) => found.filter((one) => one.kind === kind).map((one) => one.label);
  const groups = [
    { group: t('municipalities'), items: of('municipality') },
    { group: t('addresses', { credit: geocoder?.credit }), items: of('address') },
  ].filter(({ items }) => items.length > 0);
  const render = ({ option }: { option: { value: string } }) => {
    const one = found.find(({ label: name }) => name === option.value);
    return one ? <Option found={one} /> : option.value;
  };
  return (
    <Autocomplete
      {...(label === undefined ? { 'aria-label': t('find_place') } : { label })}
      placeholder={hint}
      autoComplete="off"
      leftSection={<IconMapSearch size={16} aria-hidden="true" />}
      rightSection={isWaiting && <Loader size={16} role="status" aria-label={t('searching')} />}
      value={text}
      data={geocoder ? groups : of('municipality')}
      filter={({ options }) => options}
      renderOption={render}
      // Inside what it stands in, for readers of screens, and yet not cut by its edge.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      // The list itself is what scrolls: readers of screens know it as the list of this field.
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      error={isVain && t('none_found')}
      errorProps={{ role: 'alert' }}
      onChange={type}
      onOptionSubmit={choose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // Within a form it would be sent.
        event.preventDefault();
        if (!isOneActive(event)) enter();
      }}
    />
  );
}
