import { Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import type { Choice } from '../../../../shared/web/charts/choice.model.ts';
import { RangePicker } from '../../../../shared/web/charts/RangePicker.tsx';
import { displayed, scaleEnergy } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type DeviceSiblings as Answer, devicePageCalls } from '../../device.contract.ts';
import classes from './device.module.css';
import { SIBLING_SPANS } from './device-search.ts';

type Row = Answer['results'][number];

interface Props {
  device: { device_id: number; short_name: string };
  plant: { proj_code: string; time_zone: string };
  choice: Choice;
  onChoice: (choice: Choice) => void;
  now: number;
}

/** From here on a device that makes less than its like is marked. */
const WEAK = -0.05;

/** The device beside those of its kind in the plant, each by its energy for each kW of nominal power. */
export function DeviceSiblings({ device, plant, choice, onChoice, now }: Props) {
  const { t } = useTranslation('device');
  const span = SIBLING_SPANS.find((one) => one === choice.span) ?? 'day';
  const siblings = useCall(
    devicePageCalls.deviceSiblings,
    {
      params: { proj_code: plant.proj_code, id: String(device.device_id) },
      query: { span, date: choice.date },
    },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  return (
    <Section
      title={t('siblings.title')}
      hint={t('siblings.hint')}
      actions={
        <Group gap={5} wrap="nowrap">
          <RangePicker
            choice={choice}
            onChoice={onChoice}
            now={now}
            zone={plant.time_zone}
            of={t('siblings.title')}
            spans={SIBLING_SPANS}
            wide={false}
          />
        </Group>
      }
    >
      <Known query={siblings} height={220}>
        {(answer) => <Compared answer={answer} proj_code={plant.proj_code} />}
      </Known>
    </Section>
  );
}

function Compared({ answer, proj_code }: { answer: Answer; proj_code: string }) {
  const { t } = useTranslation('device');
  const { number } = useFormat();
  const { results, median } = answer;
  const own = results.find(({ device_id }) => device_id === answer.device_id);
  const most = Math.max(0, ...results.map((row) => row.specific_yield ?? 0));
  const known = results.filter(({ why_not }) => why_not === null).length;
  const peak = answer.rated_by === 'kw_peak';
  const unit = peak ? 'kWh/kWp' : 'kWh/kW';
  const partial = known > 0 && answer.common_days < answer.days;
  return (
    <Stack gap={12}>
      {own?.deviation !== null && own !== undefined && own.deviation <= WEAK && (
        <Note tone="warning" icon={IconAlertTriangle} filled>
          {t('siblings.weak', { name: own.short_name, share: number(-own.deviation * 100, 0) })}
        </Note>
      )}
      <PlainTable
        label={t('siblings.title')}
        stacked
        head={[
          t('siblings.device'),
          { text: t(peak ? 'siblings.peak' : 'siblings.rating'), number: true },
          { text: t('siblings.energy'), number: true },
          { text: unit, number: true },
          { text: t('siblings.drawn'), hidden: true },
          { text: t('siblings.against'), number: true },
        ]}
      >
        {results.map((row) => (
          <SiblingRow
            key={row.device_id}
            row={row}
            days={answer.days}
            proj_code={proj_code}
            own={row.device_id === answer.device_id}
            most={most}
            peak={peak}
          />
        ))}
      </PlainTable>
      <Muted>
        {[
          median === null
            ? t('siblings.no_median')
            : t('siblings.median', { value: number(median, 2), unit, count: known }),
          t(peak ? 'siblings.formula_peak' : 'siblings.formula'),
          ...(partial ? [t('siblings.partial', { count: answer.common_days, days: answer.days })] : []),
        ].join(' ')}
      </Muted>
    </Stack>
  );
}

interface SiblingProps {
  row: Row;
  days: number;
  proj_code: string;
  own: boolean;
  /** The greatest yield of all, which the bar is drawn against. */
  most: number;
  peak: boolean;
}

function SiblingRow({ row, days, proj_code, own, most, peak }: SiblingProps) {
  const { t } = useTranslation('device');
  const { number, scaled } = useFormat();
  const energy = scaleEnergy(row.energy_kwh);
  const rating = displayed(row.rating_kw, peak ? 'kWp' : 'kW');
  const written = (figure: typeof energy) =>
    figure.value === null ? number(null) : `${scaled(figure)} ${figure.unit}`;
  return (
    <tr data-own={own || undefined} className={classes.sibling}>
      <th scope="row">
        {own ? (
          <b>{row.short_name}</b>
        ) : (
          <Link
            to="/apps/asset/plants/$proj_code/devices/$id"
            params={{ proj_code, id: String(row.device_id) }}
            search={(before: object) => ({ ...before, vars: undefined, zoom: undefined })}
            preload={false}
          >
            {row.short_name}
          </Link>
        )}
      </th>
      <td data-number data-label={t(peak ? 'siblings.peak' : 'siblings.rating')}>
        {written(rating)}
      </td>
      <td data-number data-label={t('siblings.energy')}>
        {written(energy)}
      </td>
      {row.why_not !== null ? (
        <td colSpan={3}>
          <Muted as="span">{t(`siblings.why_not.${row.why_not}`, { count: row.known_days, days })}</Muted>
        </td>
      ) : (
        <>
          <td data-number data-label={peak ? 'kWh/kWp' : 'kWh/kW'}>
            <b>{number(row.specific_yield, 2)}</b>
          </td>
          <td className={classes.drawn}>
            <svg width="100%" height="12" aria-hidden="true">
              <rect
                width={`${most > 0 ? (100 * (row.specific_yield ?? 0)) / most : 0}%`}
                height="12"
                rx="2"
                fill={own ? 'var(--brand)' : 'var(--nodata-solid)'}
              />
            </svg>
          </td>
          <td data-number data-label={t('siblings.against')}>
            {row.deviation === null
              ? number(null)
              : `${row.deviation > 0.0005 ? '+' : ''}${number(row.deviation * 100, 1)} %`}
          </td>
        </>
      )}
    </tr>
  );
}
