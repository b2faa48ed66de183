import { Button, Checkbox, Fieldset, Group, Skeleton, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { fold } from '../../../../shared/web/list/data-table.model.ts';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyPlant } from '../../company-users.contract.ts';
import { plantsNamed, seesEveryPlant } from './people.ts';
import styles from './users.module.css';

interface ChoiceProps {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  plants: readonly CompanyPlant[];
}

/** More rows than anybody reads; the search leads to the others. */
const MAX_SHOWN = 200;

function searched(plants: readonly CompanyPlant[], q: string): readonly CompanyPlant[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return plants;
  return plants.filter(({ name, proj_code }) => {
    const text = fold(`${name}\n${proj_code}`);
    return words.every((word) => text.includes(word));
  });
}

function Choice({ value, onChange, plants }: ChoiceProps) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const [q, setQ] = useState('');
  const chosen = useMemo(() => new Set(value), [value]);
  const found = useMemo(() => searched(plants, q), [plants, q]);
  const allFound = found.length > 0 && found.every(({ id }) => chosen.has(id));
  const set = (ids: readonly string[], wanted: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (wanted) next.add(id);
      else next.delete(id);
    }
    onChange([...next]);
  };
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <SearchField
          flex={1}
          label={t('users.search_plants')}
          value={q}
          onSearch={setQ}
          // Enter searches here; it does not send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button
          variant="default"
          disabled={found.length === 0}
          onClick={() =>
            set(
              found.map(({ id }) => id),
              !allFound,
            )
          }
        >
          {t(allFound ? 'users.choose_none' : 'users.choose_all')}
        </Button>
      </Group>
      <ul className={styles.choices}>
        {found.slice(0, MAX_SHOWN).map(({ id, name, proj_code }) => (
          <li key={id}>
            <Checkbox
              label={
                <>
                  {name} <span className="muted">{proj_code}</span>
                </>
              }
              checked={chosen.has(id)}
              onChange={(event) => set([id], event.currentTarget.checked)}
            />
          </li>
        ))}
        {found.length === 0 && <li className="muted">{tc('table.none_found')}</li>}
        {found.length > MAX_SHOWN && (
          <li className="muted">{t('users.more_plants', { count: found.length - MAX_SHOWN })}</li>
        )}
      </ul>
    </>
  );
}

function Plants({ value, onChange }: Omit<ChoiceProps, 'plants'>) {
  const { t } = useTranslation('companies');
  const plants = useCall(companiesCalls.listCompanyPlants);
  if (plants.isPending) return <Skeleton height={120} aria-busy="true" />;
  if (!plants.data) return <ErrorState error={plants.error} onRetry={() => plants.refetch()} />;
  if (plants.data.length === 0) return <p className="muted">{t('users.no_plants')}</p>;
  return <Choice value={value} onChange={onChange} plants={plants.data} />;
}

/** The plants that somebody with these roles sees, by name. // spec §3: related_plants */
export function PlantsField({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const plants = useCall(companiesCalls.listCompanyPlants).data ?? [];
  const all = plants.length;
  const everything = seesEveryPlant(roles);
  const namesOf = (ids: readonly string[]) =>
    plantsNamed(ids, plants)
      .map(({ name }) => name)
      .join(', ');
  const { value, change, input } = useFormField<readonly string[]>({
    name: 'related_plants',
    label: t('users.plants'),
    show: (ids) => (everything ? t('users.all_plants') : namesOf(ids)),
  });
  return (
    <Fieldset
      variant="unstyled"
      legend={
        <>
          {input.label}
          {!everything && all > 0 && (
            <span className="muted" role="status">
              {` ${t('users.n_of_m', { chosen: format.number(value.length, 0), all: format.number(all, 0) })}`}
            </span>
          )}
        </>
      }
    >
      <Stack gap={8} mt={8}>
        {everything ? (
          <Muted size="md">{t('users.sees_everything')}</Muted>
        ) : (
          <Plants value={value} onChange={change} />
        )}
        {!everything && all > 0 && value.length === 0 && (
          <Note tone="warning" small>
            {t('users.sees_nothing')}
          </Note>
        )}
      </Stack>
    </Fieldset>
  );
}
