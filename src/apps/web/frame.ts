import { screen } from '../../shared/web/feature/screen.ts';
import { HEADER_PARTS } from './features.ts';

/** What stands around every screen behind the sign-in; the header's parts come with it, so that nothing moves later. */
export const Frame = screen(
  async () => {
    const [portal] = await Promise.all([
      import('./layout/Portal.tsx'),
      ...HEADER_PARTS.map(({ component }) => component.preload?.()),
    ]);
    return portal;
  },
  'Portal',
  [],
);
