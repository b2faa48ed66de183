import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import type { EvaluatedCode } from '../../../notifications/alarm-codes.model.ts';
import { type AlarmRulePreview, alarmRulesCalls } from '../../alarm-rules.contract.ts';
import { joinPreviews } from '../../joined-preview.model.ts';
import type { Draft } from './draft.model.ts';
import { type SubjectSearch, subjectBody } from './use-rules.ts';

export interface PreviewState {
  readonly running: boolean;
  readonly result: { readonly draft: Draft; readonly preview: AlarmRulePreview } | null;
  readonly fault: unknown;
}

const IDLE: PreviewState = { running: false, result: null, fault: null };

/**
 * Asks how many alarms a draft would have raised, and on until every plant was looked at, each answer joined to those
 * before; leaving the screen, or asking anew, gives the question up. What was known by then stays.
 */
export function usePreview(subject: SubjectSearch, code: EvaluatedCode) {
  const { id_client: company } = useCompany();
  const [state, setState] = useState(IDLE);
  const current = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setState((before) => ({ ...before, running: false }));
  }, []);
  useEffect(() => () => current.current?.abort(), []);
  const ask = async (draft: Draft) => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setState({ running: true, result: null, fault: null });
    try {
      const body = { ...subjectBody(subject), code, enabled: draft.enabled, params: { ...draft.params } };
      const part = (after?: string) =>
        send(alarmRulesCalls.preview, {
          body: { ...body, ...(after ? { after } : {}) },
          signal: own.signal,
          company,
        });
      let preview = await part();
      while (current.current === own) {
        const { next } = preview;
        setState({ running: next !== null, result: { draft, preview }, fault: null });
        if (next === null) return;
        preview = joinPreviews(preview, await part(next));
      }
    } catch (fault) {
      if (own.signal.aborted) return;
      if (!(fault instanceof CallError)) console.error(fault);
      setState((before) => ({ ...before, running: false, fault }));
    }
  };
  return { ...state, ask, stop };
}
