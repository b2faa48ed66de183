import { Box, Button, Group, Paper, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import type { FreshWebhook } from './WebhookDialog.tsx';

/** How a receiver tells that a message is ours: Node, without a library, and as it is pasted. */
const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: whsec_…  headers, body: as they came, unparsed
export function isGenuine(secret, headers, body) {
  const id = headers['webhook-id'];
  const at = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - at) > 300) return false;
  const key = Buffer.from(secret.slice(6), 'base64');
  const own = createHmac('sha256', key)
    .update(\`\${id}.\${at}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ')
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((one) => one.length === own.length
      && timingSafeEqual(one, own));
}
`;

/** A secret just made, in the only moment in which anybody can see it, and how a receiver uses it. */
export function FreshSecret({ made, onDone }: { made: FreshWebhook; onDone: () => void }) {
  const { t } = useTranslation('notifications');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper component="section" withBorder p={16} aria-labelledby="fresh-secret">
      <Stack gap={12} align="flex-start">
        <h2
          id="fresh-secret"
          ref={heading}
          tabIndex={-1}
          style={{ outline: 'none', overflowWrap: 'anywhere' }}
        >
          {t('hook.made', { name: made.name })}
        </h2>
        <Note tone="warning" icon={IconAlertTriangle} filled>
          {t('hook.once')}
        </Note>
        <Group gap={12}>
          <Box
            component="code"
            p="6px 10px"
            bd="1px solid var(--border)"
            bg="var(--page)"
            fz={14}
            style={{ overflowWrap: 'anywhere', userSelect: 'all' }}
          >
            {made.secret}
          </Box>
          <CopyButton text={made.secret} label={t('hook.the_secret')} primary />
        </Group>
        <p>{t('hook.verify')}</p>
        <Box w="100%">
          <CodeBlock title={t('hook.verify_title')} text={VERIFY_EXAMPLE} />
        </Box>
        <Button variant="default" onClick={onDone}>
          {t('hook.kept')}
        </Button>
      </Stack>
    </Paper>
  );
}
