import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { plantsCalls } from '../../plants.contract.ts';
import { DocumentsPart } from './documents/DocumentsPart.tsx';
import { MasterDataPart } from './MasterDataPart.tsx';
import { SectionsPart } from './SectionsPart.tsx';

const route = getRouteApi('/portal/apps/asset/plants/$proj_code/record');

/** What is known of a plant beside its readings: its sections, documents and master data. // spec §7: plant-sections, anagrafica */
export function PlantRecordPage() {
  const { proj_code } = route.useParams();
  const { id_client } = useCompany();
  const { t } = useTranslation('plants');
  const plants = useCall(plantsCalls.list, { query: { codes: proj_code } });
  const plant = plants.data?.find((one) => one.proj_code === proj_code);
  return (
    <Page
      key={`${id_client}/${proj_code}`}
      title={t('record.title')}
      subtitle={plant ? `${plant.name} · ${proj_code}` : proj_code}
      width={1120}
      back={
        <BackLink to="/apps/asset/plants/$proj_code" params={{ proj_code }}>
          {t('edit.back')}
        </BackLink>
      }
    >
      <Known query={plants} height={640}>
        {() => {
          // Unknown and foreign plants look alike. // spec §2: error page
          if (!plant) throw new CallError(404, { code: 'not_found' });
          return (
            <>
              <SectionsPart plant={plant} />
              <DocumentsPart proj_code={proj_code} />
              <MasterDataPart proj_code={proj_code} />
            </>
          );
        }}
      </Known>
    </Page>
  );
}
