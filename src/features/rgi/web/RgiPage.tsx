import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../shared/web/charts/zone.model.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Buttons, Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { ViewTabs } from '../../../shared/web/page/ViewTabs.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { rgiCalls } from '../rgi.contract.ts';
import { AvailabilityTab } from './AvailabilityTab.tsx';
import { CopyRgi } from './forms/CopyRgi.tsx';
import { ImportCalendar } from './forms/ImportCalendar.tsx';
import { EditRgi, NewRgiForm } from './forms/RgiForm.tsx';
import { RgiCalendar } from './RgiCalendar.tsx';
import { RgiEntries } from './RgiEntries.tsx';
import { type RgiAddress, RgiList } from './rgi-list.ts';

/** Nothing was chosen in the calendar beside a day. */
const NO_SPAN = { until: undefined, hour: undefined, until_hour: undefined };

/** What can be done with the calendar as a whole. */
function Actions({ state, may }: { state: RgiAddress; may: boolean }) {
  const { t } = useTranslation('rgi');
  const { id_client: company } = useCompany();
  const { plant } = state.search;
  const load = async (proj_code: string, format: 'ics' | 'csv') => {
    const { text } = await send(rgiCalls.exportCalendar, { query: { proj_code, format }, company });
    return new Blob([text], { type: format === 'csv' ? 'text/csv' : 'text/calendar' });
  };
  return (
    <Buttons>
      {plant && (
        <ExportMenu name={`rgi-${plant}`} formats={['ics', 'csv']} load={(format) => load(plant, format)} />
      )}
      {may && (
        <>
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} />}
            onClick={() => state.set({ form: 'import', open: undefined })}
          >
            {t('import.open')}
          </Button>
          <Button
            leftSection={<IconPlus size={16} />}
            onClick={() => state.set({ form: 'new', open: undefined, ...NO_SPAN })}
          >
            {t('add')}
          </Button>
        </>
      )}
    </Buttons>
  );
}

/** The calendar of working and non-working periods, and how available plants were by it. */
export function RgiPage() {
  const { t } = useTranslation('rgi');
  const may = useCan('records.write');
  const state = useListState(RgiList);
  const { plant, view, open, form, day, until, hour, until_hour } = state.search;
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const opened = useCall(
    rgiCalls.get,
    open && view !== 'availability' ? { params: { id: open } } : null,
  ).data;
  const today = dateOf(useNow(60_000), HERE);
  const close = () => state.set({ form: undefined, open: undefined, ...NO_SPAN });
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<Actions state={state} may={may} />}>
      <ViewTabs
        label={t('title')}
        views={{
          calendar: t('tab.calendar'),
          list: t('tab.list'),
          availability: t('tab.availability'),
        }}
        view={view}
        onChoose={(next) => state.set({ view: next, open: undefined, form: undefined })}
      />
      {view !== 'list' && (
        <Toolbar>
          <PickFilter
            state={state}
            name={'plant'}
            label={t('field.plant')}
            any={t('any_plant')}
            options={plants.map(({ proj_code, name }) => ({
              value: proj_code,
              label: `${name} · ${proj_code}`,
            }))}
          />
        </Toolbar>
      )}
      {view === 'calendar' && <RgiCalendar state={state} today={today} may={may} plants={plants} />}
      {view === 'list' && <RgiEntries state={state} may={may} plants={plants} />}
      {view === 'availability' && <AvailabilityTab state={state} today={today} />}
      {may && form === 'new' && (
        <NewRgiForm
          plant={plant ?? null}
          day={day ?? today}
          until={until ?? day ?? today}
          hours={hour && until_hour ? { from: hour, to: until_hour } : null}
          plants={plants}
          onClose={close}
        />
      )}
      {may && form === 'import' && <ImportCalendar plant={plant ?? null} plants={plants} onClose={close} />}
      {opened && view !== 'availability' && form !== 'copy' && (
        <EditRgi
          key={opened.id}
          entry={opened}
          may={may}
          onCopy={() => state.set({ form: 'copy' })}
          onClose={close}
        />
      )}
      {may && opened && form === 'copy' && <CopyRgi entry={opened} plants={plants} onClose={close} />}
    </Page>
  );
}
