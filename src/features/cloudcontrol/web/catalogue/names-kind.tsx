import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useGroups } from '../../../../shared/web/charts/group-words.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { Quantity } from '../../../plants/plants.model.ts';
import { variableNamesCalls } from '../../../plants/variable-names.contract.ts';
import { catalogueCalls, type UsedName } from '../../catalogue.contract.ts';
import type { Values, WordKind } from './kind-of-word.ts';
import { NameFields } from './NameFields.tsx';
import { UseCell, useLabel, WordCell } from './WordCell.tsx';
import { useUses } from './words-form.ts';

const BLANK: Values = {
  label_en: '',
  label_it: '',
  name: '',
  quantity: 'other',
  kind: 'gauge',
  group_name: '',
  unit: '',
  decimals: 2,
  colour: '',
};

type KindCode = UsedName['kind'];

/** Quantities, kinds, groups and uses in words. */
function useLabels() {
  const { t } = useTranslation('catalogue');
  const groups = useCall(catalogueCalls.listGroups).data;
  const { nameOf } = useGroups(groups);
  const usesOf = useUses();
  return useMemo(
    () => ({
      quantity: (code: string) => t(`quantity.${code as Quantity}`),
      kind: (code: string) => t(`kind.${code as KindCode}`),
      group: (code: string) => (code === '' ? '' : nameOf(code)),
      uses: usesOf,
      used: ({ variables, devices }: UsedName) => usesOf({ variables, devices }) || null,
    }),
    [t, nameOf, usesOf],
  );
}

function useColumns(): readonly DataColumn<UsedName>[] {
  const { t } = useTranslation('catalogue');
  const labelOf = useLabel();
  const words = useLabels();
  return useMemo(
    () => [
      {
        id: 'label',
        header: t('names.label'),
        names: true,
        width: '27%',
        value: labelOf,
        text: ({ name, label_en, label_it }) => `${name} ${label_en} ${label_it}`,
        cell: (name) => <WordCell word={name} />,
      },
      { id: 'group', header: t('names.group'), value: ({ group_name }) => words.group(group_name) },
      { id: 'unit', header: t('names.unit'), value: ({ unit }) => spellUnit(unit) },
      {
        id: 'decimals',
        header: t('names.decimals'),
        numeric: true,
        decimals: 0,
        value: ({ decimals }) => decimals,
        text: () => '',
      },
      {
        id: 'quantity',
        header: t('names.quantity'),
        value: ({ quantity }) => words.quantity(quantity),
        text: ({ quantity, kind }) => `${words.quantity(quantity)} ${words.kind(kind)}`,
        cell: ({ quantity, kind }) => (
          <>
            {words.quantity(quantity)}
            <Muted as="div">{words.kind(kind)}</Muted>
          </>
        ),
      },
      {
        id: 'used',
        header: t('use.title'),
        descFirst: true,
        value: ({ variables }) => variables,
        text: () => '',
        cell: (name) => <UseCell words={words.used(name)} />,
      },
    ],
    [t, labelOf, words],
  );
}

/** What a company's variables are called, in which unit, how they are drawn, what they measure. // spec §2 */
export function useNamesKind(): WordKind<UsedName> {
  const { t } = useTranslation('catalogue');
  const labelOf = useLabel();
  const columns = useColumns();
  const words = useLabels();
  return useMemo(
    () => ({
      id: 'names',
      columns,
      blank: BLANK,
      Fields: NameFields,
      titleOf: labelOf,
      calls: {
        create: variableNamesCalls.createVariableName,
        update: variableNamesCalls.updateVariableName,
        remove: variableNamesCalls.removeVariableName,
      },
      obstacle: ({ variables, devices, binned }) =>
        variables + binned === 0
          ? null
          : t('faults.used_by_variables', { uses: words.uses({ variables, devices, binned }) }),
    }),
    [t, labelOf, columns, words],
  );
}
