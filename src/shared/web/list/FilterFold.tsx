import { Badge, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list.module.css';

interface Props {
  /** How many filters hide rows. */
  active: number;
  onClear: () => void;
  children: ReactNode;
}

/** Filters beside the search; on a phone behind a word, so that the list begins in sight. One press undoes them all. */
export function FilterFold({ active, onClear, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        rightSection={
          active > 0 && (
            <Badge size="sm" circle aria-label={t('list.active', { count: active })}>
              {active}
            </Badge>
          )
        }
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('list.filters')}
      </Button>
      <div id={id} className={classes.filters} data-open={open || undefined}>
        {children}
      </div>
      {active > 0 && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden="true" />}
          onClick={onClear}
        >
          {t('list.clear')}
        </Button>
      )}
    </>
  );
}
