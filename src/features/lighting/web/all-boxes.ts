import type { In } from '../../../shared/contract/call.ts';
import { send } from '../../../shared/web/api/send.ts';
import type { ListEverything } from '../../../shared/web/list/list-props.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { MAX_BOXES } from '../lighting.model.ts';
import { loadAllPages } from './load-all-pages.ts';

/** As many as the call answers at most. */
const PAGE = 500;

/** How all boxes that fit some filters are chosen: as many as one request may name, as they are when somebody chooses them. */
export function everyBox(
  company: number,
  filters: Omit<In<(typeof boxesCalls)['list']['query']>, 'page' | 'page_size'>,
): ListEverything<Box> {
  const { state, ...standing } = filters;
  const load = async (signal: AbortSignal) => {
    const pages = (of: typeof filters) => (page: number) => {
      const query = { ...of, page: String(page), page_size: String(PAGE) };
      return send(boxesCalls.list, { query, company, signal });
    };
    if (state === undefined) return loadAllPages(pages(filters), { size: PAGE, most: MAX_BOXES });
    const first = await pages(filters)(1);
    if (first.count <= PAGE) return [...first.results];
    // States change all the time, and would move the pages: all are loaded, and those in this state taken.
    const all = await loadAllPages(pages(standing), { size: PAGE, most: Number.POSITIVE_INFINITY });
    return all.filter((box) => box.state === state).slice(0, MAX_BOXES);
  };
  return { most: MAX_BOXES, load };
}
