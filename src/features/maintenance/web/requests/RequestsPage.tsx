import { Button, SegmentedControl } from '@mantine/core';
import { IconDeviceMobile, IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { RecordBookPage } from '../../../../shared/web/record-book/RecordBookPage.tsx';
import { requestsBook } from '../../maintenance-requests.contract.ts';
import { RequestFacts } from './RequestFacts.tsx';
import { RequestFilters } from './RequestFilters.tsx';
import { RequestForm } from './RequestForm.tsx';
import { RequestsBoard } from './RequestsBoard.tsx';
import { RequestsCalendar } from './RequestsCalendar.tsx';
import { type RequestsAddress, RequestsList, useRequestsAsk, VIEWS } from './requests-list.ts';
import { StateButtons } from './StateButtons.tsx';
import { useRequestColumns } from './use-request-columns.tsx';
import { nameOfRequest } from './use-request-words.ts';

function ViewChoice({ state }: { state: RequestsAddress }) {
  const { t } = useTranslation('requests');
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      value={state.search.view}
      data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
      onChange={(view) => state.set({ view: VIEWS.find((one) => one === view) ?? 'list' })}
    />
  );
}

/** To one's own requests as a phone keeps them. */
function FieldModeLink() {
  const { t } = useTranslation('requests');
  if (!useCan('maintenance.write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDeviceMobile size={16} aria-hidden="true" />}
      renderRoot={(root) => <Link to="/apps/asset/field-mode" preload={false} {...root} />}
    >
      {t('field_mode')}
    </Button>
  );
}

/** Another way to look at requests than the list; undefined for the list. */
function Instead({ state }: { state: RequestsAddress }) {
  return (
    <>
      <Toolbar>
        <RequestFilters state={state} />
      </Toolbar>
      {state.search.view === 'board' ? <RequestsBoard state={state} /> : <RequestsCalendar state={state} />}
    </>
  );
}

/** The requests for maintenance of the company's plants: as a list, a board by state, a calendar by due date. */
export function RequestsPage() {
  const state = useListState(RequestsList);
  const columns = useRequestColumns();
  const isList = state.search.view === 'list';
  return (
    <RecordBookPage
      state={state}
      columns={columns}
      book={requestsBook}
      words={'requests'}
      icon={IconTool}
      nameOf={nameOfRequest}
      bin="/apps/asset/maintenance-requests/bin"
      ask={useRequestsAsk()}
      filters={<RequestFilters state={state} />}
      pageActions={
        <>
          <FieldModeLink />
          <ViewChoice state={state} />
        </>
      }
      {...(!isList && { instead: <Instead state={state} /> })}
      facts={(request) => <RequestFacts request={request} />}
      actions={(request) => <StateButtons request={request} />}
      form={(given) => <RequestForm {...given} state={state} />}
    />
  );
}
