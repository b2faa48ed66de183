import { type ReactNode, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../../../../../shared/units/names.ts';
import { FilterChips } from '../../../../../shared/web/list/FilterChips.tsx';
import { FilterFold } from '../../../../../shared/web/list/FilterFold.tsx';
import { PickFilter } from '../../../../../shared/web/list/filters.tsx';
import { SearchField } from '../../../../../shared/web/list/SearchField.tsx';
import { Toolbar } from '../../../../../shared/web/page/Toolbar.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { SHOWN_STATES, type ShownState, shownState } from '../../../configuration.model.ts';
import { STATE_LOOK } from '../DeviceStatePill.tsx';
import { placedOf, type Words } from './home.model.ts';
import type { HomeAddress } from './home-list.ts';

interface Props {
  tree: DeviceTree;
  state: HomeAddress;
  words: Words;
  searchRef: RefObject<HTMLInputElement | null>;
  buttons: ReactNode;
}

function StateChips({ tree, state: address }: Props) {
  const { t } = useTranslation('field');
  const counts = useMemo(() => {
    const devices = placedOf(tree).map(({ device }) => shownState(device));
    const of = (state: ShownState) => devices.filter((one) => one === state).length;
    return { '': devices.length, ...Object.fromEntries(SHOWN_STATES.map((state) => [state, of(state)])) };
  }, [tree]) as Readonly<Record<ShownState | '', number>>;
  const chips = (['', ...SHOWN_STATES] as const).map((state) => ({
    value: state,
    label: state === '' ? t('home.all') : t(`state.${state}`),
    count: counts[state],
    ...(state === '' ? {} : { look: STATE_LOOK[state].state, icon: STATE_LOOK[state].icon }),
  }));
  return (
    <FilterChips
      label={t('home.states')}
      chips={chips}
      value={address.search.state}
      onChange={(state) => address.set({ state })}
    />
  );
}

/** One tag parts those that bear it from the others; one plant parts nothing, and is not worth a field. */
const MIN_OPTIONS = { plant: 2, category: 2, tag: 1 } as const;
const NARROWING = ['plant', 'category', 'tag'] as const;

function Filters({ tree, state, words }: Props) {
  const { t } = useTranslation('field');
  const choices = useMemo(() => {
    const devices = placedOf(tree).map(({ device }) => device);
    const categories = new Map(
      devices.map((device) => words.categoryOf(device)).map(({ name, label }) => [name, label]),
    );
    const used = new Set(devices.flatMap((device) => device.tag_ids));
    const tags = [...words.tagNames].flatMap(([id, name]) => (used.has(id) ? name : []));
    const byLabel = (a: { label: string }, b: { label: string }) => compareNames(a.label, b.label);
    return {
      plant: tree.map(({ proj_code, name }) => ({ value: proj_code, label: name })).toSorted(byLabel),
      category: [...categories].map(([value, label]) => ({ value, label })).toSorted(byLabel),
      tag: tags.map((name) => ({ value: name, label: name })),
    };
  }, [tree, words]);
  return NARROWING.filter(
    (name) => choices[name].length >= MIN_OPTIONS[name] || state.search[name] !== '',
  ).map((name) => (
    <PickFilter
      key={name}
      state={state}
      name={name}
      label={t(`home.${name}`)}
      any={t(`home.${name}`)}
      options={choices[name]}
    />
  ));
}

/** Search and filters of the home; all stand in the address. */
export function HomeToolbar(props: Props) {
  const { state, searchRef } = props;
  const { q } = state.search;
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
          value={q}
          onSearch={(next) => state.set({ q: next })}
        />
        <FilterFold
          active={state.list.active(state.search, NARROWING)}
          onClear={() => state.set({ plant: '', category: '', tag: '' })}
        >
          <Filters {...props} />
        </FilterFold>
      </Toolbar>
      <StateChips {...props} />
    </>
  );
}
