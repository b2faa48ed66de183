import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../format/numbers.ts';
import { useFormField } from '../form-scope.ts';

interface Props<V extends string | number> {
  name: string;
  label: string;
  options: readonly { value: V; label: string }[];
  description?: ReactNode;
  placeholder?: string;
  nothingFound?: string;
  disabled?: boolean;
}

/** Several of many values, found by typing; numbers stay numbers. */
export function MultiSelectField<V extends string | number>(props: Props<V>) {
  const { name, label, options, nothingFound, ...rest } = props;
  const labelOf = (value: V) => options.find((one) => one.value === value)?.label ?? String(value);
  const show = (values: readonly V[]) => values.map(labelOf).join(', ') || UNKNOWN;
  const { value, change, input } = useFormField<readonly V[]>({ name, label, show });
  return (
    <MultiSelect
      {...rest}
      {...input}
      {...(nothingFound ? { nothingFoundMessage: nothingFound } : {})}
      searchable
      limit={200}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      openOnFocus={false}
      maxDropdownHeight={200}
      data={options.map((one) => ({ value: String(one.value), label: one.label }))}
      value={value.map(String)}
      onChange={(chosen) =>
        change(options.map((one) => one.value).filter((one) => chosen.includes(String(one))))
      }
    />
  );
}
