import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { LanguageChoice } from '../../../../shared/web/ui/LanguageChoice.tsx';
import { Logo } from '../../../../shared/web/ui/Logo.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { type OutsideRequest, outsideRequestsCalls } from '../../outside-requests.contract.ts';
import { requestCode } from '../../request-states.model.ts';
import { OutsideFiles } from './OutsideFiles.tsx';
import { OutsideNotes } from './OutsideNotes.tsx';
import { OutsideReport } from './OutsideReport.tsx';
import { OutsideWork } from './OutsideWork.tsx';
import classes from './outside.module.css';
import { useOutside } from './use-outside.ts';

const route = getRouteApi('/r/$token');

function Request({ token }: { token: string }) {
  const { t } = useTranslation('outside');
  const query = useCall(outsideRequestsCalls.get, { params: { token } }, { retry: false });
  const { data, error } = query;
  usePageTitle(data ? `${requestCode(data.number)} ${data.title}` : t('what'));
  if (!data && error instanceof CallError && error.status === 404)
    return (
      <>
        <h1>{t('missing_title')}</h1>
        <p>{t('missing_plain')}</p>
      </>
    );
  if (!data && error) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Waiting heights={[36, 120, 220, 160]} />;
  const { company, firm, number, title } = data;
  return (
    <Stack gap={16}>
      <div>
        <Muted>{t('from', { company, firm })}</Muted>
        <h1>
          {requestCode(number)} {title}
        </h1>
      </div>
      <OutsideWork token={token} request={data} />
      <OutsideReport token={token} request={data} />
      <RequestFiles token={token} request={data} />
      <OutsideNotes token={token} request={data} />
    </Stack>
  );
}

/** Photos and documents of the request. */
function RequestFiles({ token, request }: { token: string; request: OutsideRequest }) {
  const { t } = useTranslation('outside');
  const { renew } = useOutside(token);
  const calls = { add: outsideRequestsCalls.addAttachment, get: outsideRequestsCalls.attachment };
  return (
    <OutsideFiles
      {...{ token, calls, renew, attachments: request.attachments }}
      title={t('files')}
      more={t('add_photo')}
    />
  );
}

/** Where the link of a firm leads: its one request, without an account, outside of the portal's frame. */
export function OutsidePage() {
  const { token } = route.useParams();
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Logo size={28} />
        <span>{t('app_name')}</span>
        <LanguageChoice />
      </header>
      <main className={classes.main}>
        <Request key={token} token={token} />
      </main>
    </div>
  );
}
