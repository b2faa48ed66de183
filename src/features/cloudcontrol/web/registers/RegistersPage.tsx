import { IconBinaryTree2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { Outcome } from './Outcome.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import type { ReadQuestion } from './reading.model.ts';
import type { RegistersSearch } from './registers-search.ts';
import { around, questionOf, readForm, typedOf } from './target.model.ts';
import { useReadings } from './use-readings.ts';

const route = getRouteApi('/portal/apps/cloudcontrol/registers');

function Workbench() {
  const { t } = useTranslation('registers');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const readings = useReadings();
  const change = (part: Partial<RegistersSearch>, replace = true) =>
    navigate({ search: (before: RegistersSearch) => ({ ...before, ...part }), replace, resetScroll: false });
  const read = (question: ReadQuestion, part: Partial<RegistersSearch>) => {
    void change({ skip: '0', ...part }, questionOf(search) === null);
    void readings.read(question);
  };
  /** Reads what differs a little from what was read. */
  const readOther = (question: ReadQuestion, part: Partial<RegistersSearch> = {}) => {
    const { address, count, function_code } = question;
    const form = { ...search, address: String(address), count: String(count), fn: String(function_code) };
    const parsed = readForm(typedOf(form as RegistersSearch));
    if ('question' in parsed) read(parsed.question, { ...parsed.search, ...part });
  };
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle', { count: MAX_ASKED.count, most: MAX_ASKED.tasks_a_minute })}
    >
      <QuestionForm initial={typedOf(search)} busy={readings.pending && readings.left === 0} onRead={read} />
      {readings.all.length === 0 && !readings.pending && readings.fault === null ? (
        <EmptyState
          icon={IconBinaryTree2}
          title={t(questionOf(search) ? 'empty.ready' : 'empty.title')}
          hint={t(questionOf(search) ? 'empty.ready_hint' : 'empty.hint')}
        />
      ) : (
        <Outcome
          readings={readings}
          search={search}
          onSearch={change}
          onOther={readOther}
          onAround={(question) => {
            const wider = around(question);
            readOther(wider, { skip: String(question.address - wider.address) as '0' });
          }}
        />
      )}
    </Page>
  );
}

/** Reads a device's registers by hand and shows what they may mean; never writes. */
export function RegistersPage() {
  const { id_client } = useCompany();
  // Another company starts anew: nothing of the one before may stay on screen.
  return <Workbench key={id_client} />;
}
