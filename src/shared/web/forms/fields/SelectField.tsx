import { NativeSelect, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../format/numbers.ts';
import { foundOptions } from '../../ui/found-options.ts';
import { useFormField } from '../form-scope.ts';

export interface Option {
  /** Null for what stands for nothing. */
  value: string | number | null;
  label: string;
}

interface Props {
  name: string;
  label: string;
  hideLabel?: boolean;
  options: readonly Option[];
  /** What stands for null, where nothing may be chosen. */
  none?: string;
  /** Long lists are searched by typing. */
  searchable?: boolean;
  placeholder?: string;
  nothingFound?: string;
  /** Told what is typed where the server searches: then the options are what it found. */
  onSearched?: (text: string) => void;
  /** What is wrong with it before it is judged, for instance by a preview. */
  fault?: string | undefined;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Shown and not changed: easily read, and told to be so. */
  closed?: boolean;
  onChosen?: (value: string | number | null) => void;
}

const SEARCHED = {
  searchable: true,
  limit: 200,
  filter: foundOptions,
  openOnFocus: false,
  // Inside its dialog for readers of screens, and yet not cut by its edge.
  comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
  maxDropdownHeight: 220,
} as const;

/** One of several values; numbers stay numbers, and nothing chosen is null. */
export function SelectField(props: Props) {
  const { name, label, hideLabel, none, searchable = false, onChosen, placeholder, required = false } = props;
  const { onSearched } = props;
  const { options, description, disabled = false } = props;
  const labelOf = (value: string | number | null) =>
    options.find((one) => one.value === value)?.label ?? none ?? UNKNOWN;
  const { value, change, input } = useFormField<string | number | null>({
    name,
    label,
    hideLabel,
    show: labelOf,
  });
  const error = input.error ?? props.fault;
  const shared = { ...input, error, description, disabled, withAsterisk: required };
  const choose = (text: string | null) => {
    const chosen = [...options, ...gone].find((one) => String(one.value) === text)?.value ?? null;
    change(chosen);
    onChosen?.(chosen);
  };
  const offersNothing = options.some((one) => one.value === null);
  const nothing = !offersNothing && (value === null || value === undefined || value === '');
  // What is stored stays chosen also where it is not offered any more.
  const gone = nothing || options.some((one) => one.value === value) ? [] : [{ value, label: String(value) }];
  const data = [...options, ...gone].map((one) => ({ value: String(one.value), label: one.label }));
  if (props.closed) return <TextInput {...shared} readOnly variant="filled" value={labelOf(value)} />;
  if (searchable) {
    return (
      <Select
        {...shared}
        {...SEARCHED}
        placeholder={placeholder ?? none ?? ''}
        clearable={none !== undefined}
        allowDeselect={none !== undefined}
        {...(props.nothingFound ? { nothingFoundMessage: props.nothingFound } : {})}
        data={data}
        value={nothing ? null : String(value)}
        onChange={choose}
        {...(onSearched && {
          filter: ({ options: found }) => found,
          // What is chosen is written into the field as well: nobody typed that.
          onSearchChange: (text: string) =>
            onSearched(data.some((one) => one.label === text) ? '' : text.trim()),
        })}
      />
    );
  }
  const blank = none !== undefined || nothing ? [{ value: '', label: none ?? placeholder ?? UNKNOWN }] : [];
  return (
    <NativeSelect
      {...shared}
      data={options.some((one) => one.value === '') ? data : [...blank, ...data]}
      value={nothing ? '' : String(value)}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
