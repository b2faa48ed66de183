import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ListView } from '../../../../shared/contract/list-views.contract.ts';
import { listViewsCalls } from '../../../../shared/contract/list-views.contract.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { neighbourOf, placeOf, WALL_USUAL, WallSearch, wallViews } from '../../wall.model.ts';
import { DashboardList } from '../dashboard/dashboard-search.ts';

export type WallView = Pick<ListView, 'id' | 'name' | 'search'>;

/** The views that the wall goes through, which is shown, and how it goes on; all of it stands in the address. */
export function useWall(everything: string) {
  const search = WallSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const query = useCall(listViewsCalls.list, { query: { list: DashboardList.name } });
  const saved: readonly WallView[] | undefined = query.data ?? (query.error ? [] : undefined);
  const named = saved && wallViews(saved, search.views);
  // Without any saved view the wall shows all plants.
  const views = named && (named.length > 0 ? named : [{ id: 0, name: everything, search: {} }]);
  const at = views ? placeOf(views, search.at) : 0;
  const put = (change: Partial<WallSearch>) => {
    const next = (old: object) => ({ ...old, ...change });
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  const step = (by: 1 | -1) => {
    const next = views && neighbourOf(views, at, by);
    if (next && next.id !== views[at]?.id) put({ at: String(next.id) });
  };
  return {
    saved: saved ?? [],
    viewsFailed: query.isError,
    views,
    at,
    view: views?.[at],
    chosen: search.views,
    every: search.every ?? WALL_USUAL,
    paused: search.paused === '1',
    put,
    step,
  };
}
export type Wall = ReturnType<typeof useWall>;

/** Whether a key is for what has the focus, or for the dialog that is open. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (document.querySelector('[role=dialog]')) return true;
  return key !== 'Escape' && target instanceof Element && target.closest('button, a, input, select') !== null;
}

/** Keys of the wall: a blank pauses, the arrows step, Escape leaves. A field or button keeps its own. */
export function useWallKeys({ step, put, paused }: Wall, leave: () => void): void {
  useEffect(() => {
    const keys = new Map([
      [' ', () => put({ paused: paused ? undefined : '1' })],
      ['ArrowRight', () => step(1)],
      ['ArrowLeft', () => step(-1)],
      ['Escape', leave],
    ]);
    const press = (event: KeyboardEvent) => {
      const act = keys.get(event.key);
      if (!act || event.altKey || event.ctrlKey || event.metaKey || isTaken(event)) return;
      event.preventDefault();
      act();
    };
    // Of the whole screen the browser keeps Escape for itself.
    const changed = () => {
      if (!document.fullscreenElement) leave();
    };
    window.addEventListener('keydown', press);
    document.addEventListener('fullscreenchange', changed);
    return () => {
      window.removeEventListener('keydown', press);
      document.removeEventListener('fullscreenchange', changed);
    };
  });
}

/** Keeps the screen on while the wall is in sight, where the browser can. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const wake = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').then(
        (got) => {
          lock = got;
          if (over) void got.release();
        },
        // A battery that runs low, or a policy: the wall goes on as it is.
        () => undefined,
      );
    };
    wake();
    document.addEventListener('visibilitychange', wake);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', wake);
      void lock?.release();
    };
  }, []);
}
