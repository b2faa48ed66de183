import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';

/** The way to what one is told of alarms, which is chosen for each company. */
export function AlarmMailSection() {
  const { t } = useTranslation('identity');
  return (
    <Section look="beside" title={t('user.alarm_mail.title')} hint={t('user.alarm_mail.hint')}>
      <div>
        <Button component={Link} to="/apps/asset/alarms/notifications" variant="default">
          {t('user.alarm_mail.link')}
        </Button>
      </div>
    </Section>
  );
}
