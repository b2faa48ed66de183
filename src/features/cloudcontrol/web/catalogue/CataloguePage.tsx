import { IconCategory, IconStack2, IconTag, IconVariable } from '@tabler/icons-react';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { catalogueCalls } from '../../catalogue.contract.ts';
import { CatalogueScreen } from './CatalogueScreen.tsx';
import { CatalogueLists } from './catalogue-search.ts';
import { useCategoriesKind } from './categories-kind.tsx';
import { useGroupsKind } from './groups-kind.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { useNamesKind } from './names-kind.tsx';
import { useTagsKind } from './tags-kind.tsx';
import { useMoveGroup } from './use-move-group.ts';

/** The catalogue at the names of variables. */
export function VariableNamesPage() {
  const list = useCall(catalogueCalls.listNames);
  return <CatalogueScreen kind={useNamesKind()} icon={IconVariable} list={list} />;
}

/** The catalogue at the groups of variables, which are put in order here. */
export function VariableGroupsPage() {
  const list = useCall(catalogueCalls.listGroups);
  const { search } = useListState(CatalogueLists.groups);
  const kind = useGroupsKind();
  const { move } = useMoveGroup(list.data);
  // Up and down mean something only in their own order.
  const inOrder = search.q.trim() === '' && search.sort === '';
  return (
    <CatalogueScreen
      kind={kind}
      icon={IconStack2}
      list={list}
      moreActions={(group) => (
        <MoveButtons
          name={kind.titleOf(group)}
          id={group.id}
          place={list.data?.findIndex(({ id }) => id === group.id) ?? 0}
          count={list.data?.length ?? 0}
          inOrder={inOrder}
          onMove={move}
        />
      )}
    />
  );
}

/** The catalogue at the categories of devices. */
export function CategoriesPage() {
  const list = useCall(catalogueCalls.listCategories);
  return <CatalogueScreen kind={useCategoriesKind()} icon={IconCategory} list={list} />;
}

/** The catalogue at the tags of devices. */
export function TagsPage() {
  return <CatalogueScreen kind={useTagsKind()} icon={IconTag} list={useCall(catalogueCalls.listTags)} />;
}
