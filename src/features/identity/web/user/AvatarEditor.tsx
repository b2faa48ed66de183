import { Button, Group, Loader, Stack } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { send } from '../../../../shared/web/api/send.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { identityCalls } from '../../identity.contract.ts';

import '@mantine/dropzone/styles.css';
import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { PersonAvatar } from '../../../../shared/web/ui/PersonAvatar.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { User } from '../../user.model.ts';
import { keepUser, userQuery } from '../use-user.ts';
import { AvatarCut } from './AvatarCut.tsx';
import { type Chosen, pictureTypeOf } from './avatar-cut.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/** Why a file was not taken; its words are those of the server's refusals. */
type Refused = 'avatar_type' | 'avatar_large' | 'avatar_broken';

function Drop(props: {
  busy: boolean;
  onChosen: (chosen: Chosen) => void;
  onRefused: (why: Refused) => void;
}) {
  const { busy, onChosen, onRefused } = props;
  const { t } = useTranslation('identity');
  const look = async (file: File | undefined) => {
    if (!file) return;
    const type = pictureTypeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
    if (type === null) onRefused('avatar_type');
    else onChosen({ file, type });
  };
  return (
    <Dropzone
      flex="1 1 240px"
      p="10px 14px"
      maxSize={MAX_BYTES}
      multiple={false}
      // The plain file input: it offers pictures only, and the camera on a telephone.
      useFsAccessApi={false}
      disabled={busy}
      onDrop={([file]) => look(file)}
      onReject={([rejected]) =>
        onRefused(
          rejected?.errors.some(({ code }) => code === 'file-too-large') ? 'avatar_large' : 'avatar_type',
        )
      }
      inputProps={{ 'aria-label': t('avatar.drop'), accept: 'image/png,image/jpeg' }}
      aria-label={t('avatar.drop')}
    >
      <Group gap={12} wrap="nowrap">
        {busy ? <Loader size={22} /> : <IconPhotoUp size={22} stroke={1.6} aria-hidden="true" />}
        <div>
          <b>{t('avatar.drop')}</b>
          <Muted size="md">{t('avatar.drop_hint')}</Muted>
        </div>
      </Group>
    </Dropzone>
  );
}

/** The own picture: dropped or chosen, cut square before one's eyes, sent; or taken away. */
export function AvatarEditor({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const params = { id: String(user.id) };
  const sending = useMutation({
    mutationFn: (picture: Blob) => send(identityCalls.putAvatar, { params, body: picture }),
    onSuccess: (next) => {
      keepUser(next);
      setChosen(null);
      toast.saved();
    },
  });
  const removing = useMutation({
    mutationFn: async () => {
      await send(identityCalls.removeAvatar, { params });
      await queryClient.refetchQueries({ queryKey: userQuery.queryKey });
    },
    onSuccess: () => toast.deleted(),
  });
  const begin = (next: Chosen | null, why: Refused | null) => {
    sending.reset();
    setRefused(why);
    setChosen(next);
  };
  const fault = sending.error ?? removing.error;
  const said = refused ? t(`faults.${refused}`) : fault && words.formMessage(fault);
  return (
    <Stack gap={12}>
      {chosen ? (
        <AvatarCut
          key={chosen.file.name}
          chosen={chosen}
          busy={sending.isPending}
          onCut={(picture) => sending.mutate(picture)}
          onBroken={() => begin(null, 'avatar_broken')}
          onCancel={() => begin(null, null)}
        />
      ) : (
        <Group gap="12px 16px">
          <PersonAvatar name={user.name} digest={user.avatar} size={72} />
          <Drop
            busy={removing.isPending}
            onChosen={(next) => begin(next, null)}
            onRefused={(why) => begin(null, why)}
          />
          {user.avatar !== null && (
            <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
              {t('avatar.remove')}
            </Button>
          )}
        </Group>
      )}
      <FormError>{said}</FormError>
    </Stack>
  );
}
