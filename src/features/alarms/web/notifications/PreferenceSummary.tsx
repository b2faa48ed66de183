import { List } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { clockOf } from '../../../../shared/web/forms/time-of-day.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { NotificationPreference } from '../../notification-preferences.contract.ts';

const isTime = (minute: unknown): minute is number => typeof minute === 'number';

function useSentences(): string[] {
  const { t } = useTranslation('notifications');
  const form = useFormContext<NotificationPreference>().watch();
  const types = form.types.length === 2 ? 'both' : (form.types[0] ?? 'none');
  const { proj_codes, codes, quiet_from, quiet_to, digest_at } = form;
  const sentences = [
    t('sum.what', {
      types: t(`sum.types.${types}`),
      codes: codes === null ? t('sum.all_codes') : t('sum.codes', { count: codes.length }),
      plants: proj_codes === null ? t('sum.all_plants') : t('sum.plants', { count: proj_codes.length }),
    }),
  ];
  if (form.at_once) sentences.push(t(form.recovery ? 'sum.at_once_recovery' : 'sum.at_once'));
  // What is being typed is no time yet.
  if (form.at_once && isTime(quiet_from) && isTime(quiet_to)) {
    const times = { from: clockOf(quiet_from), to: clockOf(quiet_to) };
    sentences.push(t(form.errors_break_quiet ? 'sum.quiet_errors' : 'sum.quiet', times));
  }
  if (isTime(digest_at)) sentences.push(t('sum.digest', { at: clockOf(digest_at) }));
  sentences.push(t('sum.never'));
  return sentences;
}

/** What will happen, in sentences, as the form stands. */
export function PreferenceSummary({ email, language }: Pick<NotificationPreference, 'email' | 'language'>) {
  const { t } = useTranslation('notifications');
  const enabled = useFormContext<NotificationPreference>().watch('enabled');
  const sentences = useSentences();
  const Icon = enabled ? IconMail : IconMailOff;
  return (
    <Section
      order={2}
      title={
        <>
          <Icon size={18} stroke={1.8} aria-hidden="true" style={{ verticalAlign: -3 }} /> {t('sum.title')}
        </>
      }
    >
      {enabled ? (
        <List spacing={8} style={{ overflowWrap: 'anywhere' }}>
          <List.Item>{t('sum.to', { email })}</List.Item>
          <List.Item>
            {t(`sum.language.${language}`)} <Link to="/user">{t('sum.change_language')}</Link>
          </List.Item>
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      ) : (
        <p className="muted">{t('sum.off')}</p>
      )}
    </Section>
  );
}
