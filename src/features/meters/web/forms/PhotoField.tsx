import { Button, FileButton, Group, Input, Progress } from '@mantine/core';
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { newClientKey } from '../../../../shared/web/api/client-key.ts';
import { upload } from '../../../../shared/web/api/upload.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { takenOf } from '../../../../shared/web/records/taken-at.ts';
import type { EnergyMeter } from '../../meters.contract.ts';
import { meterRegisterCalls } from '../../register.contract.ts';
import { PhotoDialog } from '../register/PhotoDialog.tsx';

interface Props {
  meter: EnergyMeter;
  /** Told while a photo is on its way: a reading that is written then would lack it. */
  onBusy: (busy: boolean) => void;
}

interface Sending {
  readonly file: File;
  /** Sent again by it, it is kept once. */
  readonly key: string;
  readonly percent: number;
  readonly fault: unknown;
}

/** A photo is sent as soon as it is taken, so that it is kept before the reading is. */
function useSending({ meter, onBusy }: Props, onDone: (id: number) => void) {
  const company = useCompany().id_client;
  const [sending, setSending] = useState<Sending | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const send = (file: File, key = newClientKey()) => {
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    setSending({ file, key, percent: 0, fault: null });
    onBusy(true);
    const query = { file_name: file.name.slice(0, 200), size: file.size, client_key: key, ...takenOf(file) };
    upload({
      call: meterRegisterCalls.addPhoto,
      file,
      company,
      signal: own.signal,
      input: { params: { id: String(meter.id) }, query },
      onProgress: (sent) =>
        setSending((now) => now && { ...now, percent: Math.min(99, Math.floor((sent / file.size) * 100)) }),
    })
      .then(({ id }) => {
        setSending(null);
        onDone(id);
      })
      .catch((fault: unknown) => {
        if (!own.signal.aborted) setSending({ file, key, percent: 0, fault });
      })
      .finally(() => ending.current === own && onBusy(false));
  };
  return { sending, send };
}

/** The photo of a meter that is taken with its reading. */
export function PhotoField(props: Props) {
  const { t } = useTranslation('meters');
  const { fieldMessage, formMessage } = useErrorMessage('meters');
  const [shown, setShown] = useState(false);
  const label = t('photo.label');
  const show = (id: number | null) => (id === null ? '–' : t('photo.taken'));
  const { value, change, input } = useFormField<number | null>({ name: 'photo_id', label, show });
  const { sending, send } = useSending(props, change);
  const faultOf = (fault: unknown): string => {
    const [said] = fault instanceof CallError ? fault.errors : [];
    return said ? fieldMessage(said) : formMessage(fault);
  };
  const failed = sending !== null && sending.fault !== null;
  const refusal = failed ? faultOf(sending.fault) : undefined;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={refusal ?? input.error}
      description={t('photo.hint')}
    >
      <Group gap={8} mt={4}>
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          onChange={(file) => file && send(file)}
        >
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconCamera size={18} aria-hidden="true" />}>
              {t(value === null ? 'photo.take' : 'photo.again')}
            </Button>
          )}
        </FileButton>
        {failed && (
          <Button variant="default" onClick={() => send(sending.file, sending.key)}>
            {t('photo.retry')}
          </Button>
        )}
        {value !== null && (
          <>
            <Button
              variant="default"
              leftSection={<IconPhoto size={18} aria-hidden="true" />}
              onClick={() => setShown(true)}
            >
              {t('photo.taken')}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconX size={16} aria-hidden="true" />}
              onClick={() => change(null)}
            >
              {t('photo.leave')}
            </Button>
          </>
        )}
      </Group>
      {sending && !failed && <Progress value={sending.percent} aria-label={t('photo.sending')} mt={8} />}
      {shown && value !== null && (
        <PhotoDialog meter={props.meter} photo_id={value} title={label} onClose={() => setShown(false)} />
      )}
    </Input.Wrapper>
  );
}
