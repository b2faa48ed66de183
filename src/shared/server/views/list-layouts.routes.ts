import { type listLayoutsCalls, MAX_LAYOUTS } from '../../contract/list-layouts.contract.ts';
import { AppError } from '../errors.ts';
import type { Handlers } from '../http/mount.ts';
import { listLayouts, saveLayout } from './list-layouts.repository.ts';

function tooMany(): AppError {
  const message = `You keep ${MAX_LAYOUTS} arranged lists already`;
  return new AppError('conflict', message, {
    errors: [{ path: '', message, code: 'too_many_layouts', params: { most: MAX_LAYOUTS } }],
  });
}

/** How the person has arranged lists. */
export const listLayoutsHandlers: Handlers<typeof listLayoutsCalls> = {
  list: ({ tx }) => listLayouts(tx),
  async save({ tx, params: { list }, body }) {
    const own = await listLayouts(tx);
    if (own.length >= MAX_LAYOUTS && own.every((one) => one.list !== list)) throw tooMany();
    await saveLayout(tx, { list, ...body });
    return { list, ...body };
  },
};
