import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { ViewTabs } from '../../../shared/web/page/ViewTabs.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import type { GroupDay } from '../groups.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
import { AlarmsTab } from './AlarmsTab.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { NewHome } from './HomeForm.tsx';
import { HomesMap } from './HomesMap.tsx';
import { HomesTab } from './HomesTab.tsx';
import { HomesList } from './homes-list.ts';
import { PrivacyTab } from './PrivacyTab.tsx';
import { ProjectsTab } from './ProjectsTab.tsx';
import { RankingTab } from './RankingTab.tsx';
import { SilenceTable } from './SilenceTable.tsx';
import { StorageTab } from './StorageTab.tsx';

/** The mean of a share over days, by what they are shares of; null where none is known. */
function shareOf(
  days: readonly GroupDay[],
  part: (day: GroupDay) => number | null,
  whole: 'produced_kwh' | 'used_kwh',
) {
  let [parts, wholes] = [0, 0];
  for (const day of days) {
    const [own, all] = [part(day), day[whole]];
    if (own === null || all === null) continue;
    parts += own;
    wholes += all;
  }
  return wholes > 0 ? (100 * parts) / wholes : null;
}

const ownUse = ({ used_kwh, imported_kwh }: GroupDay) =>
  used_kwh === null || imported_kwh === null ? null : used_kwh - imported_kwh;

/** What homes have together, and what they used of their own in the last thirty days. */
function FleetFigures({ query }: { query: { project_id?: string } }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const capacity = useCall(residentialCalls.nominalCapacity, { query });
  const group = useCall(residentialCalls.groupDays, { query });
  const days = group.data?.days ?? [];
  const left_out = days.reduce((most, day) => Math.max(most, day.left_out), 0);
  const of = left_out > 0 ? t('figure.without_few', { n: number(left_out, 0) }) : t('figure.thirty_days');
  const few = group.data?.enough === false ? t('figure.too_few') : of;
  const share = (value: number | null) => (value === null ? null : number(value, 0));
  return (
    <Known query={capacity} height={96}>
      {({ homes, nominal_kwp, with_power, storage_kwh, with_storage }) => (
        <Figures columns={5}>
          <Figure label={t('figure.homes')} value={number(homes, 0)} />
          <Figure
            label={t('figure.power')}
            value={nominal_kwp === null ? null : number(nominal_kwp, 1)}
            unit="kWp"
            note={t('figure.of_homes', { n: number(with_power, 0), of: number(homes, 0) })}
          />
          <Figure
            label={t('figure.storage')}
            value={storage_kwh === null ? null : number(storage_kwh, 1)}
            unit="kWh"
            note={t('figure.of_homes', { n: number(with_storage, 0), of: number(homes, 0) })}
          />
          <Figure
            label={t('figure.self_consumption')}
            hint={t('hint.self_consumption')}
            value={share(shareOf(days, ({ self_used_kwh }) => self_used_kwh, 'produced_kwh'))}
            unit="%"
            note={few}
          />
          <Figure
            label={t('figure.self_sufficiency')}
            hint={t('hint.self_sufficiency')}
            value={share(shareOf(days, ownUse, 'used_kwh'))}
            unit="%"
            note={few}
          />
        </Figures>
      )}
    </Known>
  );
}

/** Homes that a company looks after: how they send, which are weak, what they use of their own. // spec §2 */
export function FleetPage() {
  const { t } = useTranslation('residential');
  const state = useListState(HomesList);
  const { view, project, form } = state.search;
  const may = useCan('plants.write');
  const ofProject = project ? { project_id: project } : {};
  const add = may && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => state.set({ form: 'new' })}>
      {t('form.add')}
    </Button>
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={add}>
      <FleetFigures query={ofProject} />
      <ViewTabs
        label={t('title')}
        views={{
          homes: t('tab.homes'),
          cards: t('tab.cards'),
          map: t('tab.map'),
          devices: t('tab.devices'),
          alarms: t('tab.alarms'),
          ranking: t('tab.ranking'),
          storage: t('tab.storage'),
          projects: t('tab.projects'),
          privacy: t('tab.privacy'),
        }}
        view={view}
        onChoose={(next) => state.set({ view: next })}
      />
      {view === 'homes' && (
        <>
          <HomesTab state={state} />
          <SilenceTable query={ofProject} />
        </>
      )}
      {view === 'cards' && <HomesTab state={state} asCards />}
      {view === 'map' && <HomesMap state={state} />}
      {view === 'devices' && <DevicesTab state={state} />}
      {view === 'alarms' && <AlarmsTab />}
      {view === 'storage' && <StorageTab query={ofProject} />}
      {view === 'ranking' && <RankingTab state={state} />}
      {view === 'projects' && <ProjectsTab />}
      {view === 'privacy' && <PrivacyTab />}
      {may && form === 'new' && <NewHome onClose={() => state.set({ form: undefined })} />}
    </Page>
  );
}
