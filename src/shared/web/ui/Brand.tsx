import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from './Logo.tsx';

/** The product's mark and name; `short` leaves the name away on a phone. */
export function Brand({ short = false }: { short?: boolean }) {
  const { t } = useTranslation();
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <Logo />
      <Text component="span" size="15px" fw={680} {...(short ? { visibleFrom: 'sm' } : {})}>
        {t('app_name')}
      </Text>
    </Group>
  );
}
