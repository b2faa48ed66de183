import { Button, Group, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import {
  type MaintenanceRequest,
  type RequestMessage,
  requestWorkCalls,
} from '../../maintenance-requests.contract.ts';
import { useRequestWords } from './use-request-words.ts';

const LOOKS: Readonly<Record<RequestMessage['state'], StateLook>> = {
  waiting: 'nodata',
  sent: 'success',
  kept: 'warning',
  failed: 'alarm',
};

function Message({ message }: { message: RequestMessage }) {
  const { t } = useTranslation('requests');
  return (
    <div>
      {t(`detail.${message.channel}`, { to: message.to })}{' '}
      <StatePill state={LOOKS[message.state]} label={t(`detail.sent_${message.state}`)} />
    </div>
  );
}

/** A new link of the firm, shown once, for whoever hands it over themselves. */
function FirmLink({ request }: { request: MaintenanceRequest }) {
  const { t } = useTranslation('requests');
  const words = useRequestWords();
  const { formMessage } = useErrorMessage('requests');
  const making = useSend(requestWorkCalls.makeLink);
  const { data, error } = making;
  return (
    <>
      <Buttons>
        <Button
          variant="default"
          leftSection={<IconLink size={16} aria-hidden="true" />}
          loading={making.isPending}
          onClick={() => making.mutate({ params: { id: String(request.id) }, body: {} })}
        >
          {t('detail.make_link')}
        </Button>
      </Buttons>
      <FormError>{error && formMessage(error)}</FormError>
      {data && (
        <Group align="end" gap={8}>
          <TextInput
            flex="1 1 240px"
            label={t('detail.link', { firm: data.firm })}
            description={t('detail.link_hint', { when: words.at(data.expires_at, request) })}
            readOnly
            value={data.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={data.url} label={t('detail.link', { firm: data.firm })} primary />
        </Group>
      )}
    </>
  );
}

/** How a request was sent to whoever it is assigned to, and what became of that; sent again, or its link withdrawn. */
export function Sending({ request }: { request: MaintenanceRequest }) {
  const { t } = useTranslation('requests');
  const words = useRequestWords();
  const { formMessage } = useErrorMessage('requests');
  const may = useCan('maintenance.write');
  const params = { id: String(request.id) };
  const sending = useSend(requestWorkCalls.send, { onDone: () => toast.done(t('detail.resent')) });
  const withdrawing = useSend(requestWorkCalls.withdrawLinks, {
    onDone: () => toast.done(t('detail.withdrawn')),
  });
  const { messages, link_expires_at, assigned_to } = request;
  if (assigned_to === null && messages.length === 0) return null;
  return (
    <Section title={t('detail.sending')} order={3}>
      {messages.length === 0 && <Muted>{t('detail.never_sent')}</Muted>}
      {messages.map((message) => (
        <Message key={message.channel} message={message} />
      ))}
      {messages.some(({ state }) => state === 'kept') && <Muted>{t('detail.kept_hint')}</Muted>}
      {link_expires_at && (
        <Note tone="muted">{t('detail.link_until', { when: words.at(link_expires_at, request) })}</Note>
      )}
      {may && assigned_to !== null && (
        <Buttons>
          {(['mail', 'sms'] as const).map((by) => (
            <Button
              key={by}
              variant="default"
              loading={sending.isPending && sending.variables?.body?.by[0] === by}
              onClick={() => sending.mutate({ params, body: { by: [by] } })}
              aria-label={`${t('detail.send_again')}: ${t(`detail.send_${by}`)}`}
            >
              {t(`detail.send_${by}`)}
            </Button>
          ))}
          {link_expires_at && (
            <Button
              variant="default"
              loading={withdrawing.isPending}
              onClick={() => withdrawing.mutate({ params })}
            >
              {t('detail.withdraw')}
            </Button>
          )}
        </Buttons>
      )}
      {may && request.assigned_firm_id !== null && <FirmLink key={request.id} request={request} />}
      <FormError>{sending.error && formMessage(sending.error)}</FormError>
    </Section>
  );
}
