import { NativeSelect, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { FRAMERS, type Framer } from '../../../plants/field.model.ts';
import { useFieldLabels } from '../field/forms/words.ts';

interface Props {
  typed: string;
  error: string | undefined;
  onTyped: (typed: string) => void;
}

/** Numbers on the bus, single ones and ranges. */
export function UnitsInput({ typed, error, most: max, onTyped }: Props & { most: number }) {
  const { t } = useTranslation('find');
  return (
    <TextInput
      label={t('form.units')}
      description={t('form.units_hint', { most: max })}
      withAsterisk
      autoComplete="off"
      spellCheck={false}
      value={typed}
      error={error}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}

/** Where the device's map begins, if it begins elsewhere than others do. */
export function BaseInput({ typed, error, onTyped }: Props) {
  const { t } = useTranslation('find');
  return (
    <TextInput
      label={t('form.base')}
      description={t('form.base_hint')}
      placeholder="40000"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={error}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}

interface SettingProps extends Omit<Props, 'error'> {
  name: 'host' | 'port' | 'timeout_ms' | 'nominal_power';
  error?: string | undefined;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

const UNITS: Readonly<Record<string, string>> = { timeout_ms: 'ms', nominal_power: 'kW' };

/** A setting of a port or device as it is typed, before it is one's. */
export function SettingInput({ name, typed, error, placeholder = '', inputRef, onTyped }: SettingProps) {
  const words = useFieldLabels();
  const unit = UNITS[name];
  return (
    <TextInput
      {...(inputRef ? { ref: inputRef } : {})}
      label={words.label(name)}
      description={words.hint(name)}
      placeholder={placeholder}
      withAsterisk={name === 'host'}
      inputMode={name === 'host' ? 'text' : name === 'nominal_power' ? 'decimal' : 'numeric'}
      autoComplete="off"
      spellCheck={false}
      rightSection={unit ? <span className="muted">{unit}</span> : undefined}
      rightSectionWidth={unit ? 44 : undefined}
      value={typed}
      error={error}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}

/** How requests are framed on the way to a gateway. */
export function FramerInput({ typed, onTyped }: { typed: Framer; onTyped: (framer: Framer) => void }) {
  const words = useFieldLabels();
  return (
    <NativeSelect
      label={words.label('framer')}
      value={typed}
      data={FRAMERS.map((value) => ({ value, label: words.choice({ words: 'framer' }, value) }))}
      onChange={(event) => onTyped(event.currentTarget.value as Framer)}
    />
  );
}
