import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Lost } from './active-company.ts';

/** Says why one is suddenly somewhere else: a company ended, or one's place in it. */
export function LostCompany(props: Lost & { now: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { name, how, now, onClose } = props;
  const taken = now === null ? t('lost.company', { name }) : t('lost.company_now', { name, now });
  const sentence = how === 'taken' ? taken : t(`lost.${how}`, { name });
  return (
    <Alert
      role="alert"
      color="orange"
      variant="light"
      mb={16}
      icon={<IconInfoCircle size={18} />}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
    >
      {sentence}
    </Alert>
  );
}
