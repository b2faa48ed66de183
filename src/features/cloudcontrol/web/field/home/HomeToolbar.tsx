import { Select } from '@mantine/core';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../../../shared/web/list/FilterChips.tsx';
import { FilterFold } from '../../../../../shared/web/list/FilterFold.tsx';
import { SearchField } from '../../../../../shared/web/list/SearchField.tsx';
import { Toolbar } from '../../../../../shared/web/page/Toolbar.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { DEVICE_STATES, type DeviceState } from '../../../configuration.model.ts';
import { STATE_LOOK } from '../DeviceStatePill.tsx';
import { type HomeFilter, placedOf, type Words } from './home.model.ts';

interface Props {
  tree: DeviceTree;
  filter: HomeFilter;
  words: Words;
  onFilter: (change: Partial<HomeFilter>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  buttons: ReactNode;
}

function StateChips({ tree, filter, onFilter }: Props) {
  const { t } = useTranslation('field');
  const counts = useMemo(() => {
    const devices = placedOf(tree).map(({ device }) => device.state);
    const of = (state: DeviceState) => devices.filter((one) => one === state).length;
    return { '': devices.length, ...Object.fromEntries(DEVICE_STATES.map((state) => [state, of(state)])) };
  }, [tree]) as Readonly<Record<DeviceState | '', number>>;
  const chips = (['', ...DEVICE_STATES] as const).map((state) => ({
    value: state,
    label: state === '' ? t('home.all') : t(`state.${state}`),
    count: counts[state],
    ...(state === '' ? {} : { look: STATE_LOOK[state].state, icon: STATE_LOOK[state].icon }),
  }));
  return (
    <FilterChips
      label={t('home.states')}
      chips={chips}
      value={filter.state}
      onChange={(state) => onFilter({ state })}
    />
  );
}

interface FilterProps {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  /** Fewer are not worth a field: one tag parts those that bear it from the others, one plant parts nothing. */
  least?: number;
  onChange: (value: string) => void;
}

/** Nothing chosen is every one; a filter that has nothing to part is not shown. */
function Filter({ label, value, data, least: min = 2, onChange }: FilterProps) {
  if (data.length < min && value === '') return null;
  return (
    <Select
      flex={{ base: '1 1 100%', sm: '0 1 190px' }}
      aria-label={label}
      placeholder={label}
      data={data}
      value={value || null}
      searchable
      clearable
      limit={200}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function Filters({ tree, filter, words, onFilter }: Props) {
  const { t } = useTranslation('field');
  const choices = useMemo(() => {
    const devices = placedOf(tree).map(({ device }) => device);
    const categories = new Map(
      devices.map((device) => words.categoryOf(device)).map(({ name, label }) => [name, label]),
    );
    const used = new Set(devices.flatMap((device) => device.tag_ids));
    const tags = [...words.tagNames].flatMap(([id, name]) => (used.has(id) ? name : []));
    const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
    return {
      plants: tree.map(({ proj_code, name }) => ({ value: proj_code, label: name })).toSorted(byLabel),
      categories: [...categories].map(([value, label]) => ({ value, label })).toSorted(byLabel),
      tags: tags.map((name) => ({ value: name, label: name })),
    };
  }, [tree, words]);
  const { plants, categories, tags } = choices;
  return (
    <>
      <Filter
        label={t('home.plant')}
        data={plants}
        value={filter.plant}
        onChange={(plant) => onFilter({ plant })}
      />
      <Filter
        label={t('home.category')}
        data={categories}
        value={filter.category}
        onChange={(category) => onFilter({ category })}
      />
      <Filter
        label={t('home.tag')}
        data={tags}
        least={1}
        value={filter.tag}
        onChange={(tag) => onFilter({ tag })}
      />
    </>
  );
}

const NARROWING = ['plant', 'category', 'tag'] as const;

/** Search and filters of the home; all stand in the address. */
export function HomeToolbar(props: Props) {
  const { filter, onFilter, searchRef } = props;
  const { t } = useTranslation('field');
  return (
    <>
      <Toolbar end={props.buttons}>
        <SearchField
          ref={searchRef}
          flex="1 1 260px"
          maw={420}
          aria-keyshortcuts="/"
          label={t('home.search')}
          value={filter.q}
          onSearch={(q) => onFilter({ q })}
        />
        <FilterFold
          active={NARROWING.filter((name) => filter[name] !== '').length}
          onClear={() => onFilter({ plant: '', category: '', tag: '' })}
        >
          <Filters {...props} />
        </FilterFold>
      </Toolbar>
      <StateChips {...props} />
    </>
  );
}
