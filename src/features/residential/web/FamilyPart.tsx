import { Button, Stack } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { CopyButton } from '../../../shared/web/ui/CopyButton.tsx';
import { familyCalls } from '../family.contract.ts';

/** The page of the family: its link is shown once, when it is made. */
export function FamilyPart({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('residential');
  const { date } = useFormat();
  const making = useSend(familyCalls.createLink);
  const link = making.data;
  return (
    <Section title={t('family.title')} hint={t('family.hint')}>
      {link ? (
        <Stack gap={8} align="flex-start">
          <Muted>{t('family.made', { at: date(link.expires_at) })}</Muted>
          <code>{link.url}</code>
          <CopyButton text={link.url} label={t('family.link')} />
        </Stack>
      ) : (
        <Button
          variant="default"
          leftSection={<IconLink size={16} />}
          loading={making.isPending}
          onClick={() => making.mutate({ params: { proj_code }, body: {} })}
        >
          {t('family.make')}
        </Button>
      )}
    </Section>
  );
}
