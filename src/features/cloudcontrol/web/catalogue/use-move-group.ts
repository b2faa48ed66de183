import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { invalidateTopics } from '../../../../shared/web/api/topic-cache.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { catalogueCalls, type UsedGroup } from '../../catalogue.contract.ts';
import { useCatalogueMessages } from './words-form.ts';

export type Direction = 'up' | 'down';
export const moverId = (id: number, direction: Direction) => `group-${id}-${direction}`;

interface Move {
  readonly id: number;
  readonly direction: Direction;
}

/**
 * Moves a group one place; the list shows it at once, and as it was where the server refuses. What is pressed while a move
 * is on its way follows it.
 */
export function useMoveGroup(groups: readonly UsedGroup[] | undefined) {
  const company = useCompany().id_client;
  const { formMessage } = useCatalogueMessages();
  const { queryKey } = callQuery(company, catalogueCalls.listGroups, {});
  /** The row moves in the page, and takes the focus off its button. */
  const moved = useRef<Move | null>(null);
  const waiting = useRef<Move[]>([]);
  useEffect(() => {
    if (!moved.current || !groups) return;
    const { id, direction } = moved.current;
    document.getElementById(moverId(id, direction))?.focus();
    moved.current = null;
  }, [groups]);
  const order = useMutation({
    mutationFn: (wanted: readonly UsedGroup[]) =>
      send(catalogueCalls.orderGroups, {
        company,
        body: { groups: wanted.map(({ id, version }) => ({ id, version })) },
      }),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        wanted.map((group, i) => ({ ...group, position: i + 1 })),
      );
    },
    onSuccess: (stored) => {
      queryClient.setQueryData(queryKey, stored);
      // What leads nowhere, such as further up than the top, is passed over: none may stay behind for a later move.
      for (let next = waiting.current.shift(); next; next = waiting.current.shift())
        if (start(stored, next)) return;
    },
    onError: (fault) => {
      waiting.current = [];
      toast.failed(formMessage(fault));
      void invalidateTopics(company, ['configuration']);
    },
  });
  const start = (list: readonly UsedGroup[], { id, direction }: Move): boolean => {
    const from = list.findIndex((group) => group.id === id);
    const to = from + (direction === 'up' ? -1 : 1);
    const [one, other] = [list[from], list[to]];
    if (!one || !other) return false;
    moved.current = { id, direction };
    order.mutate(list.with(from, other).with(to, one));
    return true;
  };
  const move = (id: number, direction: Direction) => {
    if (order.isPending) waiting.current.push({ id, direction });
    else if (groups) start(groups, { id, direction });
  };
  return { move };
}
