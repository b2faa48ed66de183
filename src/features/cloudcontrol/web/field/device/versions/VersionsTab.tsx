import { Button, Group, Radio, Skeleton } from '@mantine/core';
import { IconArrowsDiff, IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../../shared/web/list/data-table.model.ts';
import { Muted } from '../../../../../../shared/web/page/Text.tsx';
import type { Version } from '../../../../versions.contract.ts';
import { useVersions } from '../../use-devices.ts';
import { MoreButton } from '../MoreButton.tsx';
import type { TabProps } from '../standing.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { RollbackDialog } from './RollbackDialog.tsx';
import { useVersionLabels } from './use-version-words.ts';

type DialogState = { kind: 'compare'; from: number; to: number } | { kind: 'back'; number: number } | null;

interface Pair {
  from: number;
  to: number;
}

function useColumns(pair: Pair, onPair: (pair: Pair) => void, now: number) {
  const { t } = useTranslation('field');
  const { language, dateTime } = useFormat();
  const said = useVersionLabels();
  return useMemo((): readonly DataColumn<Version>[] => {
    const pick = (side: 'from' | 'to') => (version: Version) => (
      <Radio
        name={side}
        aria-label={t(`versions.${side}`, { number: version.number })}
        checked={pair[side] === version.number}
        onChange={() => onPair({ ...pair, [side]: version.number })}
      />
    );
    return [
      {
        id: 'number',
        header: t('versions.number'),
        names: true,
        width: '12%',
        value: (one) => one.number,
        decimals: 0,
      },
      {
        id: 'at',
        header: t('versions.at'),
        value: (one) => one.at,
        text: (one) => dateTime(one.at, HERE),
        cell: (one) => (
          <span title={dateTime(one.at, HERE)}>
            {dateTime(one.at, HERE)} <span className="muted">{ageWords(one.at, now, language)}</span>
          </span>
        ),
      },
      { id: 'person', header: t('versions.person'), value: (one) => one.person ?? t('lately.nobody') },
      { id: 'action', header: t('versions.action'), value: said, long: true },
      { id: 'from', header: t('versions.before'), value: () => '', sortable: false, cell: pick('from') },
      { id: 'to', header: t('versions.after'), value: () => '', sortable: false, cell: pick('to') },
    ];
  }, [t, language, dateTime, said, pair, onPair, now]);
}

interface LoadedProps {
  versions: readonly Version[];
  now: number;
  onOpen: (next: DialogState) => void;
}

function Loaded({ now, versions, onOpen }: LoadedProps) {
  const { t } = useTranslation('field');
  const newest = versions[0]?.number ?? 1;
  const [pair, setPair] = useState<Pair>({ from: versions[1]?.number ?? newest, to: newest });
  const columns = useColumns(pair, setPair, now);
  return (
    <>
      <Group justify="space-between">
        <Muted size="md">{t('versions.hint')}</Muted>
        <Button
          variant="default"
          leftSection={<IconArrowsDiff size={16} />}
          disabled={pair.from === pair.to}
          onClick={() => onOpen({ kind: 'compare', ...pair })}
        >
          {t('versions.compare', { from: pair.from, to: pair.to })}
        </Button>
      </Group>
      <DataTable
        label={t('tabs.versions')}
        columns={columns}
        rows={versions}
        rowKey={({ number }) => number}
        search={null}
        empty={{ icon: IconHistory, title: t('versions.none') }}
        actions={({ number }) =>
          number === newest ? (
            <span className="muted">{t('versions.now')}</span>
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`${t('versions.back')} (${t('versions.number')} ${number})`}
              onClick={() => onOpen({ kind: 'back', number })}
            >
              {t('versions.back')}
            </Button>
          )
        }
      />
    </>
  );
}

/** Who changed what of the device, and when; the difference of any two; the way back to an earlier one. */
export function VersionsTab(props: TabProps) {
  const { t } = useTranslation('field');
  const { details, now } = props;
  const list = useVersions(details.device.id);
  const { data, error, refetch } = list;
  const [dialog, setDialog] = useState<DialogState>(null);
  const newest = data?.results[0]?.number;
  if (data && newest !== undefined) {
    const close = () => setDialog(null);
    return (
      <>
        <Loaded key={newest} now={now} versions={data.results} onOpen={setDialog} />
        <MoreButton pages={list} />
        {dialog?.kind === 'compare' && (
          <CompareDialog device_id={details.device.id} {...dialog} onClose={close} />
        )}
        {/* Outside of the list, which begins anew with each version: this one tells afterwards what could not come back. */}
        {dialog?.kind === 'back' && (
          <RollbackDialog details={details} number={dialog.number} newest={newest} onClose={close} />
        )}
      </>
    );
  }
  if (!data && !error) return <Skeleton height={240} radius={12} aria-busy="true" />;
  return (
    <DataTable<Version>
      label={t('tabs.versions')}
      columns={[]}
      rows={data?.results}
      rowKey={({ number }) => number}
      error={error}
      onRetry={() => void refetch()}
      search={null}
      empty={{ icon: IconHistory, title: t('versions.none') }}
    />
  );
}
