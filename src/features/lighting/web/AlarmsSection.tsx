import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useCallPages } from '../../../shared/web/api/use-call-pages.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { requestCode, SETTLED } from '../../maintenance/request-states.model.ts';
import { type BoxAlarm, lightingAlarmsCalls } from '../lighting-alarms.contract.ts';
import { MoreButton } from './MoreButton.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';

/** Makes a maintenance request of an alarm: the server keeps which one, and makes no second. */
function RequestButton({ alarm }: { alarm: BoxAlarm }) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const request = useSend(lightingAlarmsCalls.request, {
    onDone: () => toast.done(t('alarms.requested')),
  });
  return (
    <>
      {request.error && <FormError>{formMessage(request.error)}</FormError>}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTool size={15} aria-hidden="true" />}
        aria-label={t('alarms.request_of', { alarm: alarm.message })}
        loading={request.isPending}
        onClick={() => request.mutate({ params: { id: String(alarm.id) } })}
      >
        {t('alarms.request')}
      </Button>
    </>
  );
}

/** The request that was made of an alarm. */
function RequestLink({ request }: { request: NonNullable<BoxAlarm['request']> }) {
  const { t } = useTranslation('lighting');
  const { t: words } = useTranslation('requests');
  const named = { number: requestCode(request.number), state: words(`request.state.${request.state}`) };
  return (
    <Link
      to="/apps/asset/maintenance-requests"
      search={{ open: String(request.id) } as never}
      preload={false}
    >
      {t('alarms.request_link', named)}
    </Link>
  );
}

/** Until when an alarm is muted now; a time that is over mutes nothing any more. */
const mutedUntil = ({ snooze_date }: BoxAlarm, now_ms: number): string | null =>
  snooze_date !== null && Date.parse(snooze_date) > now_ms ? snooze_date : null;

/** What is done with an open alarm. */
function Steps({ alarm, muted, onSnooze }: { alarm: BoxAlarm; muted: boolean; onSnooze: () => void }) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const [may, mayAsk] = [useCan('lighting.switch'), useCan('maintenance.write')];
  const wake = useSend(lightingAlarmsCalls.snooze, {});
  const { id, snooze_date: seen, message, proj_code, request } = alarm;
  const isAsked = request !== null && !SETTLED.includes(request.state);
  return (
    <Group gap={8} mt={4}>
      {wake.error && <FormError>{formMessage(wake.error)}</FormError>}
      {may && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t(muted ? 'alarms.wake_of' : 'alarms.snooze_of', { alarm: message })}
          loading={wake.isPending}
          onClick={() =>
            muted ? wake.mutate({ params: { id: String(id) }, body: { until: null, seen } }) : onSnooze()
          }
        >
          {t(muted ? 'alarms.wake' : 'alarms.snooze')}
        </Button>
      )}
      {mayAsk && proj_code !== null && !isAsked && <RequestButton alarm={alarm} />}
      {request && <RequestLink request={request} />}
    </Group>
  );
}

/** What is known of an alarm beside its words. */
function useDetails() {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  return (alarm: BoxAlarm, muted: string | null): string => {
    const { type, line, date, count, snooze_message } = alarm;
    return [
      t(`alarms.types.${type}`),
      line === null ? '' : t('lines.one', { line }),
      t('alarms.since', { at: dateTime(date) }),
      count > 1 ? t('alarms.times', { count }) : '',
      muted ? t('alarms.muted', { at: dateTime(muted) }) : '',
      muted ? snooze_message : '',
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** Open alarms of a box. */
export function AlarmsSection({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const details = useDetails();
  const now = useNow(30_000);
  const [snoozed, setSnoozed] = useState<BoxAlarm | null>(null);
  const query = useCallPages(
    lightingAlarmsCalls.list,
    { query: { box_id: String(box_id), closed: 'false' } },
    { page_size: 20, keyOf: ({ id }) => id },
  );
  return (
    <Section title={t('alarms.title')}>
      <Known query={query} height={80}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted>{t('alarms.none')}</Muted>
          ) : (
            <Entries label={t('alarms.title')}>
              {results.map((alarm) => {
                const muted = mutedUntil(alarm, now);
                return (
                  <Entry
                    key={alarm.id}
                    icon={IconAlertTriangle}
                    name={alarm.message}
                    details={details(alarm, muted)}
                  >
                    <Steps alarm={alarm} muted={muted !== null} onSnooze={() => setSnoozed(alarm)} />
                  </Entry>
                );
              })}
            </Entries>
          )
        }
      </Known>
      <MoreButton pages={query} label={t('alarms.more')} />
      {snoozed && <SnoozeDialog alarm={snoozed} onClose={() => setSnoozed(null)} />}
    </Section>
  );
}
