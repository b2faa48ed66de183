import { listViewsCalls } from '../../../../shared/contract/list-views.contract.ts';
import { send } from '../../../../shared/web/api/send.ts';
import type { Finder } from '../../../../shared/web/feature/finder.ts';
import { openView } from '../../../../shared/web/list/opened-view.ts';
import { pagesFor } from '../../navigation.ts';

const MAX_FOUND = 8;
const label = { en: 'Saved views', it: 'Viste salvate' };

/** Saved views of the lists of all areas, by name: one's own, and those that colleagues share. */
export const viewsFinder: Finder = {
  label,
  capability: 'company.read',
  load:
    async () =>
    async (search, { company, roles, language }, signal) => {
      const views = await send(listViewsCalls.list, { query: { search }, company, signal });
      const pages = pagesFor(roles);
      const things = views.flatMap((view) => {
        const page = pages.find(({ list }) => list === view.list);
        if (!page) return [];
        const { id, name, search: address } = view;
        return [
          {
            id: `view-${id}`,
            label: name,
            beside: page.label[language],
            search: address,
            to: page.to,
            onOpen: () => openView(view),
          },
        ];
      });
      return [{ label, things: things.slice(0, MAX_FOUND), count: things.length }];
    },
};
