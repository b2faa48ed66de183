import { ErrorState } from '../ui/ErrorState.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';

interface Props {
  title: string;
  /** What the form is made from. */
  query: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
  onClose: () => void;
}

/** Stands where a form would while what it is made from is not here: nothing while it comes, and why it does not. */
export function SourceFailed({ title, query, onClose }: Props) {
  if (!query.isError) return null;
  return (
    <SideDrawer title={title} side="right" width={560} opened onClose={onClose}>
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    </SideDrawer>
  );
}
