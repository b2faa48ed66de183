import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
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
import { maintenanceRequestsCalls } from '../../maintenance/maintenance-requests.contract.ts';
import { type BoxAlarm, lightingAlarmsCalls } from '../lighting-alarms.contract.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';

/** Makes a maintenance request of an alarm, where the box's controller stands in a plant that the person sees. */
function RequestButton({ alarm, proj_code }: { alarm: BoxAlarm; proj_code: string }) {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const { formMessage } = useErrorMessage('lighting');
  const request = useSend(maintenanceRequestsCalls.create, {
    onDone: () => toast.done(t('alarms.requested')),
  });
  const at = alarm.line === null ? alarm.serial : `${alarm.serial}, ${t('lines.one', { line: alarm.line })}`;
  const title = `${at}: ${alarm.message}`.slice(0, 160);
  const description = t('alarms.request_text', { alarm: alarm.message, box: at, at: dateTime(alarm.date) });
  const device_ids = alarm.device_id === null ? [] : [alarm.device_id];
  return (
    <>
      {request.error && <FormError>{formMessage(request.error)}</FormError>}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTool size={15} aria-hidden="true" />}
        aria-label={t('alarms.request_of', { alarm: title })}
        loading={request.isPending}
        disabled={request.isSuccess}
        onClick={() => request.mutate({ body: { proj_code, title, description, device_ids } })}
      >
        {t('alarms.request')}
      </Button>
    </>
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
  const { id, snooze_date: seen, message, proj_code } = alarm;
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
      {mayAsk && proj_code !== null && <RequestButton alarm={alarm} proj_code={proj_code} />}
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
  const query = useCall(lightingAlarmsCalls.list, {
    query: { box_id: String(box_id), closed: 'false', page_size: '50' },
  });
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
      {snoozed && <SnoozeDialog alarm={snoozed} onClose={() => setSnoozed(null)} />}
    </Section>
  );
}
