import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import classes from './keys.module.css';
import type { MadeKey } from './NewKeyDialog.tsx';

/** A key just made, in the only moment in which anybody can see it. */
export function FreshKey({ made, onDone }: { made: MadeKey; onDone: () => void }) {
  const { t } = useTranslation('companies');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.fresh} aria-labelledby="fresh-key">
      <h2 id="fresh-key" ref={heading} tabIndex={-1} className={classes.freshTitle}>
        {t('keys.made', { name: made.name })}
      </h2>
      <p className={classes.warning} data-state="warning">
        <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
        {t('keys.once')}
      </p>
      <div className={classes.secretRow}>
        <code className={classes.secret}>{made.key}</code>
        <CopyButton text={made.key} label={t('keys.the_key')} primary />
      </div>
      <Button variant="default" onClick={onDone}>
        {t('keys.kept')}
      </Button>
    </section>
  );
}
