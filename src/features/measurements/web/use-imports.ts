import { useCall } from '../../../shared/web/api/use-call.ts';
import { variableNamesCalls } from '../../plants/variable-names.contract.ts';
import { measurementsCalls, type Progress } from '../measurements.contract.ts';

/** The company's catalogue: what a column of a file can be stored as. */
export const useCatalogue = () => useCall(variableNamesCalls.variablesName, {}, { staleTime: 60_000 });

/** What earlier imports came to: into a plant, or into any that the reader sees (null). */
export const useRecentImports = (proj_code: string | null) =>
  useCall(
    measurementsCalls.listImports,
    { query: proj_code === null ? {} : { proj_code } },
    { staleTime: 0 },
  );

/** How far an import has come. Live events renew the list; the call's own answer stands until then. */
export function useImportProgress(started: Progress | null): Progress | null {
  const { data } = useCall(measurementsCalls.progress, started && {}, { staleTime: 0 });
  if (!started) return null;
  const listed = data?.find((work) => work.id === started.id);
  return listed && listed.updated_at >= started.updated_at ? listed : started;
}
