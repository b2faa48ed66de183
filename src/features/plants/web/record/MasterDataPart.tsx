import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { FormFooter } from '../../../../shared/web/forms/FormPage.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { HistoryDrawer } from '../../../../shared/web/records/HistoryDrawer.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { masterDataCalls, type PlantMasterData } from '../../master-data.contract.ts';
import { MasterDataFields, useFieldLabels } from './MasterDataFields.tsx';
import { MasterDataShown } from './MasterDataShown.tsx';

function MasterDataForm({ data }: { data: PlantMasterData }) {
  const { t } = useTranslation('plants');
  const { proj_code } = data;
  const form = useRecordForm({
    call: masterDataCalls.updateMasterData,
    params: { proj_code },
    record: data,
    words: 'plants',
  });
  return (
    <FormFrame form={form} label={t('master_data.title')}>
      <MasterDataFields />
      <FormFooter form={form} />
    </FormFrame>
  );
}

function MasterDataHistory({ proj_code, onClose }: { proj_code: string; onClose: () => void }) {
  const { t } = useTranslation('plants');
  const query = useCall(masterDataCalls.masterDataHistory, { params: { proj_code }, query: {} });
  return (
    <HistoryDrawer name={t('master_data.title')} query={query} fields={useFieldLabels()} onClose={onClose} />
  );
}

/** Master data of a plant, as a sheet that those may write who may write plants. // spec §7: anagrafica */
export function MasterDataPart({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('plants');
  const mayWrite = useCan('plants.write');
  const data = useCall(masterDataCalls.masterData, { query: { proj_code } });
  const [history, setHistory] = useState(false);
  return (
    <Section
      title={t('master_data.title')}
      hint={t('master_data.hint')}
      actions={
        <Button variant="default" leftSection={<IconHistory size={16} />} onClick={() => setHistory(true)}>
          {t('master_data.history')}
        </Button>
      }
    >
      <Known query={data} height={520}>
        {(known) => (mayWrite ? <MasterDataForm data={known} /> : <MasterDataShown data={known} />)}
      </Known>
      {history && <MasterDataHistory proj_code={proj_code} onClose={() => setHistory(false)} />}
    </Section>
  );
}
