import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { LinkPage, Opened } from '../../../../shared/web/page/LinkPage.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { type OutsideRequest, outsideRequestsCalls } from '../../outside-requests.contract.ts';
import { requestCode } from '../../request-states.model.ts';
import { OutsideFiles } from './OutsideFiles.tsx';
import { OutsideNotes } from './OutsideNotes.tsx';
import { OutsideReport } from './OutsideReport.tsx';
import { OutsideWork } from './OutsideWork.tsx';
import { useOutside } from './use-outside.ts';

const route = getRouteApi('/r/$token');

function Request({ token, request }: { token: string; request: OutsideRequest }) {
  const { t } = useTranslation('outside');
  const { company, firm, number, title } = request;
  return (
    <Stack gap={16}>
      <div>
        <Muted>{t('from', { company, firm })}</Muted>
        <h1>
          {requestCode(number)} {title}
        </h1>
      </div>
      <OutsideWork token={token} request={request} />
      <OutsideReport token={token} request={request} />
      <RequestFiles token={token} request={request} />
      <OutsideNotes token={token} request={request} />
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
      token={token}
      calls={calls}
      renew={renew}
      attachments={request.attachments}
      title={t('files')}
      more={t('add_photo')}
    />
  );
}

/** Where the link of a firm leads: its one request, without an account, outside of the portal's frame. */
export function OutsidePage() {
  const { token } = route.useParams();
  const { t } = useTranslation('outside');
  const query = useCall(outsideRequestsCalls.get, { params: { token } }, { retry: false });
  const { data } = query;
  usePageTitle(data ? `${requestCode(data.number)} ${data.title}` : t('what'));
  return (
    <LinkPage width={760}>
      <Opened
        query={query}
        gone={{ title: t('missing_title'), text: t('missing_plain') }}
        heights={[36, 120, 220, 160]}
      >
        {(request) => <Request key={token} token={token} request={request} />}
      </Opened>
    </LinkPage>
  );
}
