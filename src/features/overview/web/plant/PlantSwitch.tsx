import { Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlantSelect } from '../../../../shared/web/ui/PlantSelect.tsx';
import { ownStateOf, sortCards } from '../../overview.model.ts';
import { useCards } from '../cards.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import type { PlantSearch } from './plant-search.ts';

/** The period goes along; what was drawn of one plant, and compared with it, is not another's. */
const keepPeriod = ({ span, date, to, last, energy, on }: PlantSearch): PlantSearch => ({
  span,
  date,
  to,
  last,
  energy,
  on,
});

/**
 * From one plant's page to another's, each with its state. The period stays. Of thousands of plants nobody is made to wait for the
 * list: it is asked for when somebody comes near.
 */
export function PlantSwitch({ proj_code, name }: { proj_code: string; name: string }) {
  const { t: states } = useTranslation();
  const from = '/apps/asset/plants/$proj_code';
  const navigate = useNavigate({ from });
  const [wanted, setWanted] = useState(false);
  const { data } = useCards({ enabled: wanted });
  const cards = useMemo(() => data && sortCards(data, 'CI-C'), [data]);
  const stateOf = useMemo(() => new Map(cards?.map((card) => [card.code, ownStateOf(card)])), [cards]);
  return (
    <PlantSelect
      plants={cards?.map(({ code, descr }) => ({ value: code, label: descr }))}
      late={{ name, onWanted: () => setWanted(true) }}
      value={proj_code}
      linkTo={(code, root) => (
        <Link
          to={from}
          params={{ proj_code: code }}
          search={keepPeriod}
          from={from}
          preload={false}
          {...root}
        />
      )}
      onChosen={(code) => void navigate({ to: from, params: { proj_code: code }, search: keepPeriod })}
      renderOption={({ option }) => {
        const state = stateOf.get(option.value) ?? 'nodata';
        const Icon = OWN_ICON[state];
        return (
          <Group gap={8} wrap="nowrap" data-state={OWN_LOOK[state]}>
            <Icon size={15} color="var(--state-text)" aria-hidden="true" />
            <span>{option.label}</span>
            <span className="visually-hidden">, {states(`state.${state}`)}</span>
          </Group>
        );
      }}
    />
  );
}
