import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '../../../../shared/contract/call.ts';
import { urlOf } from '../../../../shared/contract/client.ts';
import { ATTACHMENT_TYPES } from '../../../../shared/contract/record-notes.ts';
import { newClientKey } from '../../../../shared/web/api/client-key.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { takenOf } from '../../../../shared/web/records/taken-at.ts';
import { useFileTime } from '../../../../shared/web/records/use-file-time.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { OutsideRequest, outsideRequestsCalls } from '../../outside-requests.contract.ts';

const ACCEPT = Object.keys(ATTACHMENT_TYPES).join(',');

interface Props {
  token: string;
  title: string;
  attachments: OutsideRequest['attachments'];
  /** Of the request, or of its report. */
  calls: {
    readonly add: typeof outsideRequestsCalls.addAttachment | typeof outsideRequestsCalls.addReportAttachment;
    readonly get: typeof outsideRequestsCalls.attachment | typeof outsideRequestsCalls.reportAttachment;
  };
  /** The word on the button for more; without it none is added any more. */
  more?: string;
  /** Asks anew for what the files hang on. */
  renew: () => Promise<unknown>;
}

/** Sends files one after the other; what was refused is said, the others are there. */
function useFiles({ token, calls, renew }: Props) {
  const { t } = useTranslation('outside');
  const { formMessage } = useErrorMessage('records');
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    setBusy(true);
    setFaults([]);
    for (const file of files) {
      const query = {
        file_name: file.name.slice(0, 200),
        size: file.size,
        client_key: newClientKey(),
        ...takenOf(file),
      };
      try {
        await send<AnyCall>(calls.add, { params: { token }, query, body: file });
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

/** Photos and documents of the request or of its report, and a button for more. */
export function OutsideFiles(props: Props) {
  const { token, title, attachments, calls, more } = props;
  const { t } = useTranslation('outside');
  const { t: tRecords } = useTranslation('records');
  const timeOf = useFileTime();
  const { add, busy, faults } = useFiles(props);
  return (
    <Section title={title}>
      {attachments.length === 0 ? (
        <Muted>{tRecords('no_files')}</Muted>
      ) : (
        <Entries label={title}>
          {attachments.map(({ id, file_name, author, ...file }) => (
            <Entry
              key={id}
              icon={IconPaperclip}
              name={
                <a
                  href={urlOf(calls.get, {
                    params: { token, attachment_id: String(id) },
                  })}
                  download={file_name}
                >
                  {file_name}
                </a>
              }
              details={[author.name ?? t('gone'), timeOf(file)].join(' · ')}
            />
          ))}
        </Entries>
      )}
      {faults.map((fault) => (
        <FormError key={fault}>{fault}</FormError>
      ))}
      {more !== undefined && (
        <FileButton multiple accept={ACCEPT} onChange={(files) => void add(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              leftSection={<IconCamera size={18} aria-hidden="true" />}
            >
              {more}
            </Button>
          )}
        </FileButton>
      )}
    </Section>
  );
}
