import { MultiSelect, NativeSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import { foundOptions } from '../ui/found-options.ts';
import { PrintedChoice } from '../ui/PrintedChoice.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import { DaysField } from './DaysField.tsx';
import { DAY_SPANS, type DaySpan } from './day-span.model.ts';
import type { ListFields, SearchOf } from './list-state.ts';
import type { ListAddress } from './use-list-state.ts';

interface Option {
  value: string;
  label: string;
}

interface Props<F extends ListFields> {
  state: ListAddress<F>;
  /** The field of the address. */
  name: keyof F & string;
  label: string;
  /** What no choice means. */
  any: string;
  options: readonly Option[];
  /** Fields that mean nothing under another choice: they are undone with it. */
  resets?: readonly (keyof F & string)[];
}

/** A filter's value as it stands, what stands for all, and how it is changed. */
function useFilter<F extends ListFields>({ state, name, resets = [] }: Props<F>) {
  const search: Readonly<Record<string, unknown>> = state.search;
  const usual: Readonly<Record<string, unknown>> = state.list.cleared;
  const all = String(usual[name] ?? '');
  const change = (value: string) => {
    const undone = Object.fromEntries(resets.map((field) => [field, usual[field]]));
    state.set({ ...undone, [name]: value === all ? usual[name] : value } as Partial<SearchOf<F>>);
  };
  return { value: String(search[name] ?? ''), all, change };
}

const HALF = { base: '1 1 calc(50% - 4px)', sm: '1 1 140px' } as const;
const WHOLE = { base: '1 1 100%', sm: '1 1 190px' } as const;
const DAYS = { base: '1 1 100%', sm: '0 1 216px' } as const;

/** One of a few values. */
export function ChoiceFilter<F extends ListFields>(props: Props<F>) {
  const { value, all, change } = useFilter(props);
  const chosen = props.options.find((one) => one.value === value && value !== all)?.label;
  if (usePrinting()) return <PrintedChoice label={props.label} value={chosen} />;
  return (
    <NativeSelect
      flex={HALF}
      miw={0}
      maw={{ sm: 190 }}
      aria-label={props.label}
      data={[{ value: all, label: props.any }, ...props.options]}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Many are found by typing, not by scrolling. */
const SHOWN_AT_ONCE = 60;

interface PickProps<F extends ListFields> extends Props<F> {
  /** What is said when nothing is called like this. */
  none?: string;
  /** What a value is called that an address names and nobody knows. */
  stranger?: (value: string) => string;
  /** Told when the reader looks for one: options that are asked for only then. */
  onOpen?: () => void;
}

/** One of many values, found by typing; `Select` of the library. */
export function PickFilter<F extends ListFields>(props: PickProps<F>) {
  const { t } = useTranslation();
  const { options, any, none = t('table.none_found'), stranger = (value) => value, onOpen } = props;
  const { value, all, change } = useFilter(props);
  const known = options.find((one) => one.value === value);
  const unknown = value !== all && !known;
  const chosen = value === all ? undefined : (known?.label ?? stranger(value));
  if (usePrinting()) return <PrintedChoice label={props.label} value={chosen} />;
  return (
    <Select
      flex={WHOLE}
      miw={0}
      maw={{ sm: 260 }}
      aria-label={props.label}
      placeholder={any}
      searchable
      clearable
      limit={SHOWN_AT_ONCE}
      filter={foundOptions}
      // Inside its landmark, so that readers of screens are told what is there.
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': any }}
      {...(onOpen && { onDropdownOpen: onOpen })}
      nothingFoundMessage={none}
      data={unknown ? [...options, { value, label: stranger(value) }] : options}
      value={value === all ? null : value}
      onChange={(next) => change(next ?? all)}
    />
  );
}

/** Several of many values, found by typing; the address holds them with commas between them. */
export function PickSeveralFilter<F extends ListFields>(props: Props<F> & { most: number }) {
  const { t } = useTranslation();
  const { options, any, label, most } = props;
  const { value, all, change } = useFilter(props);
  const chosen = value === all ? [] : value.split(',');
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  if (usePrinting())
    return <PrintedChoice label={label} value={chosen.map(labelOf).join(', ') || undefined} />;
  const strangers = chosen.filter((one) => !options.some((option) => option.value === one));
  return (
    <MultiSelect
      flex={WHOLE}
      miw={0}
      maw={{ sm: 420 }}
      aria-label={label}
      placeholder={chosen.length === 0 ? any : ''}
      searchable
      clearable
      limit={SHOWN_AT_ONCE}
      filter={foundOptions}
      maxValues={most}
      // Room for both signs at the size that a finger needs.
      rightSectionWidth={68}
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': any }}
      nothingFoundMessage={t('table.none_found')}
      data={[...options, ...strangers.map((one) => ({ value: one, label: one }))]}
      value={chosen}
      onChange={(next) => change(next.join(',') || all)}
    />
  );
}

interface DaysProps {
  state: { search: DaySpan; set: (next: DaySpan) => void };
  /** What no choice means, where it is not all of time. */
  any?: string;
}

/** When: a usual stretch of days, or chosen ones. */
export function DaysFilter({ state: { search, set }, any }: DaysProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const free = [search.from, search.to].map((day) => (day ? date(day) : '')).join(' – ');
  const chosen = search.span === 'free' ? free : t(`list.span.${search.span}`);
  if (usePrinting())
    return <PrintedChoice label={t('list.when')} value={search.span === 'all' ? any : chosen} />;
  return (
    <>
      <NativeSelect
        flex={HALF}
        miw={0}
        maw={{ sm: 180 }}
        aria-label={t('list.when')}
        data={DAY_SPANS.map((value) => ({
          value,
          label: value === 'all' && any !== undefined ? any : t(`list.span.${value}`),
        }))}
        value={search.span}
        onChange={(event) => {
          const span = DAY_SPANS.find((one) => one === event.currentTarget.value) ?? 'all';
          set({ span, from: undefined, to: undefined });
        }}
      />
      {search.span === 'free' && (
        <DaysField
          label={t('list.days')}
          flex={DAYS}
          days={search}
          onDays={(days) => set({ span: 'free', ...days })}
        />
      )}
    </>
  );
}
