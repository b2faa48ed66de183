import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconClock, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Muted, Note } from '../../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../../../shared/web/ui/use-now.ts';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { useDeviceTree } from '../use-devices.ts';
import { HomeToolbar } from './HomeToolbar.tsx';
import { figuresOf, groupedRows, isNarrowed, type Row, sortedRows } from './home.model.ts';
import type { HomeAddress } from './home-list.ts';
import { NoDevices } from './NoDevices.tsx';
import { TreeTable } from './TreeTable.tsx';
import { type Opening, useOpening } from './use-opening.tsx';
import { useHomeLabels } from './use-words.ts';

interface Props {
  state: HomeAddress;
}

/** The field is known anew every few seconds; this old, somebody ceased to tell of it. */
const OLD_MS = 10 * 60_000;

/** A slash goes to the search, wherever nothing is being typed. */
function useSlash() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.key !== '/' || at.closest('input, textarea, select, [contenteditable], [role=dialog]'))
        return;
      event.preventDefault();
      ref.current?.focus();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return ref;
}

/** How the field stands, in one line: who answers, what is connected, how well polls went, and how old all that is. */
function FieldLine({ tree, now }: { tree: DeviceTree; now: number }) {
  const { t } = useTranslation('field');
  const { number, language } = useFormat();
  const { devices, ports, connected, cut, success, known_at } = useMemo(() => figuresOf(tree), [tree]);
  const asked = devices.answering + devices.silent + devices.unknown;
  const age = known_at === null ? null : ageWords(new Date(known_at).toISOString(), now, language);
  const old = known_at !== null && now - known_at > OLD_MS;
  const said = [
    t('figures.answering', {
      count: devices.answering,
      some: number(devices.answering, 0),
      all: number(asked, 0),
    }),
    devices.asleep === 0
      ? null
      : t('figures.asleep', { count: devices.asleep, all: number(devices.asleep, 0) }),
    t('figures.ports', { count: connected, some: number(connected, 0), all: number(ports, 0) }),
    success === null ? null : t('figures.success', { share: number(success * 100, 1) }),
  ];
  return (
    <>
      <Muted as="span" role="status">
        {said.filter(Boolean).join(' · ')}
      </Muted>
      {cut > 0 && (
        <Note tone="alarm" icon={IconPlugConnectedX} inline small>
          {t('figures.cut', { count: cut, all: number(cut, 0) })}
        </Note>
      )}
      <Note tone={old ? 'warning' : 'muted'} icon={IconClock} inline small>
        {age === null ? t('home.never_known') : t(old ? 'home.known_old' : 'home.known', { age })}
      </Note>
    </>
  );
}

/** Rows without those that are folded away under their plant or port. */
function unfolded(rows: readonly Row[], folded: ReadonlySet<string>): Row[] {
  if (folded.size === 0) return [...rows];
  const isHidden = (row: Row): boolean => {
    if (row.kind === 'plant') return false;
    if (row.kind === 'port') return folded.has(row.plant.proj_code);
    const { plant, port } = row.placed;
    return folded.has(plant.proj_code) || (port !== null && folded.has(`p${port.id}`));
  };
  return rows.filter((row) => !isHidden(row));
}

function useFolds() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback((key: string) => {
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  return { folded, fold, setFolded };
}

interface LoadedProps extends Props {
  tree: DeviceTree;
  opening: Opening;
}

function Loaded({ tree, state, opening }: LoadedProps) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const now = useNow(10_000);
  const words = useHomeLabels();
  const searchRef = useSlash();
  const { folded, fold, setFolded } = useFolds();
  const filter = useDeferredValue(state.search);
  const all = useMemo(
    () => (filter.sort === '' ? groupedRows(tree, filter, words) : sortedRows(tree, filter, words)),
    [tree, filter, words],
  );
  const rows = useMemo(() => unfolded(all, folded), [all, folded]);
  const found = all.filter(({ kind }) => kind === 'device').length;
  return (
    <>
      <HomeToolbar tree={tree} state={state} words={words} searchRef={searchRef} buttons={opening.buttons} />
      <Group gap="4px 16px">
        {isNarrowed(filter) && (
          <Muted as="span" role="status">
            {t('home.devices', { count: found, all: number(found, 0) })}
          </Muted>
        )}
        <FieldLine tree={tree} now={now} />
        {filter.sort === '' && tree.length > 1 && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml="auto"
            onClick={() =>
              setFolded(folded.size > 0 ? new Set() : new Set(tree.map(({ proj_code }) => proj_code)))
            }
          >
            {t(folded.size > 0 ? 'home.unfold' : 'home.fold')}
          </Button>
        )}
      </Group>
      {rows.length === 0 && (
        <EmptyState
          icon={IconSearchOff}
          title={tc('table.none_found')}
          hint={tc('table.none_found_hint')}
          action={
            <Button variant="default" onClick={state.clear}>
              {tc('table.show_all')}
            </Button>
          }
        />
      )}
      {rows.length > 0 && (
        <TreeTable
          rows={rows}
          words={words}
          now={now}
          sort={filter.sort}
          onSort={(sort) => state.set({ sort })}
          folded={folded}
          onFold={fold}
          actions={opening.actions}
        />
      )}
    </>
  );
}

function Waiting() {
  return (
    <Stack gap={12} aria-busy="true">
      <Skeleton height={36} radius={8} />
      <Skeleton height={420} radius={12} />
    </Stack>
  );
}

/** Plants, their ports and devices, with what can be done with them. */
export function DevicesView(props: Props): ReactNode {
  const tree = useDeviceTree();
  const opening = useOpening(tree.data);
  if (!tree.data && tree.error) return <ErrorState error={tree.error} onRetry={() => tree.refetch()} />;
  if (!tree.data) return <Waiting />;
  const none = tree.data.every((plant) => plant.ports.length === 0 && plant.devices.length === 0);
  return (
    <Stack gap={8}>
      {tree.error && <StaleLine updatedAt={tree.dataUpdatedAt} />}
      {none && !isNarrowed(props.state.search) ? (
        <NoDevices tree={tree.data} onPort={opening.newPort} />
      ) : (
        <Loaded {...props} tree={tree.data} opening={opening} />
      )}
      {opening.over}
    </Stack>
  );
}
