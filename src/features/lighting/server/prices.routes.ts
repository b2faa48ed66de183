import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { pricesCalls } from '../prices.contract.ts';
import { changePrice, createPrice, presentPrices, removePrice } from './prices.service.ts';

/** Calls about what a kWh costs. */
export const pricesHandlers: Handlers<typeof pricesCalls> = {
  list: ({ tx, query }) => presentPrices(tx, query),
  create: ({ tx, body }) => createPrice(tx, body),
  change: ({ tx, params, body }) => changePrice(tx, params.id, body),
  remove: ({ tx, params }) => removePrice(tx, params.id),
};
