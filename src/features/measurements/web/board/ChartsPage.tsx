import { getRouteApi, notFound } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { savedChartsCalls } from '../../saved-charts.contract.ts';
import { Workbench } from './Workbench.tsx';

const savedRoute = getRouteApi('/portal/apps/asset/charts/$id');

/** The workbench with a chart of its address, or an empty one. */
export function ChartsPage() {
  const { id_client } = useCompany();
  return <Workbench key={id_client} saved={undefined} />;
}

function SavedChart({ id }: { id: string }) {
  const { t } = useTranslation('board');
  const query = useCall(savedChartsCalls.get, { params: { id } });
  const { data, error } = query;
  // Unknown, private and foreign charts look alike: the portal's own page for what does not exist. // spec §2: error page
  if (error instanceof CallError && error.status === 404) throw error;
  if (data) return <Workbench saved={data} />;
  return (
    <Page title={error ? t('title') : null}>
      <Known query={query} height={560}>
        {() => null}
      </Known>
    </Page>
  );
}

/** A saved chart in the workbench; what is changed of it stands in the address until it is saved. */
export function SavedChartPage() {
  const { id } = savedRoute.useParams();
  const { id_client } = useCompany();
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
  return <SavedChart key={`${id_client}/${id}`} id={id} />;
}
