import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import classes from './keys.module.css';
import type { MadeKey } from './NewKeyDialog.tsx';

/** A key just made, in the only moment in which anybody can see it. */
export function FreshKey({ made, onDone }: { made: MadeKey; onDone: () => void }) {
  const { t } = useTranslation('companies');
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Section
      title={
        <span ref={heading} tabIndex={-1} className={classes.title}>
          {t('keys.made', { name: made.name })}
        </span>
      }
    >
      <Note tone="warning" icon={IconAlertTriangle} filled>
        {t('keys.once')}
      </Note>
      <Group gap="8px 12px">
        <code className={classes.secret}>{made.key}</code>
        <CopyButton text={made.key} label={t('keys.the_key')} primary />
      </Group>
      <Buttons>
        <Button variant="default" onClick={onDone}>
          {t('keys.kept')}
        </Button>
      </Buttons>
    </Section>
  );
}
