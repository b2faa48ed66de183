import { Button, Group, Paper, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
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
    <Paper
      component="section"
      withBorder
      p={16}
      bd="1px solid var(--brand)"
      aria-labelledby="fresh-credential"
    >
      <Stack gap={12}>
        <h3 id="fresh-credential" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('ways.made', { name: `${made.proj_code} / ${made.short_name}` })}
        </h3>
        <Note tone="warning" icon={IconAlertTriangle} filled>
          {t('ways.once')}
        </Note>
        <Facts columns={1}>
          {lines.map(([name, text]) => (
            <Fact key={name} label={name}>
              <Group gap="6px 10px">
                <code className={classes.secret}>{text}</code>
                <CopyButton text={text} label={name} primary={text === made.secret} />
              </Group>
            </Fact>
          ))}
        </Facts>
        {example && <CodeBlock title={t('ways.command')} text={example} />}
        <Group>
          <Button variant="default" onClick={onDone}>
            {t('ways.kept')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
