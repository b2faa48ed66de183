import { useCallback } from 'react';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import styles from './catalogue.module.css';
import { Swatch } from './Swatch.tsx';

interface Labelled {
  name: string;
  label_en: string;
  label_it: string;
  colour?: string;
}

/** A word's label in the reader's language. */
export function useLabel(): (word: Pick<Labelled, 'label_en' | 'label_it'>) => string {
  const italian = useLanguage() === 'it';
  return useCallback((word) => (italian ? word.label_it : word.label_en), [italian]);
}

/** A word as people read it, with the code that programs use beneath. */
export function WordCell({ word }: { word: Labelled }) {
  const label = useLabel()(word);
  return (
    <span className={styles.word}>
      {word.colour !== undefined && <Swatch colour={word.colour} />}
      <span className={styles.texts}>
        <span className={styles.label}>{label}</span>
        <code className={`${styles.under} ${styles.code}`}>{word.name}</code>
      </span>
    </span>
  );
}

/** How often something is used: a figure, or that nothing uses it. */
export function UseCell({ words }: { words: string | null }) {
  return words === null ? <span className={styles.unused}>–</span> : words;
}
