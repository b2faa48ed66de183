import { useState } from 'react';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { storedIn } from '../../../../shared/web/forms/record.model.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type ChartDefinition, type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import { keepChart } from './kept-charts.ts';

export interface ChartFields {
  name: string;
  shared: boolean;
  definition: ChartDefinition;
}

/** Two versions of one chart: what was to be saved, and what somebody saved in the meantime. */
export interface Conflict {
  mine: Partial<ChartFields>;
  stored: OpenedChart;
}

/** Changes a saved chart of one's own; of two versions, the person is asked for the one that stays. */
export function useSaving(saved: OpenedChart | undefined, onSaved: (chart: OpenedChart) => void) {
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('board');
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [busy, setBusy] = useState(false);

  const change = async (fields: Partial<ChartFields>, version: number): Promise<void> => {
    if (!saved) return;
    setBusy(true);
    try {
      const params = { id: String(saved.id) };
      const chart = await send(savedChartsCalls.update, { params, body: { ...fields, version }, company });
      keepChart(company, chart);
      setConflict(null);
      onSaved(chart);
      toast.saved();
    } catch (fault) {
      const stored = fault instanceof CallError ? storedIn(savedChartsCalls.update, fault) : undefined;
      if (stored) setConflict({ mine: fields, stored });
      else toast.failed(formMessage(fault));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    conflict,
    save: (fields: Partial<ChartFields>) => change(fields, saved?.version ?? 0),
    keepMine: () => (conflict ? change(conflict.mine, conflict.stored.version) : Promise.resolve()),
    takeTheirs: () => {
      if (!conflict) return;
      keepChart(company, conflict.stored);
      setConflict(null);
      onSaved(conflict.stored);
    },
  };
}
