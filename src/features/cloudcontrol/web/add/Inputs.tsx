import { Input, NativeSelect, SegmentedControl, Select, type SelectProps, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { FRAMERS } from '../../../plants/field.model.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import type { DraftField } from './draft.model.ts';
import { useDraftFaults } from './use-fault-words.ts';
import type { Wizard } from './use-wizard.ts';

const PLAIN = { autoComplete: 'off', spellCheck: false } as const;

/** A list of the company's things to choose from, found by typing. */
export function Choose(props: SelectProps<string>) {
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={200}
      openOnFocus={false}
      maxDropdownHeight={260}
      {...props}
    />
  );
}

/** One of a few ways, as buttons beside one another. */
export function Segments<T extends string>(props: {
  label: string;
  value: T;
  of: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
  const { label, value, of, onChange } = props;
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={label}
        value={value}
        data={[...of]}
        onChange={(next) => onChange(next as T)}
      />
    </Input.Wrapper>
  );
}

interface DraftTextProps {
  wizard: Wizard;
  name: Exclude<DraftField, 'how' | 'kind' | 'way' | 'framer'>;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  numeric?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A text of the form. */
export function DraftText({
  wizard,
  name,
  label,
  hint,
  placeholder,
  required = false,
  numeric = false,
  inputRef,
}: DraftTextProps) {
  const errorOf = useDraftFaults(wizard);
  // Half an address is none: nothing is said of it while it is being typed.
  const [typing, setTyping] = useState(false);
  return (
    <TextInput
      {...PLAIN}
      {...(inputRef ? { ref: inputRef } : {})}
      label={label}
      description={hint}
      placeholder={placeholder}
      withAsterisk={required}
      inputMode={numeric ? 'numeric' : 'text'}
      value={wizard.typed[name]}
      error={typing ? undefined : errorOf(name)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyping(true);
        wizard.set({ [name]: event.currentTarget.value });
      }}
    />
  );
}

const UNITS: Readonly<Record<string, string>> = { timeout_ms: 'ms', nominal_power: 'kW' };

/** A setting of a port or device as it is typed, before it is one's. */
export function SettingInput(props: {
  name: 'host' | 'port' | 'timeout_ms' | 'nominal_power';
  typed: string;
  error?: string | undefined;
  placeholder?: string;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onTyped: (typed: string) => void;
}) {
  const { name, typed, error, placeholder = '', required = false, inputRef, onTyped } = props;
  const words = useFieldLabels();
  const unit = UNITS[name];
  return (
    <TextInput
      {...PLAIN}
      {...(inputRef ? { ref: inputRef } : {})}
      label={words.label(name)}
      description={words.hint(name)}
      placeholder={placeholder}
      withAsterisk={required}
      inputMode={name === 'host' ? 'text' : name === 'nominal_power' ? 'decimal' : 'numeric'}
      rightSection={unit ? <span className="muted">{unit}</span> : undefined}
      rightSectionWidth={unit ? 44 : undefined}
      value={typed}
      error={error}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}

/** How requests are framed on the way to a gateway. */
export function FramerInput({ wizard }: { wizard: Wizard }) {
  const words = useFieldLabels();
  return (
    <NativeSelect
      label={words.label('framer')}
      value={wizard.draft.framer}
      data={FRAMERS.map((value) => ({ value, label: words.choice({ words: 'framer' }, value) }))}
      onChange={(event) => wizard.set({ framer: event.currentTarget.value as (typeof FRAMERS)[number] })}
    />
  );
}
