import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import styles from './notifications.module.css';
import type { FreshWebhook } from './WebhookDialog.tsx';
import { VERIFY_EXAMPLE } from './webhook-form.model.ts';

/** A secret just made, in the only moment in which anybody can see it, and how a receiver uses it. */
export function FreshSecret({ made, onDone }: { made: FreshWebhook; onDone: () => void }) {
  const { t } = useTranslation('notifications');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.fresh} aria-labelledby="fresh-secret">
      <h2 id="fresh-secret" ref={heading} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
        {t('hook.made', { name: made.name })}
      </h2>
      <Note tone="warning" icon={IconAlertTriangle} filled>
        {t('hook.once')}
      </Note>
      <Group gap={12}>
        <code className={styles.secret}>{made.secret}</code>
        <CopyButton text={made.secret} label={t('hook.the_secret')} primary />
      </Group>
      <p>{t('hook.verify')}</p>
      <CodeBlock title={t('hook.verify_title')} text={VERIFY_EXAMPLE} />
      <Button variant="default" onClick={onDone}>
        {t('hook.kept')}
      </Button>
    </section>
  );
}
