import { useQuery } from '@tanstack/react-query';
import { pictureQuery } from '../api/pictures.ts';
import styles from './PersonAvatar.module.css';

/** First letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0]?.[0], words.length > 1 ? words.at(-1)?.[0] : ''];
  return letters.join('').toLocaleUpperCase();
}

interface Props {
  name: string;
  /** Content hash of the picture, or null. */
  digest: string | null;
  /** Width and height in pixels. */
  size?: number;
}

/** Somebody's picture, or their initials; decoration only, since the name stands beside it or on its button. */
export function PersonAvatar({ name, digest, size = 30 }: Props) {
  const { data: url } = useQuery(pictureQuery(digest));
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  return (
    <span className={styles.avatar} style={box} aria-hidden="true">
      {digest !== null && url ? <img src={url} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  );
}
