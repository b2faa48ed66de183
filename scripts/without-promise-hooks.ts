import { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks';
import type { run } from 'node:test';

/** What runs in a test or a hook of it, by the id that node:test has given that. */
const running = new AsyncLocalStorage<number>();

/** Lets whatever begins in a test be told that it belongs to it, however many promises later. */
function markWhatRunsIn(test: AsyncResource, id: number): void {
  const enter = AsyncResource.prototype.runInAsyncScope;
  test.runInAsyncScope = (work, self, ...given) =>
    enter.call(test, () => running.run(id, () => Reflect.apply(work, self, given))) as ReturnType<
      typeof work
    >;
}

/**
 * Loads node:test so that it asks a storage which test something belongs to. By itself it has a hook called for each
 * promise and each end of one, which cost a seventh of what the server does in a test.
 */
export async function loadTestRunner(): Promise<typeof run> {
  const hooks = process.getBuiltinModule('node:async_hooks');
  const { createHook, executionAsyncId } = hooks;
  const onlyOfTests = ({ init }: HookCallbacks) =>
    createHook({
      trackPromises: false,
      init(id, type, trigger, resource) {
        if (type !== 'Test') return;
        init?.(id, type, trigger, resource);
        markWhatRunsIn(resource as AsyncResource, id);
      },
    });
  Object.assign(hooks, {
    createHook: onlyOfTests,
    executionAsyncId: () => running.getStore() ?? executionAsyncId(),
  });
  try {
    return (await import('node:test')).run;
  } finally {
    Object.assign(hooks, { createHook, executionAsyncId });
  }
}
