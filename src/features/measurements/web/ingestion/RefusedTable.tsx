import { IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { ingestionCalls, type RefusedReading } from '../../ingestion.contract.ts';
import { REFUSED, type RefusalCode } from '../../refusals.model.ts';

type Refused = z.infer<typeof RefusedReading>;

const SOURCES = { http: 'HTTP', mqtt: 'MQTT', modbus: 'Modbus' } as const;
const isKnown = (reason: string): reason is RefusalCode => Object.hasOwn(REFUSED, reason);

function useColumns(now: number): DataColumn<Refused>[] {
  const { t } = useTranslation('measurements');
  const { dateTime, language } = useFormat();
  return useMemo(() => {
    // What a newer program calls otherwise stands as it is.
    const words = (reason: string) => (isKnown(reason) ? t(`ways.reason.${reason}`) : reason);
    const device = (one: Refused) => one.device || t('ways.unnamed');
    const age = (at: string) => ageWords(at, now, language) ?? '';
    const when = (id: 'first' | 'last', at: (one: Refused) => string): DataColumn<Refused> => ({
      id,
      header: t(`ways.${id}`),
      value: at,
      text: (one) => age(at(one)),
      cell: (one) => <span title={dateTime(at(one), HERE)}>{age(at(one))}</span>,
      descFirst: true,
    });
    return [
      { id: 'device', header: t('ways.device'), value: device, names: true, width: '18%' },
      { id: 'source', header: t('ways.source'), value: (one) => SOURCES[one.source], width: '9%' },
      {
        id: 'reason',
        header: t('ways.why'),
        value: (one) => words(one.reason),
        width: '37%',
        long: true,
      },
      {
        id: 'count',
        header: t('ways.count'),
        value: (one) => one.count,
        numeric: true,
        decimals: 0,
        descFirst: true,
      },
      when('first', (one) => one.first_at),
      when('last', (one) => one.last_at),
    ];
  }, [t, dateTime, language, now]);
}

/** Readings that came and could not be stored, counted by who sent them and why. */
export function RefusedTable({ now }: { now: number }) {
  const { t } = useTranslation('measurements');
  const { data, error, refetch, dataUpdatedAt } = useCall(ingestionCalls.refusedReadings);
  return (
    <Section look="plain" title={t('ways.refused')} hint={t('ways.refused_hint')}>
      <DataTable
        label={t('ways.refused')}
        columns={useColumns(now)}
        rows={data}
        rowKey={(one) => `${one.source}/${one.reason}/${one.device}`}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        empty={{ icon: IconCircleCheck, title: t('ways.none_refused'), hint: t('ways.none_refused_hint') }}
      />
    </Section>
  );
}
