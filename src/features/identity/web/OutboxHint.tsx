import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/web/api/config.ts';

/** The demonstration sends no mail: it shows it. */
export function OutboxHint() {
  const { t } = useTranslation('identity');
  const config = useConfig();
  if (!config?.demo) return null;
  return (
    <p>
      {t('outbox.hint')} <Link to="/outbox">{t('outbox.link')}</Link>
    </p>
  );
}
