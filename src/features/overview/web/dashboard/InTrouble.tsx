import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { Card } from '../../overview.contract.ts';
import { inTrouble, ownStateOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';

const SHOWN = 6;

interface Props {
  cards: readonly Card[];
  now: number;
  onAll: () => void;
}

/** The plants with an alarm or without data, gravest first, above cards that stand in another order; nothing where all is well. */
export function InTrouble({ cards, now, onAll }: Props) {
  const { t } = useTranslation('overview');
  const { t: states } = useTranslation();
  const { number } = useFormat();
  const troubled = useMemo(() => inTrouble(cards, now), [cards, now]);
  if (troubled.length === 0) return null;
  const rest = troubled.length - SHOWN;
  return (
    <Group component="section" gap={8} aria-labelledby="in-trouble">
      <Muted as="span" id="in-trouble">
        {t('dashboard.in_trouble', { count: troubled.length })}
      </Muted>
      {troubled.slice(0, SHOWN).map((card) => {
        const state = ownStateOf(card);
        const Icon = OWN_ICON[state];
        return (
          <Button
            key={card.code}
            size="xs"
            variant="default"
            data-state={OWN_LOOK[state]}
            leftSection={<Icon size={15} color="var(--state-text)" aria-hidden="true" />}
            title={states(`state.${state}`)}
            renderRoot={(root) => (
              <Link
                to="/apps/asset/plants/$proj_code"
                params={{ proj_code: card.code }}
                preload={false}
                {...root}
              />
            )}
          >
            {card.descr}
            <span className="visually-hidden">, {states(`state.${state}`)}</span>
          </Button>
        );
      })}
      {rest > 0 && (
        <Button size="xs" variant="subtle" onClick={onAll}>
          {t('dashboard.more_trouble', { shown: number(rest, 0) })}
        </Button>
      )}
    </Group>
  );
}
