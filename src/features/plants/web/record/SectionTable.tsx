import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../../shared/web/format/unknown.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { Plant } from '../../plants.contract.ts';
import type { PlantSection } from '../../sections.contract.ts';

/** Differences between what the sections can make together and what the plant is said to, from this share on, are told. */
const TELLING = 0.02;

function useSum(sections: readonly PlantSection[], { potenza_nominale }: Plant): ReactNode {
  const { t } = useTranslation('plants');
  const { number } = useFormat();
  const known = sections.flatMap(({ kw_peak }) => kw_peak ?? []);
  if (known.length < sections.length)
    return t('sections.sum_unknown', { count: sections.length - known.length });
  const sum = known.reduce((a, b) => a + b, 0);
  const power = number(sum, 1);
  if (potenza_nominale === null || Math.abs(sum - potenza_nominale) <= potenza_nominale * TELLING)
    return t('sections.sum', { power });
  return t('sections.sum_differs', { power, nominal: number(potenza_nominale, 1) });
}

interface Props {
  sections: readonly PlantSection[];
  plant: Plant;
  /** Buttons of the section at a place. */
  actions: (place: number) => ReactNode;
}

/** The sections in their order. */
export function SectionTable({ sections, plant, actions }: Props) {
  const { t } = useTranslation('plants');
  const { number } = useFormat();
  const sum = useSum(sections, plant);
  const figure = (label: string, value: number | null, unit: string) => (
    <td data-label={label} data-number>
      {value === null ? UNKNOWN : `${number(value, Number.isInteger(value) ? 0 : 1)} ${unit}`}
    </td>
  );
  const heads = [
    t('sections.tilt'),
    t('sections.azimuth'),
    t('sections.kw_peak'),
    t('sections.losses'),
    t('sections.devices'),
  ];
  const [tilt = '', azimuth = '', kw_peak = '', losses = '', devices = ''] = heads;
  return (
    <>
      <PlainTable
        label={t('sections.title')}
        inset
        stacked
        head={[
          t('sections.name'),
          ...heads.map((text) => ({ text, number: true })),
          { text: t('sections.actions'), hidden: true },
        ]}
      >
        {sections.map((section, place) => (
          <tr key={section.id}>
            <th scope="row">{section.name}</th>
            {figure(tilt, section.tilt_deg, '°')}
            {figure(azimuth, section.azimuth_deg, '°')}
            {figure(kw_peak, section.kw_peak, 'kWp')}
            {figure(losses, section.losses_percent, '%')}
            <td data-label={devices} data-number>
              {section.devices}
            </td>
            <td>{actions(place)}</td>
          </tr>
        ))}
      </PlainTable>
      <Box px={18} pt={8} pb={14}>
        <Muted>{sum}</Muted>
      </Box>
    </>
  );
}
