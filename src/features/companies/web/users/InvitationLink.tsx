import { Button, Group, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import type { Invitation } from '../../company-users.contract.ts';

/** An invitation with its link, as only the answer that makes it carries it. */
export type SentInvitation = Invitation & { link: string };

interface Props {
  invitation: SentInvitation;
  onClose: () => void;
}

/** Says that an invitation is on its way, with its link for whoever hands it over themselves. */
export function InvitationLink({ invitation, onClose }: Props) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const clipboard = useClipboard({ timeout: 3_000 });
  const { email, expires_at, link } = invitation;
  return (
    <Dialog title={t('invite.sent_title')} size={520} small onClose={onClose}>
      <p role="status">{t('invite.sent', { email, until: format.dateTime(expires_at) })}</p>
      <Group align="end" gap={8} mt={12}>
        <TextInput
          flex="1 1 240px"
          label={t('invite.link')}
          description={t('invite.link_hint')}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => clipboard.copy(link)}
        >
          {t(clipboard.copied ? 'invite.copied' : 'invite.copy')}
        </Button>
      </Group>
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          {tc('close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
