import { Box, Button, Skeleton } from '@mantine/core';
import { IconMail, IconMailOff, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../contract/client.ts';
import { mailCalls } from '../../contract/mail.contract.ts';
import { useCall } from '../api/use-call.ts';
import { Page } from '../page/Page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Logo } from '../ui/Logo.tsx';
import { StaleLine } from '../ui/StaleLine.tsx';
import { MailSheet } from './MailSheet.tsx';
import classes from './mail.module.css';

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div>
      <header className={classes.header}>
        <Link to="/login" className={classes.home}>
          <Logo size={30} />
          <span>{t('app_name')}</span>
        </Link>
        <LanguageSwitch />
      </header>
      <Box component="main" maw={852} mx="auto" px={16} py={24}>
        {children}
      </Box>
    </div>
  );
}

/** Elsewhere than in the demonstration mail is sent, and nobody sees it here. */
function NoOutbox() {
  const { t } = useTranslation('mail');
  return (
    <EmptyState
      page
      icon={IconMailOff}
      title={t('not_here')}
      hint={t('not_here_hint')}
      action={
        <Button variant="default" renderRoot={(root) => <Link to="/login" {...root} />}>
          {t('to_sign_in')}
        </Button>
      }
    />
  );
}

/** The mail of the demonstration, which sends none: newest first, with links that work. */
export function OutboxPage() {
  const { t } = useTranslation('mail');
  const mails = useCall(mailCalls.outbox, {}, { staleTime: 0, refetchOnWindowFocus: true });
  const { data, error, isFetching, refetch, dataUpdatedAt } = mails;
  if (error instanceof CallError && error.status === 404) {
    return (
      <Frame>
        <NoOutbox />
      </Frame>
    );
  }
  const renew = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={isFetching && data !== undefined}
      onClick={() => void refetch()}
    >
      {t('refresh')}
    </Button>
  );
  return (
    <Frame>
      <Page title={t('title')} subtitle={t('subtitle')} actions={renew} short>
        {data && error && <StaleLine updatedAt={dataUpdatedAt} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={280} radius={12} aria-busy="true" />}
        {data?.length === 0 && <EmptyState icon={IconMail} title={t('none')} hint={t('none_hint')} />}
        {data?.map((mail, i) => (
          <MailSheet key={mail.id} mail={mail} open={i === 0} />
        ))}
      </Page>
    </Frame>
  );
}
