import { Anchor } from '@mantine/core';
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordAttachment } from '../../contract/record-notes.ts';
import { callQuery } from '../api/call-query.ts';
import { send } from '../api/send.ts';
import { download } from '../charts/download.ts';
import { useCan, useCompany } from '../company/context.tsx';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { Entry } from '../page/Entries.tsx';
import { ConfirmAction } from '../ui/ConfirmAction.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { toast } from '../ui/toast.ts';
import type { NotesOf } from './notes-of.ts';
import { PictureDialog } from './PictureDialog.tsx';
import { useFileTime } from './use-file-time.ts';
import { usePartyName } from './use-party-name.ts';
import { useSizeWords } from './use-size-words.ts';

interface Props extends NotesOf {
  file: RecordAttachment;
}

interface ShownProps extends Props {
  onClose: () => void;
}

/** A picture is loaded when somebody opens it. */
function ShownPicture({ calls, id, file, onClose }: ShownProps) {
  const company = useCompany().id_client;
  const params = { id, attachment_id: String(file.id) };
  const picture = useQuery(
    callQuery(company, calls.attachment, { params }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <PictureDialog title={file.file_name} media_type={file.media_type} picture={picture} onClose={onClose} />
  );
}

function RemoveFile({ calls, id, file, onClose }: ShownProps) {
  const { t } = useTranslation('records');
  const company = useCompany().id_client;
  const params = { id, attachment_id: String(file.id) };
  return (
    <ConfirmAction
      title={t('remove_file_title', { name: file.file_name })}
      confirm={t('remove_file')}
      words="records"
      act={() => send(calls.removeAttachment, { params, company })}
      onDone={() => toast.deleted(file.file_name)}
      onClose={onClose}
    >
      {t('remove_file_text')}
    </ConfirmAction>
  );
}

const isPicture = ({ media_type }: RecordAttachment): boolean => media_type.startsWith('image/');

function iconOf(file: RecordAttachment) {
  if (isPicture(file)) return IconPhoto;
  return file.media_type === 'application/pdf' ? IconFileTypePdf : IconFile;
}

/** One file of a record: a picture is shown, anything else is saved. */
export function FileEntry(props: Props) {
  const { calls, id, file, may } = props;
  const { t } = useTranslation('records');
  const timeOf = useFileTime();
  const size = useSizeWords();
  const nameOf = usePartyName();
  const company = useCompany().id_client;
  const manages = useCan('company.manage');
  const { formMessage } = useErrorMessage('records');
  const [doing, setDoing] = useState<'show' | 'remove' | null>(null);
  const saving = useMutation({
    mutationFn: async () => {
      const params = { id, attachment_id: String(file.id) };
      download(await send(calls.attachment, { params, company }), file.file_name);
    },
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  const save = () => !saving.isPending && saving.mutate();
  const close = () => setDoing(null);
  const name = file.file_name;
  return (
    <Entry
      icon={iconOf(file)}
      name={
        <Anchor
          component="button"
          type="button"
          ta="left"
          onClick={isPicture(file) ? () => setDoing('show') : save}
        >
          {name}
        </Anchor>
      }
      details={[size(file.size_bytes), nameOf(file.author), timeOf(file)].join(' · ')}
      actions={
        <>
          <RowButton label={t('save_file', { name })} icon={IconDownload} onClick={save} />
          {may && (file.mine || manages) && (
            <RowButton
              label={t('remove_file_of', { name })}
              icon={IconTrash}
              onClick={() => setDoing('remove')}
            />
          )}
        </>
      }
    >
      {doing === 'show' && <ShownPicture {...props} onClose={close} />}
      {doing === 'remove' && <RemoveFile {...props} onClose={close} />}
    </Entry>
  );
}
