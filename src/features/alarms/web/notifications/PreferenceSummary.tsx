import { IconMail, IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { NotificationPreference } from '../../notification-preferences.contract.ts';
import page from '../alarms.module.css';
import styles from './notifications.module.css';
import type { PreferenceForm } from './preference-form.model.ts';

function useSentences(): string[] {
  const { t } = useTranslation('notifications');
  const form = useFormContext<PreferenceForm>().watch();
  const types = form.types.length === 2 ? 'both' : (form.types[0] ?? 'none');
  const plants =
    form.which_plants === 'all' ? t('sum.all_plants') : t('sum.plants', { count: form.proj_codes.length });
  const codes =
    form.which_codes === 'all' ? t('sum.all_codes') : t('sum.codes', { count: form.codes.length });
  const sentences = [t('sum.what', { types: t(`sum.types.${types}`), codes, plants })];
  if (form.at_once) sentences.push(t(form.recovery ? 'sum.at_once_recovery' : 'sum.at_once'));
  if (form.at_once && form.quiet) {
    const times = { from: form.quiet_from, to: form.quiet_to };
    sentences.push(t(form.errors_break_quiet ? 'sum.quiet_errors' : 'sum.quiet', times));
  }
  if (form.digest) sentences.push(t('sum.digest', { at: form.digest_at }));
  sentences.push(t('sum.never'));
  return sentences;
}

/** What will happen, in sentences, as the form stands. */
export function PreferenceSummary({ email, language }: Pick<NotificationPreference, 'email' | 'language'>) {
  const { t } = useTranslation('notifications');
  const enabled = useFormContext<PreferenceForm>().watch('enabled');
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
        <ul className={styles.sentences}>
          <li>{t('sum.to', { email })}</li>
          <li>
            {t(`sum.language.${language}`)}{' '}
            <Link to="/user" className={page.way ?? ''}>
              {t('sum.change_language')}
            </Link>
          </li>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('sum.off')}</p>
      )}
    </Section>
  );
}
