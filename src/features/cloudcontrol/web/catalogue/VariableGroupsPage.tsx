import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { catalogueCalls, NewVariableGroup, type UsedGroup, VariableGroup } from '../../catalogue.contract.ts';
import { CatalogueScreen } from './CatalogueScreen.tsx';
import { ColourField } from './ColourField.tsx';
import { groupsQuery } from './catalogue.api.ts';
import type { FieldsProps, WordKind } from './kind-of-word.ts';
import { LabelFields } from './LabelFields.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { useChangeSearch } from './use-catalogue-search.ts';
import { useMoveGroup } from './use-move-group.ts';
import { UseCell, useLabel, WordCell } from './WordCell.tsx';
import { useUses } from './words-form.ts';

const route = getRouteApi('/portal/apps/cloudcontrol/variable-groups');

function Fields({ form, row }: FieldsProps<UsedGroup>) {
  const { t } = useTranslation('catalogue');
  return (
    <>
      <LabelFields form={form} fresh={row === null} codeHint={t('groups.code_hint')} />
      <ColourField form={form} name="colour" hint={t('groups.colour_hint')} />
    </>
  );
}

function useKind(): WordKind<UsedGroup> {
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
      schema: NewVariableGroup,
      stored: VariableGroup,
      Fields,
      titleOf: labelOf,
      told: ({ label_en, label_it, name, colour }) => [
        { label: t('field.label_en'), text: String(label_en) },
        { label: t('field.label_it'), text: String(label_it) },
        { label: t('field.name'), text: String(name) },
        { label: t('colour.title'), text: String(colour) || t('colour.automatic') },
      ],
      create: (company, values) =>
        send(catalogueCalls.createGroup, { company, body: NewVariableGroup.parse(values) }),
      update: (company, id, { version, ...values }) =>
        send(catalogueCalls.updateGroup, {
          company,
          params: { id: String(id) },
          body: { ...NewVariableGroup.parse(values), version },
        }),
      remove: (company, id) => send(catalogueCalls.removeGroup, { company, params: { id: String(id) } }),
      obstacle: (group) => {
        const uses = usesOf({ ...group });
        return uses === '' ? null : t('faults.used_by_group', { uses });
      },
    };
  }, [t, labelOf, usesOf]);
}

/** The headings under which variables stand, and their order. // spec §2 */
export function VariableGroupsPage() {
  const list = useQuery(groupsQuery(useCompany().id_client));
  const search = route.useSearch();
  const kind = useKind();
  const { move } = useMoveGroup(list.data);
  // Up and down mean something only in their own order.
  const inOrder = search.q.trim() === '' && search.sort === '';
  return (
    <CatalogueScreen
      kind={kind}
      icon={IconStack2}
      list={list}
      search={search}
      onSearch={useChangeSearch()}
      moreActions={(group) => (
        <MoveButtons
          name={kind.titleOf(group)}
          id={group.id}
          place={list.data?.findIndex(({ id }) => id === group.id) ?? 0}
          count={list.data?.length ?? 0}
          inOrder={inOrder}
          onMove={move}
        />
      )}
    />
  );
}
