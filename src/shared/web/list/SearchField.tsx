import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PrintedChoice } from '../ui/PrintedChoice.tsx';
import { usePrinting } from '../ui/use-printing.ts';

interface Props
  extends Omit<
    TextInputProps,
    'label' | 'placeholder' | 'value' | 'onChange' | 'leftSection' | 'rightSection'
  > {
  /** Said to readers of the screen, and in the field while nothing is typed. */
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** What is looked for, with a cross that looks for nothing again. */
export function SearchField({ label, value, onSearch, ...rest }: Props) {
  const { t } = useTranslation();
  const printing = usePrinting();
  const clear = <CloseButton size="sm" aria-label={t('table.clear_search')} onClick={() => onSearch('')} />;
  if (printing) return <PrintedChoice label={label} value={value} />;
  return (
    <TextInput
      aria-label={label}
      data-page-search
      maxLength={200}
      {...rest}
      placeholder={label}
      value={value}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={value !== '' && clear}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  );
}
