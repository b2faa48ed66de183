import { useMemo } from 'react';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { Quantity } from '../../../plants/plants.model.ts';
import { useParameters } from '../field/use-devices.ts';
import { useTemplate } from '../templates/use-templates.ts';
import type { Outcome } from './answers.model.ts';
import type { Wizard } from './use-wizard.ts';

interface Meaning {
  label: string;
  unit: string;
  decimals: number;
  quantity: Quantity;
}

/** What values are called and measured in: by the catalogue, else by what the template says of its own names. */
export function useValueLabels({ draft }: Pick<Wizard, 'draft'>) {
  const { number, language } = useFormat();
  const names = useParameters().data?.names;
  const template = useTemplate(draft.kind === 'template' ? draft.template_key : '').data;
  const known = useMemo(() => {
    const meanings = new Map<string, Meaning>();
    const labelOf = (one: { label_en: string; label_it: string }) =>
      language === 'it' ? one.label_it : one.label_en;
    for (const { name, of_name } of template?.map.variables ?? []) {
      const { unit = '', decimals = 2, quantity = 'other' } = of_name ?? {};
      if (of_name) meanings.set(name, { label: labelOf(of_name), unit, decimals, quantity });
    }
    for (const one of names ?? []) meanings.set(one.name, { ...one, label: labelOf(one) });
    return meanings;
  }, [names, template, language]);
  return {
    quantityOf: (name: string, { found }: Outcome): string | undefined =>
      known.get(name)?.quantity ?? found?.variables.find((one) => one.name === name)?.of_name?.quantity,
    labelOf: (name: string) => known.get(name)?.label ?? name,
    valueOf: (name: string, value: number, { found }: Outcome): string => {
      const own = found?.variables.find((one) => one.name === name)?.of_name;
      const { unit = own?.unit ?? '', decimals = own?.decimals ?? 2 } = known.get(name) ?? {};
      return `${number(value, decimals)} ${spellUnit(unit)}`.trim();
    },
  };
}
export type ValueWords = ReturnType<typeof useValueLabels>;
