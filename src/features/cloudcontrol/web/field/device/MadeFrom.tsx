import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeviceDetails } from '../../../configured.contract.ts';

/** The template that a device was brought to last, and whether it has changed since. */
export function MadeFrom({ template }: Pick<DeviceDetails, 'template'>) {
  const { t } = useTranslation('field');
  if (!template) return null;
  const { key, name, version, newest } = template;
  if (key === 'sunspec') return <span>{t('head.of_itself')}</span>;
  if (name === null) return <span>{t('head.template_gone')}</span>;
  return (
    <span>
      {t('head.template')}{' '}
      <Link to="/apps/cloudcontrol/templates/$key" params={{ key }}>
        {t('head.template_version', { name, version })}
      </Link>
      {newest !== null && newest > version && (
        <Text component="span" inherit fw={560} c="var(--warning-text)">
          {' '}
          · {t('head.update_waits', { version: newest })}
        </Text>
      )}
    </span>
  );
}
