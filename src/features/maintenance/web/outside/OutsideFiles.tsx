import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../../../shared/contract/client.ts';
import { ATTACHMENT_TYPES } from '../../../../shared/contract/record-notes.ts';
import { newClientKey } from '../../../../shared/web/api/client-key.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type OutsideRequest, outsideRequestsCalls } from '../../outside-requests.contract.ts';
import { useOutside } from './use-outside.ts';

const ACCEPT = Object.keys(ATTACHMENT_TYPES).join(',');

/** Sends files one after the other; what was refused is said, the others are there. */
function useFiles(token: string) {
  const { t } = useTranslation('outside');
  const { formMessage } = useErrorMessage('records');
  const { renew } = useOutside(token);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    setBusy(true);
    setFaults([]);
    for (const file of files) {
      const query = { file_name: file.name.slice(0, 200), size: file.size, client_key: newClientKey() };
      try {
        await send(outsideRequestsCalls.addAttachment, { params: { token }, query, body: file });
        toast.done(t('photo_sent'));
      } catch (fault) {
        const said = t('photo_failed', { name: file.name, reason: formMessage(fault as Error) });
        setFaults((before) => [...before, said]);
      }
    }
    await renew();
    setBusy(false);
  };
  return { add, busy, faults };
}

/** Photos and documents of the request, and a button for more. */
export function OutsideFiles({ token, request }: { token: string; request: OutsideRequest }) {
  const { t } = useTranslation('outside');
  const { t: tRecords } = useTranslation('records');
  const { add, busy, faults } = useFiles(token);
  const { attachments } = request;
  return (
    <Section title={t('files')}>
      {attachments.length === 0 ? (
        <Muted>{tRecords('no_files')}</Muted>
      ) : (
        <Entries label={t('files')}>
          {attachments.map(({ id, file_name, author }) => (
            <Entry
              key={id}
              icon={IconPaperclip}
              name={
                <a
                  href={urlOf(outsideRequestsCalls.attachment, {
                    params: { token, attachment_id: String(id) },
                  })}
                  download={file_name}
                >
                  {file_name}
                </a>
              }
              details={author.name ?? t('gone')}
            />
          ))}
        </Entries>
      )}
      {faults.map((fault) => (
        <FormError key={fault}>{fault}</FormError>
      ))}
      <FileButton multiple accept={ACCEPT} onChange={(files) => void add(files)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={busy}
            leftSection={<IconCamera size={18} aria-hidden="true" />}
          >
            {t('add_photo')}
          </Button>
        )}
      </FileButton>
    </Section>
  );
}
