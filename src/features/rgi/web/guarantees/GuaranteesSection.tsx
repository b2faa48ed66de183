import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { guaranteesCalls } from '../../guarantees.contract.ts';
import type { RgiAddress } from '../rgi-list.ts';
import { EditGuarantee, NewGuaranteeForm } from './GuaranteeForm.tsx';
import { Standings } from './Standings.tsx';

interface Removed {
  readonly id: number;
  readonly name: string;
}

function Remove({ guarantee, onClose }: { guarantee: Removed; onClose: () => void }) {
  const { t } = useTranslation('rgi');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('guarantee.remove_title', { name: guarantee.name })}
      confirm={t('remove.confirm')}
      words="rgi"
      act={() => send(guaranteesCalls.remove, { params: { id: String(guarantee.id) }, company })}
      onDone={() => {
        toast.deleted(guarantee.name);
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('guarantee.remove_text')}</p>
    </ConfirmAction>
  );
}

function Forms({ state, today, plant }: Pick<Props, 'state' | 'today' | 'plant'>) {
  const { open, form } = state.search;
  const { data = [] } = useCall(guaranteesCalls.list, { query: { proj_code: plant.proj_code } });
  const opened = data.find(({ id }) => String(id) === open);
  const close = () => state.set({ form: undefined, open: undefined });
  return (
    <>
      {form === 'guarantee' && <NewGuaranteeForm {...plant} today={today} onClose={close} />}
      {opened && <EditGuarantee key={opened.id} guarantee={opened} onClose={close} />}
    </>
  );
}

interface Props {
  state: RgiAddress;
  month: string;
  today: string;
  plant: { proj_code: string; plant_name: string };
}

/** What was promised of a plant, and how the month or the year stands against it. */
export function GuaranteesSection({ state, month, today, plant }: Props) {
  const { t } = useTranslation('rgi');
  const may = useCan('records.write');
  const [removed, setRemoved] = useState<Removed | null>(null);
  const { proj_code } = plant;
  const promised = useCall(guaranteesCalls.list, { query: { proj_code } });
  const query = useCall(guaranteesCalls.standings, { query: { proj_code, month } });
  const actions = ({ id, name }: Removed) => (
    <>
      <RowButton
        label={t('edit_of', { name })}
        icon={IconPencil}
        onClick={() => state.set({ open: String(id), form: undefined })}
      />
      <RowButton label={t('remove.of', { name })} icon={IconTrash} onClick={() => setRemoved({ id, name })} />
    </>
  );
  return (
    <Section
      title={t('guarantee.title')}
      hint={t('guarantee.hint')}
      look="table"
      actions={
        may && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => state.set({ form: 'guarantee', open: undefined })}
          >
            {t('guarantee.add')}
          </Button>
        )
      }
    >
      <Known query={promised} height={120}>
        {(guarantees) =>
          guarantees.length === 0 ? (
            <Muted>{t('guarantee.none')}</Muted>
          ) : (
            <Known query={query} height={120}>
              {(standings) => (
                <Standings guarantees={guarantees} standings={standings} {...(may ? { actions } : {})} />
              )}
            </Known>
          )
        }
      </Known>
      {may && <Forms state={state} today={today} plant={plant} />}
      {removed && <Remove guarantee={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}
