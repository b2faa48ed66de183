import { useNavigate } from '@tanstack/react-router';
import type { CatalogueSearch } from './catalogue-search.ts';

/** Changes what a screen of the catalogue holds in its address, wherever it stands. */
export function useChangeSearch(): (part: Partial<CatalogueSearch>) => void {
  const navigate = useNavigate();
  return (part) =>
    void navigate({
      to: '.',
      search: ((before: CatalogueSearch) => ({ ...before, ...part })) as never,
      replace: true,
      resetScroll: false,
    });
}
