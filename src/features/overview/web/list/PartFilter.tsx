import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../../../../shared/units/names.ts';
import { PickFilter } from '../../../../shared/web/list/filters.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import type { Card } from '../../overview.contract.ts';
import { PARTS, type Part, partOf } from '../../plant-groups.model.ts';
import type { DashboardList } from '../dashboard/dashboard-search.ts';
import { useRegions, useTags } from './use-regions-and-tags.ts';

/** The names that plants have of each kind, by name; of regions and tags nothing while nobody has opened the field. */
function useTitles(cards: readonly Card[], opened: boolean): Readonly<Record<Part['by'], readonly string[]>> {
  const regions = useRegions(opened);
  const tags = useTags(opened);
  return useMemo(() => {
    const sorted = (titles: Iterable<string>) =>
      [...new Set(titles)].filter((title) => title !== '').toSorted(compareNames);
    return {
      region: sorted(regions.of?.values() ?? []),
      tag: sorted([...(tags.of?.values() ?? [])].flat()),
      comune: opened ? sorted(cards.map(({ comune }) => comune)) : [],
    };
  }, [cards, opened, regions.of, tags.of]);
}

interface Props {
  readonly cards: readonly Card[];
  readonly state: AddressOf<typeof DashboardList>;
}

/** Narrows the plants to a region, a tag or a municipality, found by typing. */
export function PartFilter({ cards, state }: Props) {
  const { t } = useTranslation('overview');
  const [opened, setOpened] = useState(false);
  const titles = useTitles(cards, opened);
  const nameOf = ({ by, title }: Part) => `${t(`list.groups.${by}`)}: ${title}`;
  const options = useMemo(
    () =>
      PARTS.flatMap((by) =>
        titles[by].map((title) => ({
          value: `${by}:${title}`,
          label: `${t(`list.groups.${by}`)}: ${title}`,
        })),
      ),
    [titles, t],
  );
  return (
    <PickFilter
      state={state}
      name="part"
      label={t('list.part')}
      any={t('list.any_part')}
      options={options}
      onOpen={() => setOpened(true)}
      stranger={(value) => {
        const part = partOf(value);
        return part ? nameOf(part) : value;
      }}
    />
  );
}
