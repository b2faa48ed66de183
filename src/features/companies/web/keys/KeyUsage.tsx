import { Anchor, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { cardsExample, type Installation, readingsExample, sendExample } from './keys.model.ts';
import type { MadeKey } from './NewKeyDialog.tsx';
import { useExample } from './use-example.ts';

interface Props {
  made: MadeKey | null;
  /** The table's own answer: asked for here as well, it could come a frame before the table has it. */
  tablePending: boolean;
}

/** Commands that work as they are pasted, with this installation's address, the company and, while it is shown, the key. */
export function KeyUsage({ made, tablePending }: Props) {
  const { t } = useTranslation('companies');
  const { id_client: company } = useCompany();
  const { plant, device, waiting } = useExample(made?.proj_code ?? null);
  // Below a table of unknown height, with words that are not known either, it would jump.
  if (tablePending || waiting) return null;
  const given: Installation = {
    origin: location.origin,
    company,
    key: made?.key,
    plant,
    device,
    wholeCompany: !made || made.proj_code === null,
    now: new Date(),
  };
  const may = (scope: 'ingest' | 'read') => made === null || made.scopes.includes(scope);
  return (
    <Section title={t('keys.usage.title')} hint={made ? t('keys.usage.filled') : t('keys.usage.not_filled')}>
      <SimpleGrid minColWidth="min(480px, 100%)" spacing={16} style={{ alignItems: 'start' }}>
        {may('ingest') && (
          <Stack gap={8} miw={0}>
            <CodeBlock title={t('keys.usage.send')} text={sendExample(given)} />
            <Muted>{t('keys.usage.send_note')}</Muted>
          </Stack>
        )}
        {may('read') && (
          <Stack gap={8} miw={0}>
            <CodeBlock title={t('keys.usage.cards')} text={cardsExample(given)} />
            <CodeBlock title={t('keys.usage.readings')} text={readingsExample(given)} />
            <Muted>{t('keys.usage.read_note', { company })}</Muted>
          </Stack>
        )}
      </SimpleGrid>
      <div>
        <Anchor inherit underline="always" href="/openapi" target="_blank" rel="noreferrer">
          {t('keys.usage.all_calls')}
        </Anchor>
      </div>
    </Section>
  );
}
