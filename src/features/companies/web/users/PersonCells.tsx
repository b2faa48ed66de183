import { Group, List, Popover, Skeleton, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRoleLabels } from '../../../../shared/web/i18n/use-role-words.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { PersonAvatar } from '../../../../shared/web/ui/PersonAvatar.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import { nameOf, plantsNamed, seesEveryPlant } from './people.ts';
import styles from './users.module.css';

/** Picture, name and address. */
function PersonCell(props: { name: string; email: string; avatar: string | null; you: boolean }) {
  const { name, email, avatar, you } = props;
  const { t } = useTranslation('companies');
  return (
    <Group gap={10} wrap="nowrap" component="span">
      <PersonAvatar name={name} digest={avatar} size={32} />
      <span className={styles.person}>
        <Text span lineClamp={2} fw={600} title={name}>
          {you ? t('users.you', { name }) : name}
        </Text>
        {email !== name && <Muted as="span">{email}</Muted>}
      </span>
    </Group>
  );
}

/** "All", or how many of the company's plants, with their names on demand. */
function PlantsCell({
  roles,
  related_plants,
}: {
  roles: readonly Role[];
  related_plants: readonly string[];
}) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const plants = useCall(companiesCalls.listCompanyPlants);
  if (seesEveryPlant(roles)) return t('users.all_plants');
  if (plants.isPending) return <Skeleton width={64} height={14} aria-busy="true" />;
  if (!plants.data) return format.number(related_plants.length, 0);
  const named = plantsNamed(related_plants, plants.data);
  const words = t('users.n_of_m', {
    chosen: format.number(named.length, 0),
    all: format.number(plants.data.length, 0),
  });
  if (named.length === 0) return words;
  return (
    <Popover width={260} position="bottom-start" withinPortal trapFocus={false}>
      <Popover.Target>
        <button type="button" className={styles.reveal}>
          {words}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('users.plants')}>
        <List listStyleType="none" mah={260} style={{ overflowY: 'auto' }}>
          {named.map(({ id, name, proj_code }) => (
            <List.Item key={id} py={2}>
              {name} <span className="muted">{proj_code}</span>
            </List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
}

export function FactorCell({ on }: { on: boolean }) {
  const { t } = useTranslation('companies');
  return (
    <Note tone={on ? 'success' : 'muted'} {...(on && { icon: IconCheck })} inline>
      {t(on ? 'users.yes' : 'users.no')}
    </Note>
  );
}

interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly related_plants: readonly string[];
  readonly avatar?: string | null;
}

/** What users and invited people have in common: name, roles and plants. */
export function usePersonColumns<T extends Person>(isYou: (person: T) => boolean): readonly DataColumn<T>[] {
  const { t } = useTranslation('companies');
  const roleLabels = useRoleLabels();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('users.name'),
        names: true,
        width: '32%',
        value: nameOf,
        text: (person) => `${nameOf(person)} ${person.email}`,
        cell: (person) => (
          <PersonCell
            name={nameOf(person)}
            email={person.email}
            avatar={person.avatar ?? null}
            you={isYou(person)}
          />
        ),
      },
      { id: 'roles', header: t('users.roles'), value: ({ roles }) => roleLabels(roles) },
      {
        id: 'plants',
        header: t('users.plants'),
        value: ({ roles, related_plants }) =>
          seesEveryPlant(roles) ? Number.MAX_SAFE_INTEGER : related_plants.length,
        text: () => '',
        cell: (person) => <PlantsCell {...person} />,
      },
    ],
    [t, roleLabels, isYou],
  );
}
