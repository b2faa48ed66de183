import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';

const USES = ['names', 'variables', 'devices', 'binned'] as const;

/** What uses a word, in words: "12 variables, 4 devices"; what is none is left out. */
export function useUses(): (use: Readonly<Record<string, unknown>>) => string {
  const { t } = useTranslation('catalogue');
  return useCallback(
    (use) =>
      USES.filter((what) => Number(use[what] ?? 0) > 0)
        .map((what) => t(`use.${what}`, { count: Number(use[what]) }))
        .join(', '),
    [t],
  );
}

/** Messages for what was refused of the company's own words: what uses them stands in words. */
export function useCatalogueMessages() {
  const usesOf = useUses();
  return useErrorMessage('catalogue', (params) => ({ uses: usesOf(params) }));
}

/** A code made of words: "Cabinet fans" is cabinet_fans. Nothing where no letter leads. */
export function codeOf(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 63);
}
