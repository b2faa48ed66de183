import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { Known } from '../ui/Known.tsx';

interface Props {
  title: string;
  /** What the bytes are, of those that a browser draws. */
  media_type: string;
  picture: UseQueryResult<Blob>;
  onClose: () => void;
}

/** A picture in full, over the page. */
export function PictureDialog({ title, media_type, picture, onClose }: Props) {
  const [url, setUrl] = useState<string>();
  const { data } = picture;
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data.slice(0, data.size, media_type));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data, media_type]);
  return (
    <Dialog title={title} size={960} onClose={onClose}>
      <Known query={picture} height={360}>
        {() => <img src={url} alt={title} style={{ display: 'block', maxWidth: '100%', margin: 'auto' }} />}
      </Known>
    </Dialog>
  );
}
