import { Alert, Button, Stack } from '@mantine/core';
import { IconDownload, IconKey, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../shared/web/charts/download.ts';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './factor.module.css';

interface Props {
  codes: readonly string[];
  email: string;
  onKept: () => void;
}

/** The recovery codes, shown this once: to be copied, downloaded or printed before one goes on. */
export function RecoveryCodes({ codes, email, onKept }: Props) {
  const { t } = useTranslation('identity');
  const title = t('factor.codes_title', { email });
  const text = `${title}\n\n${codes.join('\n')}\n`;
  return (
    <Stack gap={14}>
      <UnsavedQuestion unsaved title={t('factor.codes_leave_title')} text={t('factor.codes_leave')} />
      <Alert role="status" variant="light" color="orange" icon={<IconKey size={18} />}>
        {t('factor.codes_once')}
      </Alert>
      <div className={styles.printed}>
        <p className={styles.printedTitle}>{title}</p>
        <ul className={styles.codes} aria-label={t('factor.codes')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Buttons>
        <CopyButton text={codes.join('\n')} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          onClick={() =>
            download(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${t('factor.file')}.txt`)
          }
        >
          {t('download')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden="true" />}
          onClick={() => print()}
        >
          {t('print')}
        </Button>
      </Buttons>
      <Buttons>
        <Button onClick={onKept}>{t('factor.codes_kept')}</Button>
      </Buttons>
    </Stack>
  );
}
