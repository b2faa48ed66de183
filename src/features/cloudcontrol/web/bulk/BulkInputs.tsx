import { SegmentedControl, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import classes from './bulk.module.css';
import type { DraftField } from './draft.model.ts';
import type { Bulk } from './use-bulk.ts';
import { useDraftFaults } from './use-fault-words.ts';

/** How lists of the company's things are chosen from. */
export const SELECT = {
  searchable: true,
  allowDeselect: false,
  limit: 200,
  openOnFocus: false,
  maxDropdownHeight: 260,
} as const;

/** One of a few ways, as buttons beside one another. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  of: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
  const { label, value, of, onChange } = props;
  const id = useId();
  return (
    <div className={classes.choice}>
      <span id={id}>{label}</span>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        data={[...of]}
        onChange={(next) => onChange(next as T)}
      />
    </div>
  );
}

/** A text of the form. */
export function Text(props: {
  bulk: Bulk;
  name: Extract<DraftField, 'addresses' | 'unit' | 'units' | 'pattern' | 'start'>;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  wide?: boolean;
}) {
  const { bulk, name, label, hint, placeholder, required = false, wide = false } = props;
  const errorOf = useDraftFaults(bulk);
  // Half an address is none: nothing is said of it while it is being typed.
  const [typing, setTyping] = useState(false);
  return (
    <TextInput
      wrapperProps={wide ? { 'data-wide': true } : {}}
      label={label}
      description={hint}
      placeholder={placeholder}
      withAsterisk={required}
      autoComplete="off"
      spellCheck={false}
      value={bulk.draft[name]}
      error={typing ? undefined : errorOf(name)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => bulk.set({ [name]: event.currentTarget.value })}
    />
  );
}
