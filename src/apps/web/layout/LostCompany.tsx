import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says why one is suddenly somewhere else: a company ended, or one's place in it. */
export function LostCompany(props: { name: string; now: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { name, now, onClose } = props;
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
      {now === null ? t('lost.company', { name }) : t('lost.company_now', { name, now })}
    </Alert>
  );
}
