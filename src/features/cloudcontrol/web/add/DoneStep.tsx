import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { useReasonLabels } from '../field/reasons.public.ts';
import type { Done, Tested } from './done.model.ts';

interface Props {
  done: Done;
  plant: string;
  onMore: () => void;
}

/** How a device was tried before it was added. */
function useTestedLabels(): (one: Tested) => string {
  const { t } = useTranslation('add');
  const why = useReasonLabels();
  return ({ reason, answered }) => {
    if (reason?.code === 'nothing') return t('answer.nothing');
    return why(reason) ?? t(answered ? 'answer.good' : 'answer.untried');
  };
}

function Left({ left }: Pick<Done, 'left'>) {
  const { t } = useTranslation('add');
  const said = useTestedLabels();
  return (
    <Section title={t('done.left', { count: left.length })}>
      <Entries>
        {left.map((one) => (
          <Entry key={one.name} icon={IconCircleX} name={one.name} details={said(one)} />
        ))}
      </Entries>
    </Section>
  );
}

/** What was added and what was not, and where its values are. */
export function DoneStep({ done: { added, left }, plant, onMore }: Props) {
  const { t } = useTranslation('add');
  const said = useTestedLabels();
  const first = added.find(({ answered }) => answered) ?? added[0];
  return (
    <Section
      title={t('add.done', { count: added.length })}
      hint={t('add.next')}
      actions={
        <>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onMore}>
            {t('done.more')}
          </Button>
          <Button
            variant="default"
            renderRoot={(root) => <Link to="/apps/cloudcontrol" search={{ plant }} {...root} />}
          >
            {t('done.all')}
          </Button>
          {first && (
            <Button
              renderRoot={(root) => (
                <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(first.id) }} {...root} />
              )}
            >
              {t('done.open', { name: first.name })}
            </Button>
          )}
        </>
      }
    >
      {left.length > 0 && <Left left={left} />}
      <Entries label={t('rows.label')}>
        {added.map((one) => (
          <Entry
            key={one.id}
            icon={one.reason ? IconCircleX : IconCircleCheck}
            name={
              <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(one.id) }}>
                {one.name}
              </Link>
            }
            details={said(one)}
          />
        ))}
      </Entries>
    </Section>
  );
}
