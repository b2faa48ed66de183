import type { In } from '../../../shared/contract/call.ts';
import { send } from '../../../shared/web/api/send.ts';
import type { ListEverything } from '../../../shared/web/list/list-props.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { MOST_BOXES } from '../lighting.model.ts';

/** As many as the call answers at most. */
const PAGE = 500;

/** How all boxes that fit some filters are chosen: as many as one request may name, as they are when somebody chooses them. */
export function everyBox(
  company: number,
  filters: Omit<In<(typeof boxesCalls)['list']['query']>, 'page' | 'page_size'>,
): ListEverything<Box> {
  const load = async (signal: AbortSignal) => {
    // A box that comes or goes meanwhile moves the pages: none is taken twice.
    const boxes = new Map<number, Box>();
    for (let page = 1, count = 1; (page - 1) * PAGE < Math.min(count, MOST_BOXES); page++) {
      const query = { ...filters, page: String(page), page_size: String(PAGE) };
      const answer = await send(boxesCalls.list, { query, company, signal });
      count = answer.count;
      for (const box of answer.results) boxes.set(box.id, box);
    }
    return [...boxes.values()].slice(0, MOST_BOXES);
  };
  return { most: MOST_BOXES, load };
}
