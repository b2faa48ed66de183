import { Button, Stack } from '@mantine/core';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import styles from './avatar.module.css';
import { type Chosen, cutPicture, squareOf } from './avatar-cut.ts';

interface Size {
  width: number;
  height: number;
}

/** The address of a file in this page, for as long as it is shown. */
function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

interface Props {
  chosen: Chosen;
  busy: boolean;
  onCut: (picture: Blob) => void;
  /** The browser cannot show it. */
  onBroken: () => void;
  onCancel: () => void;
}

/** Shows what will be cut out of a picture; the square is moved by dragging, or by the slider with the keys. */
export function AvatarCut({ chosen, busy, onCut, onBroken, onCancel }: Props) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const url = useFileUrl(chosen.file);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [share, setShare] = useState(0.5);
  const square = size && squareOf(size, share);
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    if (buttons !== 1 || !size || size.width === size.height) return;
    const shown = currentTarget.clientWidth / size.width;
    const room = Math.abs(size.width - size.height) * shown;
    const moved = size.width > size.height ? movementX : movementY;
    setShare((before) => Math.min(1, Math.max(0, before + moved / room)));
  };
  const cut = async () => {
    if (image.current && square) onCut(await cutPicture(image.current, square, chosen.type));
  };
  return (
    <Stack gap={12} align="flex-start">
      <div className={styles.frame} onPointerMove={drag}>
        {url && (
          <img
            ref={image}
            src={url}
            alt={t('avatar.preview')}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
            onError={onBroken}
          />
        )}
        {size && square && (
          <span
            className={styles.square}
            style={{
              left: percent(square.x, size.width),
              top: percent(square.y, size.height),
              width: percent(square.side, size.width),
              height: percent(square.side, size.height),
            }}
          />
        )}
      </div>
      {size && size.width !== size.height && (
        <label>
          {t('avatar.move')}
          <input
            className={styles.slider}
            type="range"
            min={0}
            max={100}
            value={Math.round(share * 100)}
            onChange={(event) => setShare(Number(event.currentTarget.value) / 100)}
          />
        </label>
      )}
      <Buttons>
        <Button loading={busy} disabled={!square} onClick={cut}>
          {t('avatar.use')}
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {common('cancel')}
        </Button>
      </Buttons>
    </Stack>
  );
}
