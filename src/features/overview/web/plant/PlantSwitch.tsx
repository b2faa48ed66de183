import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card } from '../../overview.contract.ts';
import { ownStateOf, sortCards } from '../../overview.model.ts';
import { useCards } from '../cards.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import type { PlantSearch } from './plant-search.ts';

/** Found by typing; more than these nobody scrolls through. */
const MAX_SHOWN = 60;

/** The period goes along; what was drawn of one plant, and compared with it, is not another's. */
const keepPeriod = ({ span, date, to, last }: PlantSearch): PlantSearch => ({ span, date, to, last });

function Beside({ card, label, icon: Icon }: { card: Card | undefined; label: string; icon: TablerIcon }) {
  const name = card ? `${label}: ${card.descr}` : label;
  const icon = <Icon size={18} stroke={1.7} aria-hidden="true" />;
  const look = { variant: 'default', size: 36, 'aria-label': name } as const;
  if (!card)
    return (
      <ActionIcon {...look} disabled>
        {icon}
      </ActionIcon>
    );
  return (
    <Tooltip label={name}>
      <ActionIcon
        {...look}
        renderRoot={(root) => (
          <Link
            to="/apps/asset/plants/$proj_code"
            params={{ proj_code: card.code }}
            search={keepPeriod}
            from="/apps/asset/plants/$proj_code"
            preload={false}
            {...root}
          />
        )}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** From one plant to the next, the one before, or one that is found by typing; each with its state. The period stays. */
export function PlantSwitch({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('plant');
  const { t: states } = useTranslation();
  const navigate = useNavigate({ from: '/apps/asset/plants/$proj_code' });
  const { data, isPending } = useCards();
  const cards = useMemo(() => sortCards(data ?? [], 'CI-C'), [data]);
  const at = cards.findIndex(({ code }) => code === proj_code);
  // While it is not known where one can go, the place is kept.
  if (!isPending && (cards.length < 2 || at < 0)) return null;
  const stateOf = new Map(cards.map((card) => [card.code, ownStateOf(card)]));
  return (
    <Group gap={4} wrap="nowrap">
      <Beside card={cards[at - 1]} label={t('switch.before')} icon={IconChevronLeft} />
      <Select
        w={{ base: 190, sm: 230 }}
        aria-label={t('switch.plant')}
        searchable
        allowDeselect={false}
        limit={MAX_SHOWN}
        nothingFoundMessage={t('switch.none')}
        disabled={isPending}
        value={proj_code}
        data={cards.map(({ code, descr }) => ({ value: code, label: descr }))}
        filter={({ options, search, limit }) => {
          const wanted = search.trim().toLocaleLowerCase('it');
          const holds = (one: { value: string; label: string }) =>
            `${one.value} ${one.label}`.toLocaleLowerCase('it').includes(wanted);
          return options.filter((one) => 'value' in one && holds(one)).slice(0, limit);
        }}
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
        onChange={(code) =>
          code &&
          code !== proj_code &&
          void navigate({
            to: '/apps/asset/plants/$proj_code',
            params: { proj_code: code },
            search: keepPeriod,
          })
        }
      />
      <Beside card={cards[at + 1]} label={t('switch.after')} icon={IconChevronRight} />
    </Group>
  );
}
