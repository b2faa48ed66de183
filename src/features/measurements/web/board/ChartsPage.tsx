import { Skeleton } from '@mantine/core';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { savedChartsCalls } from '../../saved-charts.contract.ts';
import type { BoardSearch } from '../chart/board-search.public.ts';
import classes from './board.module.css';
import { Workbench } from './Workbench.tsx';

const emptyRoute = getRouteApi('/portal/apps/asset/charts');
const savedRoute = getRouteApi('/portal/apps/asset/charts/$id');

const HOW = { replace: true, resetScroll: false } as const;

/** The workbench with a chart of its address, or an empty one. */
export function ChartsPage() {
  const search = emptyRoute.useSearch();
  const navigate = emptyRoute.useNavigate();
  const { id_client } = useCompany();
  return (
    <div className={classes.page}>
      <Workbench
        key={id_client}
        saved={undefined}
        search={search}
        onSearch={(next: BoardSearch) => navigate({ search: next, ...HOW })}
      />
    </div>
  );
}

function SavedChart({ id }: { id: number }) {
  const search = savedRoute.useSearch();
  const navigate = savedRoute.useNavigate();
  const { data, error, refetch } = useCall(savedChartsCalls.get, { params: { id: String(id) } });
  // Unknown, private and foreign charts look alike: the portal's own page for what does not exist. // spec §2: error page
  if (error instanceof CallError && error.status === 404) throw error;
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={560} radius={12} />;
  return (
    <Workbench
      saved={data}
      search={search}
      onSearch={(next: BoardSearch) => navigate({ search: next, ...HOW })}
    />
  );
}

/** A saved chart in the workbench; what is changed of it stands in the address until it is saved. */
export function SavedChartPage() {
  const { id } = savedRoute.useParams();
  const { id_client } = useCompany();
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
  return (
    <div className={classes.page}>
      <SavedChart key={`${id_client}/${id}`} id={Number(id)} />
    </div>
  );
}
