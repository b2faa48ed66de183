import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT_BYTES } from '../../../../shared/contract/record-notes.ts';
import { newClientKey } from '../../../../shared/web/api/client-key.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { useSizeWords } from '../../../../shared/web/records/use-size-words.ts';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import type { FieldPhoto, FieldReport } from './field-mode.model.ts';
import classes from './field-mode.module.css';
import { addPhotos, listPhotos, removePhoto } from './field-store.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** Photos of one report: what a phone keeps has an end. */
const MOST = 30;

type Fault = 'no_image' | 'too_big' | 'too_many' | 'full';

function faultOf(file: File, count: number): Fault | null {
  if (!TYPES.includes(file.type)) return 'no_image';
  if (file.size > ATTACHMENT_BYTES) return 'too_big';
  return count >= MOST ? 'too_many' : null;
}

async function photoOf(file: File, report: string): Promise<FieldPhoto> {
  const { name, type: media_type, lastModified: taken_at } = file;
  const bytes = await file.arrayBuffer();
  const of = { key: newClientKey(), report, file_name: name.slice(0, 200), media_type, bytes };
  return { ...of, ...(taken_at > 0 && { taken_at }), sent: false };
}

/** Photos are on the device as soon as they are taken, together with their report. */
function usePhotos(id: string, of: () => FieldReport) {
  const [faults, setFaults] = useState<readonly { name: string; fault: Fault }[]>([]);
  const query = useQuery({
    queryKey: ['field-mode', 'photos', id],
    queryFn: () => listPhotos(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const photos = query.data ?? [];
  const add = async (files: readonly File[]) => {
    const told: { name: string; fault: Fault }[] = [];
    let count = photos.length;
    for (const file of files) {
      const fault = faultOf(file, count) ?? (await kept(file));
      if (fault) told.push({ name: file.name, fault });
      else count += 1;
    }
    setFaults(told);
    await query.refetch();
  };
  const kept = async (file: File): Promise<Fault | null> => {
    try {
      await addPhotos(of(), [await photoOf(file, id)]);
      return null;
    } catch (fault) {
      if (fault instanceof DOMException) return 'full';
      throw fault;
    }
  };
  const remove = async (key: string) => {
    await removePhoto(key);
    await query.refetch();
  };
  return { photos, faults, add, remove };
}

function Photo({ photo, onRemove }: { photo: FieldPhoto; onRemove: () => void }) {
  const { t } = useTranslation('fieldmode');
  const sizeWords = useSizeWords();
  const [url, setUrl] = useState<string>();
  const { dateTime } = useFormat();
  const { bytes, media_type, file_name, taken_at, sent } = photo;
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: media_type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, media_type]);
  const time = taken_at === undefined ? [] : [dateTime(new Date(taken_at), HERE)];
  const size = [sizeWords(bytes.byteLength), ...time].join(' · ');
  return (
    <Entry
      name={file_name}
      details={sent ? t('photos.sent', { size }) : size}
      actions={
        !sent && (
          <RowButton icon={IconTrash} label={t('photos.remove', { name: file_name })} onClick={onRemove} />
        )
      }
    >
      {url && <img className={classes.photo} src={url} alt={file_name} />}
    </Entry>
  );
}

interface Props {
  /** The key of the report. */
  id: string;
  /** The report as it is written now. */
  of: () => FieldReport;
}

/** What was photographed for a report. */
export function FieldPhotos({ id, of }: Props) {
  const { t } = useTranslation('fieldmode');
  const { photos, faults, add, remove } = usePhotos(id, of);
  return (
    <Section title={t('photos.title')}>
      {photos.length === 0 ? (
        <Muted>{t('photos.none')}</Muted>
      ) : (
        <Entries label={t('photos.title')}>
          {photos.map((photo) => (
            <Photo key={photo.key} photo={photo} onRemove={() => void remove(photo.key)} />
          ))}
        </Entries>
      )}
      {faults.map(({ name, fault }) => (
        <FormError key={name}>{t(`photos.faults.${fault}`, { name })}</FormError>
      ))}
      <FileButton multiple accept={TYPES.join(',')} onChange={(files) => void add(files)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconCamera size={18} aria-hidden="true" />}>
            {t('photos.add')}
          </Button>
        )}
      </FileButton>
    </Section>
  );
}
