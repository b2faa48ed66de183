import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormFields } from '../../../../shared/web/forms/FormFields.tsx';
import { FormPage } from '../../../../shared/web/forms/FormPage.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { AlarmSelectionFields } from '../../../notifications/web/AlarmSelectionFields.public.tsx';
import { KindPreferences } from '../../../notifications/web/KindPreferences.public.tsx';
import {
  type NotificationPreference,
  notificationPreferencesCalls,
} from '../../notification-preferences.contract.ts';
import { PreferenceSummary } from './PreferenceSummary.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { TestMail } from './TestMail.tsx';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Who never chose is offered the clock of their own machine. */
const inOwnZone = (preference: NotificationPreference): NotificationPreference =>
  preference.version === 0 ? { ...preference, time_zone: OWN_ZONE } : preference;

function Fields() {
  const { t } = useTranslation('notifications');
  const enabled = useFormContext<NotificationPreference>().watch('enabled');
  return (
    <>
      <SwitchField name="enabled" label={t('mail.enabled')} description={t('mail.enabled_hint')} />
      {enabled && (
        <>
          <Section look="plain" order={3} title={t('what.title')}>
            <AlarmSelectionFields all={t('what.all_mine')} />
          </Section>
          <Section look="plain" order={3} title={t('when.title')}>
            <ScheduleFields />
          </Section>
        </>
      )}
    </>
  );
}

function PreferencePanel({ preference }: { preference: NotificationPreference }) {
  const { t } = useTranslation('notifications');
  const company = useCompany().id_client;
  const { email, language, confirmed } = preference;
  const form = useRecordForm({
    call: notificationPreferencesCalls.saveChoice,
    record: preference,
    toValues: inOwnZone,
    words: 'notifications',
    quiet: true,
    onSaved: (saved) => {
      keepAnswer(company, notificationPreferencesCalls.choice, {}, saved);
      toast.done(t('mail.saved'));
    },
  });
  return (
    <Frame
      aside={
        <>
          <FormFields form={form}>
            <PreferenceSummary email={email} language={language} />
          </FormFields>
          <TestMail />
        </>
      }
    >
      {!confirmed && (
        <Alert color="orange" variant="light" icon={<IconAlertCircle size={18} />}>
          {t('mail.unconfirmed', { email })}
        </Alert>
      )}
      <Section look="plain" title={t('mail.title')}>
        <FormPage form={form} label={t('mail.title')}>
          <Fields />
        </FormPage>
      </Section>
      <KindPreferences />
    </Frame>
  );
}

/** The page around the form, and around what stands in for it. */
function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('notifications');
  const { name } = useCompany();
  return (
    <Page
      title={t('page.title')}
      subtitle={t('page.subtitle', { company: name })}
      back={<BackLink to="/apps/asset/alarms">{t('page.back')}</BackLink>}
      width={1080}
      centred
      aside={aside}
    >
      {children}
    </Page>
  );
}

/** My notification preferences: what is mailed to me of alarms, and when; below it every other kind. */
export function NotificationsPage() {
  const { id_client } = useCompany();
  const { data, error, refetch } = useCall(notificationPreferencesCalls.choice);
  if (data) return <PreferencePanel key={id_client} preference={data} />;
  return (
    <Frame>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting heights={[420]} />}
    </Frame>
  );
}
