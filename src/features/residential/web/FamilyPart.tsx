import { Button, Group, Stack } from '@mantine/core';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { CopyButton } from '../../../shared/web/ui/CopyButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { familyCalls } from '../family.contract.ts';
import type { HomeDetail } from '../homes.contract.ts';

/** Asks before the family's page is closed. */
function WithdrawLink({
  proj_code,
  onDone,
  onClose,
}: {
  proj_code: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('residential');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('family.withdraw_title')}
      confirm={t('family.withdraw')}
      words="residential"
      act={() => send(familyCalls.withdrawLink, { params: { proj_code }, company })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('family.withdraw_text')}</p>
    </ConfirmAction>
  );
}

/** The page of the family: until when its link opens it, a new link, shown once, and its withdrawal. */
export function FamilyPart({ home }: { home: HomeDetail }) {
  const { t } = useTranslation('residential');
  const { date } = useFormat();
  const making = useSend(familyCalls.createLink);
  const [withdrawing, setWithdrawing] = useState(false);
  const { proj_code, family_link_until: until } = home;
  const link = making.data;
  return (
    <Section title={t('family.title')} hint={t('family.hint')}>
      <Stack gap={8} align="flex-start">
        {link ? (
          <>
            <Muted>{t('family.made', { at: date(link.expires_at) })}</Muted>
            <code>{link.url}</code>
            <CopyButton text={link.url} label={t('family.link')} />
          </>
        ) : (
          <Muted>{until === null ? t('family.none') : t('family.open', { at: date(until) })}</Muted>
        )}
        <Group gap={8}>
          {!link && (
            <Button
              variant="default"
              leftSection={<IconLink size={16} />}
              loading={making.isPending}
              onClick={() => making.mutate({ params: { proj_code }, body: {} })}
            >
              {t('family.make')}
            </Button>
          )}
          {(link || until !== null) && (
            <Button
              variant="default"
              leftSection={<IconLinkOff size={16} />}
              onClick={() => setWithdrawing(true)}
            >
              {t('family.withdraw')}
            </Button>
          )}
        </Group>
      </Stack>
      {withdrawing && (
        <WithdrawLink
          proj_code={proj_code}
          onDone={() => {
            making.reset();
            toast.done(t('family.withdrawn'));
          }}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Section>
  );
}
