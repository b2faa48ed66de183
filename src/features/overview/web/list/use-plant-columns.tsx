import { IconMoon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../shared/web/format/age.ts';
import {
  type Scaled,
  scaleEnergy,
  scaleNominal,
  scalePower,
  yieldUnit,
} from '../../../../shared/web/format/numbers.ts';
import { UNKNOWN } from '../../../../shared/web/format/unknown.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { CellValue, DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { PlantColumn } from '../../dashboard.model.ts';
import type { Card } from '../../overview.contract.ts';
import {
  gravestOf,
  isSnoozed,
  LINKS,
  linkOf,
  loadOf,
  type Link as PlantLink,
  specificYieldOf,
} from '../../overview.model.ts';
import type { ExpectedShares } from './list-slot.public.ts';

/** Columns whose figures are counted somehow: their head says how. */
const EXPLAINED = [
  'state',
  'link',
  'power',
  'load',
  'today',
  'yield',
  'expected',
  'irradiance',
  'nominal',
] as const;
const isExplained = (id: PlantColumn): id is (typeof EXPLAINED)[number] =>
  EXPLAINED.some((one) => one === id);

/** A plant, or without a card what stands over the plants of a group. */
export interface PlantRow {
  readonly key: string;
  readonly title: string;
  readonly card: Card | null;
  readonly count: number;
}

const GRAVITIES = ['success', 'string', 'warning', 'alarm'] as const;

function LinkCell({ link, label }: { link: PlantLink; label: string }) {
  if (link === 'receiving') return <Muted as="span">{label}</Muted>;
  if (link === 'asleep') return <StatePill state="snoozed" icon={IconMoon} label={label} />;
  return <StatePill state={link === 'lost' ? 'alarm' : 'nodata'} label={label} />;
}

/** The columns of the plant list, as screen and file have them. */
export function usePlantColumns(now: number, shares: ExpectedShares): readonly DataColumn<PlantRow>[] {
  const { t } = useTranslation('overview');
  const { t: tp } = useTranslation('plants');
  const { t: tc } = useTranslation();
  const { scaled, language, dateTimeAt } = useFormat();
  return useMemo(() => {
    const column = (
      id: PlantColumn,
      value: (card: Card) => CellValue,
      rest: Omit<Partial<DataColumn<PlantRow>>, 'cell'> & { cell?: (card: Card) => ReactNode } = {},
    ): DataColumn<PlantRow> => {
      const { cell, ...look } = rest;
      return {
        id,
        header: t(`list.columns.${id}`),
        ...(isExplained(id) && { hint: t(`list.hints.${id}`) }),
        value: ({ card }) => (card ? value(card) : null),
        ...look,
        ...(cell && { cell: ({ card }: PlantRow) => card && cell(card) }),
      };
    };
    const figure = (id: PlantColumn, of: (card: Card) => number | null, show: (card: Card) => Scaled) =>
      column(id, of, {
        numeric: true,
        descFirst: true,
        cell: (card) => {
          const said = show(card);
          return said.value === null || said.value === undefined ? (
            UNKNOWN
          ) : (
            <Nowrap>
              {scaled(said)} <Muted as="span">{said.unit}</Muted>
            </Nowrap>
          );
        },
      });
    const percentOf = ({ code }: Card) => {
      const share = shares.get(code) ?? null;
      return share === null ? null : share * 100;
    };
    const plain = (unit: string, decimals: number, of: (card: Card) => number | null) => (card: Card) => ({
      value: of(card),
      unit,
      decimals,
    });
    return [
      column('name', ({ descr }) => descr, {
        names: true,
        cell: ({ code, descr }) => (
          <Link to="/apps/asset/plants/$proj_code" params={{ proj_code: code }} preload={false} data-row-link>
            {descr}
          </Link>
        ),
      }),
      column('code', ({ code }) => code, { cell: ({ code }) => <Nowrap>{code}</Nowrap> }),
      column('state', (card) => GRAVITIES.indexOf(gravestOf(card)), {
        descFirst: true,
        cell: (card) => {
          const gravity = gravestOf(card);
          return gravity === 'success' ? (
            <Muted as="span">{t('dashboard.no_alarms')}</Muted>
          ) : (
            <StatePill state={isSnoozed(card, now) ? 'snoozed' : gravity} label={tc(`state.${gravity}`)} />
          );
        },
      }),
      column('link', (card) => LINKS.indexOf(linkOf(card)), {
        cell: (card) => <LinkCell link={linkOf(card)} label={t(`list.links.${linkOf(card)}`)} />,
      }),
      column('comune', ({ comune }) => comune, { wide: true }),
      column('type', ({ productionType }) => tp(`production.${productionType}`), { extra: true }),
      figure(
        'power',
        ({ power_kw }) => power_kw,
        ({ power_kw }) => scalePower(power_kw),
      ),
      { ...figure('load', loadOf, plain('%', 0, loadOf)), extra: true },
      figure(
        'today',
        ({ production }) => production,
        ({ production }) => scaleEnergy(production),
      ),
      figure('yield', specificYieldOf, (card) => ({
        value: specificYieldOf(card),
        unit: yieldUnit(card.productionType),
        decimals: 2,
      })),
      { ...figure('expected', percentOf, plain('%', 0, percentOf)), descFirst: false, extra: true },
      figure(
        'irradiance',
        ({ irradianza }) => irradianza,
        plain('W/m²', 0, ({ irradianza }) => irradianza),
      ),
      {
        ...figure(
          'nominal',
          ({ potenza_nominale }) => potenza_nominale,
          ({ potenza_nominale, productionType }) => scaleNominal(potenza_nominale, productionType),
        ),
        extra: true,
      },
      column('last_reading', ({ last_reading_at }) => last_reading_at && Date.parse(last_reading_at), {
        descFirst: true,
        cell: ({ last_reading_at, time_zone }) => (
          <span title={dateTimeAt(last_reading_at, time_zone)}>
            <Nowrap>{ageWords(last_reading_at, now, language) ?? UNKNOWN}</Nowrap>
          </span>
        ),
      }),
      column('snoozed', ({ snooze_date }) => snooze_date && Date.parse(snooze_date), {
        extra: true,
        cell: (card) =>
          isSnoozed(card, now) ? <Nowrap>{dateTimeAt(card.snooze_date, card.time_zone)}</Nowrap> : UNKNOWN,
      }),
    ];
  }, [t, tc, tp, scaled, language, dateTimeAt, now, shares]);
}
