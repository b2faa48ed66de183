import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
