import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { allows } from '../../../../shared/contract/capabilities.ts';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import type { FoundGroup, FoundThing } from '../../../../shared/web/feature/finder.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { FINDERS } from '../../features.ts';
import { type CommandGroup, matching } from './command.model.ts';
import { viewsFinder } from './views-finder.ts';

const PAUSE_MS = 180;
const ALL = [...FINDERS, viewsFinder];

/** The answers of every finder, each by itself: one that fails or is slow leaves the others alone. */
function useAnswers(search: string, asking: boolean) {
  const language = useLanguage();
  const { id_client: company, roles } = useCompany();
  const open = ALL.filter(({ capability }) => allows(capability, roles));
  // What was found for the text before, by finder: it stays on screen as far as it fits, until the answer is there.
  const before = useRef(new Map<string, readonly FoundGroup[]>());
  const answers = useQueries({
    queries: open.map(({ label, load }) => ({
      queryKey: companyKey(company, 'palette', label.en, roles, language, search),
      enabled: asking,
      gcTime: 0,
      placeholderData: () => before.current.get(label.en),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const find = await load();
        const found = await find(search, { company, roles, language }, signal);
        before.current.set(label.en, found);
        return found;
      },
    })),
  });
  return answers.map((answer, at) => ({ ...answer, finder: open[at] }));
}

/** What areas find by this text, which of them could not be asked, and whether more is to come. */
export function useFound(text: string) {
  const language = useLanguage();
  const navigate = useNavigate();
  const [search] = useDebouncedValue(text, PAUSE_MS);
  const asking = search !== '' && text !== '';
  const answers = useAnswers(search, asking);
  const commandOf = ({ to, search: address, onOpen, ...thing }: FoundThing) => ({
    ...thing,
    run: () => {
      onOpen?.();
      void navigate({ to, ...(address && { search: address as never }) });
    },
  });
  const groups = answers.flatMap(({ data = [], isPlaceholderData }): CommandGroup[] =>
    data.map(({ label, things, count }) => ({
      group: label[language],
      count: isPlaceholderData ? undefined : count,
      commands: things
        .map(commandOf)
        .filter((one) => (search === text && !isPlaceholderData) || matching(one, text)),
    })),
  );
  const failed = asking ? answers.filter(({ isError }) => isError) : [];
  return {
    groups: asking ? groups : [],
    waiting: text !== '' && (search !== text || answers.some(({ isFetching }) => isFetching)),
    failed: failed.flatMap(({ finder }) => (finder ? [finder.label[language]] : [])),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
