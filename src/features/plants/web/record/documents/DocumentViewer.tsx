import { Button } from '@mantine/core';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../../shared/contract/client.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../../shared/web/ui/DialogFooter.tsx';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../../shared/web/ui/Known.tsx';
import type { PlantDocument } from '../../../documents.contract.ts';
import { useDocumentFile, useSaveDocument } from './use-document-file.ts';

const HEIGHT = 'max(320px, calc(100dvh - 260px))';

function Shown({ title, url }: { title: string; url: string | undefined }) {
  const { t } = useTranslation('plants');
  // Browsers of phones, mostly, have no viewer: a frame would stay empty.
  if (!navigator.pdfViewerEnabled) return <Muted size="md">{t('documents.no_viewer')}</Muted>;
  return (
    <iframe
      title={title}
      src={url}
      style={{ display: 'block', width: '100%', height: HEIGHT, border: 0, borderRadius: 8 }}
    />
  );
}

/** A document as the browser shows PDFs. // spec §8: 'No such file' */
export function DocumentViewer({ document, onClose }: { document: PlantDocument; onClose: () => void }) {
  const { t } = useTranslation('plants');
  const { dateTime } = useFormat();
  const { file, url } = useDocumentFile(document);
  const save = useSaveDocument(document);
  const { title, kind, author, created_at } = document;
  const gone = file.error instanceof CallError && file.error.status === 404;
  const about = [
    t(`documents.kinds.${kind}`),
    author.name ?? t('documents.gone'),
    dateTime(created_at, HERE),
  ].join(' · ');
  return (
    <Dialog title={title} size={1080} onClose={onClose}>
      {gone ? (
        <EmptyState icon={IconFileOff} title={t('documents.no_file')} hint={t('documents.no_file_hint')} />
      ) : (
        <Known query={file} height={420}>
          {() => <Shown title={title} url={url} />}
        </Known>
      )}
      {!gone && (
        <DialogFooter text={about}>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
            {t('documents.save')}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}
