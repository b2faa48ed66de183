import { IconChevronsUp, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { Priority } from '../../request-states.model.ts';

const LOOKS = {
  urgent: { state: 'alarm', icon: IconChevronsUp },
  high: { state: 'warning', icon: IconChevronUp },
} as const;

/** How urgent a request is; what is more than usual stands out. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const { t } = useTranslation('requests');
  const label = `${t('book.fields.priority')}: ${t(`request.priority.${priority}`)}`;
  if (priority === 'normal' || priority === 'low') return <Muted as="span">{label}</Muted>;
  return <StatePill {...LOOKS[priority]} label={label} />;
}
