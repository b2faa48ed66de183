import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../alarms.module.css';

interface Props {
  /** Whether the filters hide anything. */
  narrowed: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** Filters beside the search; on a phone behind a word, so that the list begins in sight. One press undoes them all. */
export function FilterFold({ narrowed, onClear, children }: Props) {
  const { t } = useTranslation('alarms');
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={classes.fold ?? ''}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('filter.open')}
      </Button>
      <div id={id} className={classes.filters} data-open={open || undefined}>
        {children}
      </div>
      {narrowed && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden="true" />}
          onClick={onClear}
        >
          {t('filter.clear')}
        </Button>
      )}
    </>
  );
}
