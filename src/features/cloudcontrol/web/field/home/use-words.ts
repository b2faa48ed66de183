import { useMemo } from 'react';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { useKindLabels } from '../kind-words.ts';
import { useParameters } from '../use-devices.ts';
import type { TreeDevice, Words } from './home.model.ts';

/** What categories and tags are called; a kind that has no category of the company's own has its own word. */
export function useHomeLabels(): Words {
  const language = useLanguage();
  const { data } = useParameters();
  const kindLabels = useKindLabels();
  return useMemo(() => {
    const categories = data?.categories ?? [];
    const named = categories.map(({ id, name, label_en, label_it }) => ({
      id,
      name,
      label: (language === 'it' ? label_it : label_en) || name,
    }));
    const byId = new Map(named.map((one) => [one.id, one]));
    const byName = new Map(named.map((one) => [one.name, one]));
    const categoryOf = ({ category_id, category }: TreeDevice) =>
      byId.get(category_id ?? 0) ?? byName.get(category) ?? { name: category, label: kindLabels(category) };
    return { categoryOf, tagNames: new Map((data?.tags ?? []).map(({ id, name }) => [id, name])) };
  }, [data, language, kindLabels]);
}
