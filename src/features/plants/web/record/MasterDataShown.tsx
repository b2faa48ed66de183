import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import type { PlantMasterData } from '../../master-data.contract.ts';
import { useFieldLabels, useZoneWords } from './MasterDataFields.tsx';

/** Master data for those who read them. */
export function MasterDataShown({ data }: { data: PlantMasterData }) {
  const { t } = useTranslation('plants');
  const { date } = useFormat();
  const labels = useFieldLabels();
  const zoneOf = useZoneWords();
  const day = (value: string | null) => (value === null ? null : date(value));
  const said = (word: 'from_day' | 'until_day', value: string | null) =>
    value === null ? '' : t(`master_data.${word}`, { day: date(value) });
  const term = ({ begins = null, until }: { begins?: string | null; until: string | null }) =>
    [said('from_day', begins), said('until_day', until)].filter((part) => part !== '').join(' ');
  const lines = (entries: readonly (readonly string[])[]) =>
    entries.length === 0 ? null : (
      <Stack gap={2}>
        {entries.map((parts) => {
          const line = parts.filter((part) => part !== '').join(' · ');
          return <span key={line}>{line}</span>;
        })}
      </Stack>
    );
  return (
    <Facts>
      <Fact label={labels.pod}>{data.pod || null}</Fact>
      <Fact label={labels.gaudi_code}>{data.gaudi_code || null}</Fact>
      <Fact label={labels.gse_code}>{data.gse_code || null}</Fact>
      <Fact label={labels.owner_name}>{data.owner_name || null}</Fact>
      <Fact label={labels.address}>{data.address || null}</Fact>
      <Fact label={labels.market_zone}>
        {data.market_zone === '' ? t('master_data.national') : zoneOf(data.market_zone)}
      </Fact>
      <Fact label={labels.connected_on}>{day(data.connected_on)}</Fact>
      <Fact label={labels.entered_operation_on}>{day(data.entered_operation_on)}</Fact>
      <Fact label={labels.incentive_until}>{day(data.incentive_until)}</Fact>
      <Fact label={labels.contracts}>
        {lines(data.contracts.map((one) => [one.kind, one.party, one.number, term(one)]))}
      </Fact>
      <Fact label={labels.contacts}>
        {lines(data.contacts.map((one) => [one.role, one.name, one.phone, one.email]))}
      </Fact>
      <Fact label={labels.insurances}>
        {lines(data.insurances.map((one) => [one.insurer, one.policy, term(one)]))}
      </Fact>
      <Fact label={labels.warranties}>
        {lines(data.warranties.map((one) => [one.what, one.maker, term(one)]))}
      </Fact>
      <Fact label={labels.notes}>{data.notes || null}</Fact>
    </Facts>
  );
}
