import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SubjectSearch } from './use-rules.ts';
import { useSubjects } from './use-rules.ts';

const SHOWN = 200;

/** Whose rules: the company's, a plant's or a device's. */
export function SubjectPicker({
  subject,
  onChange,
}: {
  subject: SubjectSearch;
  onChange: (next: SubjectSearch) => void;
}) {
  const { t } = useTranslation('rules');
  const { data } = useSubjects();
  const plants = data?.plants ?? [];
  const owner = subject.plant
    ? plants.find(({ proj_code }) => proj_code === subject.plant)
    : plants.find(({ devices }) => devices.some(({ device_id }) => device_id === subject.device));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12} maw={732}>
      <Select
        label={t('subject.plant')}
        placeholder={t('subject.whole_company')}
        data={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
        value={owner?.proj_code ?? subject.plant ?? null}
        onChange={(plant) => onChange(plant ? { plant } : {})}
        searchable
        clearable
        limit={SHOWN}
        nothingFoundMessage={t('subject.none')}
        clearButtonProps={{ 'aria-label': t('subject.clear_plant') }}
      />
      <Select
        label={t('subject.device')}
        placeholder={t('subject.whole_plant')}
        disabled={!owner}
        data={(owner?.devices ?? []).map(({ device_id, short_name }) => ({
          value: String(device_id),
          label: short_name,
        }))}
        value={subject.device ? String(subject.device) : null}
        onChange={(device) =>
          owner && onChange({ plant: owner.proj_code, ...(device ? { device: Number(device) } : {}) })
        }
        searchable
        clearable
        limit={SHOWN}
        nothingFoundMessage={t('subject.none')}
        clearButtonProps={{ 'aria-label': t('subject.clear_device') }}
      />
    </SimpleGrid>
  );
}
