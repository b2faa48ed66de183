import { useLayout } from '../../../../shared/web/list/use-layout.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { ViewMenu } from '../../../../shared/web/list/ViewMenu.tsx';
import { PLANT_EXTRAS } from '../../dashboard.model.ts';
import { DashboardList } from '../dashboard/dashboard-search.ts';

/** The views of the plants that are saved for the list, where plants are shown as cards or on the map: to open, and to add another. */
export function SavedPlantViews() {
  const { search, set } = useListState(DashboardList);
  const { layout, put } = useLayout(DashboardList.name);
  const density = layout?.density ?? 'comfortable';
  const hidden = layout?.hidden ?? PLANT_EXTRAS;
  return (
    <ViewMenu
      list={DashboardList.name}
      hidden={hidden}
      onHidden={(next) => put({ columns: layout?.columns ?? [], hidden: [...next], density })}
      search={DashboardList.saved(search)}
      onShow={(saved) => set(DashboardList.restored(saved))}
    />
  );
}
