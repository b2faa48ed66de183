import { Textarea, TextInput } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Tag } from '../../../plants/variable-names.contract.ts';
import { catalogueCalls, NewTag, type UsedTag } from '../../catalogue.contract.ts';
import { CatalogueScreen } from './CatalogueScreen.tsx';
import { ColourField } from './ColourField.tsx';
import { tagsQuery } from './catalogue.api.ts';
import styles from './catalogue.module.css';
import type { FieldsProps, WordKind } from './kind-of-word.ts';
import { Swatch } from './Swatch.tsx';
import { useChangeSearch } from './use-catalogue-search.ts';
import { UseCell } from './WordCell.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/tags');

function Fields({ form }: FieldsProps<UsedTag>) {
  const { t } = useTranslation('catalogue');
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        data-autofocus
        label={t('tags.name')}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Textarea
        label={t('tags.description')}
        autosize
        minRows={2}
        maxRows={6}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <ColourField form={form} name="colour" hint={t('tags.colour_hint')} />
    </>
  );
}

function useKind(): WordKind<UsedTag> {
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
            <span className={styles.word}>
              <Swatch colour={colour} />
              <span className={styles.label}>{name}</span>
            </span>
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
      schema: NewTag,
      stored: Tag,
      Fields,
      titleOf: ({ name }) => name,
      told: ({ name, description, colour }) => [
        { label: t('tags.name'), text: String(name) },
        { label: t('tags.description'), text: String(description) },
        { label: t('colour.title'), text: String(colour) || t('colour.automatic') },
      ],
      create: (company, values) => send(catalogueCalls.createTag, { company, body: NewTag.parse(values) }),
      update: (company, id, { version, ...values }) =>
        send(catalogueCalls.updateTag, {
          company,
          params: { id: String(id) },
          body: { ...NewTag.parse(values), version },
        }),
      remove: (company, id) => send(catalogueCalls.removeTag, { company, params: { id: String(id) } }),
      obstacle: () => null,
      loss: ({ devices }) => (devices === 0 ? null : t('tags.loss', { count: devices })),
    };
  }, [t]);
}

/** The tags by which a company finds its devices. // spec §2 */
export function TagsPage() {
  return (
    <CatalogueScreen
      kind={useKind()}
      icon={IconTag}
      list={useQuery(tagsQuery(useCompany().id_client))}
      search={route.useSearch()}
      onSearch={useChangeSearch()}
    />
  );
}
