import { Button, FileButton, Progress, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconFileUpload, IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT_BYTES, ATTACHMENT_TYPES, type RecordAttachment } from '../../contract/record-notes.ts';
import { FormError } from '../forms/FormError.tsx';
import { UnsavedQuestion } from '../forms/UnsavedQuestion.tsx';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { Entries, Entry } from '../page/Entries.tsx';
import { Section } from '../page/Section.tsx';
import { Muted } from '../page/Text.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { FileEntry } from './FileEntry.tsx';
import type { NotesOf } from './notes-of.ts';
import { percentOf, type Upload } from './uploads.model.ts';
import { useSizeWords } from './use-size-words.ts';
import { useUploads } from './use-uploads.ts';

const ACCEPT = Object.fromEntries(
  Object.entries(ATTACHMENT_TYPES).map(([type, endings]) => [type, endings.map((ending) => `.${ending}`)]),
);

interface UploadProps {
  upload: Upload;
  onAgain: () => void;
  onLeave: () => void;
}

function UploadEntry({ upload, onAgain, onLeave }: UploadProps) {
  const { t } = useTranslation('records');
  const { formMessage } = useErrorMessage('records');
  const size = useSizeWords();
  const { file, state, fault } = upload;
  const percent = percentOf(upload);
  const name = file.name;
  return (
    <Entry
      icon={IconPaperclip}
      name={name}
      details={state === 'sending' ? t('sending', { percent, size: size(file.size) }) : size(file.size)}
      actions={
        <>
          {state === 'failed' && (
            <RowButton label={t('again', { name })} icon={IconRefresh} onClick={onAgain} />
          )}
          <RowButton label={t('leave_file', { name })} icon={IconX} onClick={onLeave} />
        </>
      }
    >
      {state === 'sending' && <Progress value={percent} aria-label={t('progress', { name })} mt={4} />}
      {state === 'failed' && <FormError>{formMessage(fault)}</FormError>}
    </Entry>
  );
}

function AddFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('records');
  const size = useSizeWords();
  const touch = useMediaQuery('(pointer: coarse)');
  return (
    <Stack gap={8}>
      {touch && (
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          onChange={(file) => file && onFiles([file])}
        >
          {(props) => (
            <Button {...props} leftSection={<IconCamera size={18} aria-hidden="true" />}>
              {t('camera')}
            </Button>
          )}
        </FileButton>
      )}
      <FileDrop
        label={t('drop')}
        hint={t('drop_hint', { size: size(ATTACHMENT_BYTES) })}
        reading={t('drop')}
        refused={t('refused', { size: size(ATTACHMENT_BYTES) })}
        icon={IconFileUpload}
        accept={ACCEPT}
        mostBytes={ATTACHMENT_BYTES}
        busy={false}
        fault={null}
        onFiles={onFiles}
      />
    </Stack>
  );
}

/** The files of a record, those on their way, and a place to add some. */
export function RecordFiles(props: NotesOf & { files: readonly RecordAttachment[] }) {
  const { files, may } = props;
  const { t } = useTranslation('records');
  const { uploads, add, again, leave } = useUploads(props);
  return (
    <Section title={t('files')}>
      <UnsavedQuestion
        unsaved={uploads.some(({ state }) => state !== 'failed')}
        title={t('leave_title')}
        text={t('leave_text')}
      />
      <Stack gap={16}>
        {files.length + uploads.length === 0 && <Muted>{t('no_files')}</Muted>}
        {files.length + uploads.length > 0 && (
          <Entries label={t('files')}>
            {uploads.map((one) => (
              <UploadEntry
                key={one.key}
                upload={one}
                onAgain={() => again(one.key)}
                onLeave={() => leave(one.key)}
              />
            ))}
            {files.map((file) => (
              <FileEntry key={file.id} {...props} file={file} />
            ))}
          </Entries>
        )}
        {may && <AddFiles onFiles={add} />}
      </Stack>
    </Section>
  );
}
