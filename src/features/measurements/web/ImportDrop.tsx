import { Alert, Loader } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORKBOOK } from '../measurements.contract.ts';
import classes from './import.module.css';

interface Props {
  busy: boolean;
  fault: string | null;
  onFile: (file: File) => void;
}

const MOST_BYTES = 26_214_400;
const ACCEPTED = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt', '.csv', '.tsv', '.dat'],
  'text/tab-separated-values': ['.tsv'],
  // What Windows calls a CSV file where a spreadsheet program is installed.
  'application/vnd.ms-excel': ['.csv'],
  [WORKBOOK]: ['.xlsx'],
};

export function ImportDrop({ busy, fault, onFile }: Props) {
  const { t } = useTranslation('measurements');
  const [refused, setRefused] = useState(false);
  const said = refused ? t('import.drop_refused') : fault;
  return (
    <div className={classes.drop}>
      <Dropzone
        accept={ACCEPTED}
        maxSize={MOST_BYTES}
        maxFiles={1}
        multiple={false}
        disabled={busy}
        onDrop={([file]) => {
          setRefused(false);
          if (file) onFile(file);
        }}
        onReject={() => setRefused(true)}
        inputProps={{ 'aria-label': t('import.drop') }}
        aria-label={t('import.drop')}
      >
        <div className={classes.dropInside}>
          {busy ? <Loader size={32} /> : <IconTableImport size={36} stroke={1.4} aria-hidden="true" />}
          <p className={classes.dropTitle}>{busy ? t('import.reading') : t('import.drop')}</p>
          <p className="muted">{t('import.drop_hint')}</p>
        </div>
      </Dropzone>
      {said && !busy && (
        <Alert color="red" variant="light" role="alert">
          {said}
        </Alert>
      )}
      <p className={classes.note}>{t('import.harmless')}</p>
    </div>
  );
}
