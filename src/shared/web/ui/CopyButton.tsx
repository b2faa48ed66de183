import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SHOWN_MS = 2_000;

/** Pages that came over plain HTTP have no clipboard of their own: there a hidden field is copied in the old manner. */
function copyByField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside of a dialog only what lies in it can take the focus.
  const place = document.activeElement?.parentElement ?? document.body;
  place.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}

async function copy(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyByField(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (fault) {
    console.warn('the clipboard was refused', fault);
    return copyByField(text);
  }
}

interface Props {
  text: string;
  /** What is copied, for readers of screens, where "Copy" alone would not say. */
  label?: string;
  primary?: boolean;
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label, primary = false }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const word = outcome === null ? t('copy.copy') : t(`copy.${outcome}`);
  return (
    <Button
      size="compact-sm"
      variant={primary ? 'filled' : 'default'}
      leftSection={outcome === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
      aria-label={outcome === null && label ? `${word}: ${label}` : undefined}
      aria-live="polite"
      onClick={async () => setOutcome((await copy(text)) ? 'copied' : 'failed')}
    >
      {word}
    </Button>
  );
}
