import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueCalls, type UsedGroup } from '../../catalogue.contract.ts';
import { ColourField } from './ColourField.tsx';
import type { FieldsProps, WordKind } from './kind-of-word.ts';
import { LabelFields } from './LabelFields.tsx';
import { UseCell, useLabel, WordCell } from './WordCell.tsx';
import { useUses } from './words-form.ts';

function Fields({ row }: FieldsProps<UsedGroup>) {
  const { t } = useTranslation('catalogue');
  return (
    <>
      <LabelFields fresh={row === null} codeHint={t('groups.code_hint')} />
      <ColourField hint={t('groups.colour_hint')} />
    </>
  );
}

/** The headings under which variables stand, and their order. // spec §2 */
export function useGroupsKind(): WordKind<UsedGroup> {
  const { t } = useTranslation('catalogue');
  const labelOf = useLabel();
  const usesOf = useUses();
  return useMemo(() => {
    const used = ({ names, variables }: UsedGroup) => usesOf({ names, variables }) || null;
    return {
      id: 'groups',
      columns: [
        {
          id: 'position',
          header: t('groups.position'),
          numeric: true,
          decimals: 0,
          width: '96px',
          value: ({ position }) => position,
          text: () => '',
        },
        {
          id: 'label',
          header: t('groups.label'),
          names: true,
          width: '44%',
          value: labelOf,
          text: ({ name, label_en, label_it }) => `${name} ${label_en} ${label_it}`,
          cell: (group) => <WordCell word={group} />,
        },
        {
          id: 'used',
          header: t('use.title'),
          descFirst: true,
          value: ({ names, variables }) => names + variables,
          text: () => '',
          cell: (group) => <UseCell words={used(group)} />,
        },
      ],
      blank: { label_en: '', label_it: '', name: '', colour: '' },
      Fields,
      titleOf: labelOf,
      calls: {
        create: catalogueCalls.createGroup,
        update: catalogueCalls.updateGroup,
        remove: catalogueCalls.removeGroup,
      },
      obstacle: (group) => {
        const uses = usesOf({ ...group });
        return uses === '' ? null : t('faults.used_by_group', { uses });
      },
    };
  }, [t, labelOf, usesOf]);
}
