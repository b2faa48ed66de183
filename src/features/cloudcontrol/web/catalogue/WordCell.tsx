import { Group } from '@mantine/core';
import { useCallback } from 'react';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
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
    <Group gap={10} wrap="nowrap">
      {word.colour !== undefined && <Swatch colour={word.colour} />}
      <span>
        <b>{label}</b>
        <Muted as="div">
          <code>{word.name}</code>
        </Muted>
      </span>
    </Group>
  );
}

/** How often something is used: a figure, or that nothing uses it. */
export function UseCell({ words }: { words: string | null }) {
  return words ?? <Muted as="span">{UNKNOWN}</Muted>;
}
