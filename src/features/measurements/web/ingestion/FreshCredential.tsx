import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import { mqttCredentialsCalls } from '../../mqtt-credentials.contract.ts';
import type { MadeCredential } from './CredentialDialog.tsx';
import classes from './ingestion.module.css';
import { hostOf, mqttExample } from './send-examples.model.ts';

/** A credential just made, in the only moment in which anybody can see its secret. */
export function FreshCredential({ made, onDone }: { made: MadeCredential; onDone: () => void }) {
  const { t } = useTranslation('measurements');
  const { data: broker } = useCall(mqttCredentialsCalls.door);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const lines = [
    [t('ways.user_name'), made.user_name],
    [t('ways.secret'), made.secret],
    [t('ways.topic'), made.topic],
  ] as const;
  const example =
    broker &&
    broker.kind !== 'off' &&
    mqttExample({ ...broker, host: hostOf(broker, location.hostname) }, { ...made, variable: 'ac_power_kw' });
  return (
    <section className={classes.fresh} aria-labelledby="fresh-credential">
      <h3 id="fresh-credential" ref={heading} tabIndex={-1} className={classes.freshTitle}>
        {t('ways.made', { name: `${made.proj_code} / ${made.short_name}` })}
      </h3>
      <p className={classes.warning} data-state="warning">
        <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
        {t('ways.once')}
      </p>
      <dl className={classes.given}>
        {lines.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code className={classes.secret}>{text}</code>
              <CopyButton text={text} label={name} primary={text === made.secret} />
            </dd>
          </div>
        ))}
      </dl>
      {example && <CodeBlock title={t('ways.command')} text={example} />}
      <Button variant="default" onClick={onDone}>
        {t('ways.kept')}
      </Button>
    </section>
  );
}
