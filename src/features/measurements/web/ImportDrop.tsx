import { IconTableImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TABLE_FILES } from '../../../shared/web/files/table-files.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { FileDrop } from '../../../shared/web/ui/FileDrop.tsx';

interface Props {
  busy: boolean;
  fault: string | null;
  onFile: (file: File) => void;
}

const MAX_BYTES = 26_214_400;

export function ImportDrop({ busy, fault, onFile }: Props) {
  const { t } = useTranslation('measurements');
  return (
    <FileDrop
      label={t('import.drop')}
      hint={t('import.drop_hint')}
      reading={t('import.reading')}
      refused={t('import.drop_refused')}
      icon={IconTableImport}
      accept={TABLE_FILES}
      mostBytes={MAX_BYTES}
      busy={busy}
      fault={fault}
      single
      onFiles={([file]) => file && onFile(file)}
    >
      <Muted>{t('import.harmless')}</Muted>
    </FileDrop>
  );
}
