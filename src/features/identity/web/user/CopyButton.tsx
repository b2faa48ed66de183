import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies a text; where the browser offers no clipboard (a page without TLS) there is no such button. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('identity');
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  if (!navigator.clipboard) return null;
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={14} aria-hidden="true" />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
    </Button>
  );
}
