import { Button } from '@mantine/core';
import {
  IconBulb,
  IconMessageReport,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { DataTable } from '../../../shared/web/list/DataTable.tsx';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
import { useTablePage } from '../../../shared/web/list/use-table-page.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import type { Box } from '../boxes.contract.ts';
import { lightPointsCalls } from '../light-points.contract.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';
import { ImportLights } from './ImportLights.tsx';
import { LightForm } from './LightForm.tsx';
import { LightReports } from './LightReports.tsx';
import { useLightColumns } from './use-light-columns.tsx';

type Opened =
  | { kind: 'form'; light: LightPoint | null }
  | { kind: 'remove' | 'reports'; light: LightPoint }
  | { kind: 'import' };

function RemoveLight({ light, onClose }: { light: LightPoint; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  return (
    <ConfirmAction
      title={t('lights.remove_title', { code: light.code })}
      confirm={t('lights.remove')}
      words="lighting"
      act={() => send(lightPointsCalls.remove, { params: { id: String(light.id) }, company })}
      onDone={() => toast.deleted()}
      onClose={onClose}
    >
      {t('lights.remove_text')}
    </ConfirmAction>
  );
}

/** What is open over the light points. */
function Over({ box_id, opened, onClose }: { box_id: number; opened: Opened; onClose: () => void }) {
  if (opened.kind === 'import') return <ImportLights box_id={box_id} onClose={onClose} />;
  if (opened.kind === 'reports') return <LightReports light={opened.light} onClose={onClose} />;
  if (opened.kind === 'remove') return <RemoveLight light={opened.light} onClose={onClose} />;
  return <LightForm box_id={box_id} light={opened.light} onClose={onClose} />;
}

/** Buttons above the light points. */
function Actions({ box, onOpen }: { box: Box; onOpen: ((opened: Opened) => void) | null }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  return (
    <>
      {onOpen && (
        <>
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => onOpen({ kind: 'form', light: null })}
          >
            {t('lights.add')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => onOpen({ kind: 'import' })}
          >
            {t('census.import')}
          </Button>
        </>
      )}
      <ExportMenu
        name={`${t('lights.file')}-${box.serial}`}
        formats={['csv', 'geojson']}
        load={(format) =>
          send(lightPointsCalls.exportLights, { query: { box_id: String(box.id), format }, company })
        }
      />
    </>
  );
}

/** Buttons of a light point: its reports for everybody, the rest for whoever may change it. */
function RowActions({
  light,
  may,
  onOpen,
}: {
  light: LightPoint;
  may: boolean;
  onOpen: (opened: Opened) => void;
}) {
  const { t } = useTranslation('lighting');
  const named = { code: light.code };
  return (
    <>
      <RowButton
        label={t('reports.open', named)}
        icon={IconMessageReport}
        onClick={() => onOpen({ kind: 'reports', light })}
      />
      {may && (
        <>
          <RowButton
            label={t('lights.edit_one', named)}
            icon={IconPencil}
            onClick={() => onOpen({ kind: 'form', light })}
          />
          <RowButton
            label={t('lights.remove_one', named)}
            icon={IconTrash}
            onClick={() => onOpen({ kind: 'remove', light })}
          />
        </>
      )}
    </>
  );
}

/** Light points of a box: the census. */
export function LightsSection({ box }: { box: Box }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const page = useTablePage();
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = { ...page.query, box_id: String(box.id) };
  const lights = useCall(lightPointsCalls.list, { query }, { placeholderData: (before) => before });
  return (
    <Section
      title={t('lights.title')}
      look="plain"
      actions={<Actions box={box} onOpen={may ? setOpened : null} />}
    >
      <DataTable
        label={t('lights.title')}
        columns={useLightColumns()}
        rows={lights.data?.results}
        rowKey={({ id }) => id}
        error={lights.error}
        onRetry={() => void lights.refetch()}
        updatedAt={lights.dataUpdatedAt}
        empty={{ icon: IconBulb, title: t('lights.none'), hint: t('lights.none_hint') }}
        search={t('lights.search')}
        {...page.table(lights.data?.count)}
        actions={(light) => <RowActions light={light} may={may} onOpen={setOpened} />}
      />
      {opened && <Over box_id={box.id} opened={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}
