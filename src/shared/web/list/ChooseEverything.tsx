import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { toast } from '../ui/toast.ts';
import classes from './list.module.css';
import type { ListEverything } from './list-props.ts';

interface Props<T> {
  everything: ListEverything<T>;
  /** How many rows fit, on all pages. */
  count: number;
  onLoaded: (rows: readonly T[]) => void;
}

/** Chooses all rows that fit, on whichever page; where they are too many, says how many may be chosen. */
export function ChooseEverything<T>({ everything, count, onLoaded }: Props<T>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { formMessage } = useErrorMessage('common');
  const [loading, setLoading] = useState(false);
  const asked = useRef<AbortController>(null);
  // Whoever looks at another question meanwhile does not want these rows any more.
  useEffect(() => () => asked.current?.abort(), []);
  const most = number(everything.most, 0);
  if (count > everything.most)
    return <p className={classes.most}>{t('list.too_many', { most, all: number(count, 0) })}</p>;
  const choose = async () => {
    const control = new AbortController();
    asked.current = control;
    setLoading(true);
    try {
      const rows = await everything.load(control.signal);
      if (!control.signal.aborted) onLoaded(rows);
    } catch (fault) {
      if (!control.signal.aborted) toast.notDone(formMessage(fault));
    } finally {
      if (!control.signal.aborted) setLoading(false);
    }
  };
  return (
    <Button variant="subtle" loading={loading} onClick={() => void choose()}>
      {t('list.choose_everything', { count, all: number(count, 0) })}
    </Button>
  );
}
