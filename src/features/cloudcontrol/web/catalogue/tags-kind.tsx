import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { catalogueCalls, type UsedTag } from '../../catalogue.contract.ts';
import { ColourField } from './ColourField.tsx';
import type { WordKind } from './kind-of-word.ts';
import { Swatch } from './Swatch.tsx';
import { UseCell } from './WordCell.tsx';

function Fields() {
  const { t } = useTranslation('catalogue');
  return (
    <>
      <TextField name="name" label={t('tags.name')} data-autofocus />
      <TextAreaField name="description" label={t('tags.description')} />
      <ColourField hint={t('tags.colour_hint')} />
    </>
  );
}

/** The tags by which a company finds its devices. // spec §2 */
export function useTagsKind(): WordKind<UsedTag> {
  const { t } = useTranslation('catalogue');
  return useMemo(() => {
    const used = ({ devices }: UsedTag) => (devices === 0 ? null : t('use.devices', { count: devices }));
    return {
      id: 'tags',
      columns: [
        {
          id: 'name',
          header: t('tags.name'),
          names: true,
          width: '30%',
          value: ({ name }) => name,
          cell: ({ name, colour }) => (
            <Group component="span" gap={10} wrap="nowrap">
              <Swatch colour={colour} />
              <b>{name}</b>
            </Group>
          ),
        },
        {
          id: 'description',
          header: t('tags.description'),
          long: true,
          value: ({ description }) => description,
        },
        {
          id: 'used',
          header: t('use.title'),
          descFirst: true,
          width: '18%',
          value: ({ devices }) => devices,
          text: () => '',
          cell: (tag) => <UseCell words={used(tag)} />,
        },
      ],
      blank: { name: '', description: '', colour: '' },
      Fields,
      titleOf: ({ name }) => name,
      calls: {
        create: catalogueCalls.createTag,
        update: catalogueCalls.updateTag,
        remove: catalogueCalls.removeTag,
      },
      obstacle: () => null,
      loss: ({ devices }) => (devices === 0 ? null : t('tags.loss', { count: devices })),
    };
  }, [t]);
}
