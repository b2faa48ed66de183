import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { HistoryDrawer } from '../../../../shared/web/records/HistoryDrawer.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Plant } from '../../plants.contract.ts';
import { type PlantSection, sectionsCalls } from '../../sections.contract.ts';

const BLANK = { name: '', tilt_deg: null, azimuth_deg: null, kw_peak: null, losses_percent: null };

interface Props {
  section: PlantSection;
  onClose: () => void;
}

/** Adds a section to the plant, or changes one. */
export function SectionDialog({
  plant: { proj_code, tilt_deg, azimuth_deg },
  section,
  onClose,
}: {
  plant: Plant;
  section: PlantSection | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('plants');
  const form = useRecordForm({
    call: section ? sectionsCalls.updateSection : sectionsCalls.createSection,
    ...(section && { params: { id: String(section.id) } }),
    // A new section mostly lies as the plant does.
    record: section ?? { ...BLANK, proj_code, tilt_deg, azimuth_deg },
    words: 'plants',
    savedAs: ({ name }) => name,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={section ? section.name : t('sections.add')} onClose={onClose}>
      <TextField name="name" label={t('sections.name')} required data-autofocus />
      <FieldGrid min={200}>
        <NumberField
          name="tilt_deg"
          label={t('sections.tilt')}
          unit="°"
          description={t('sections.tilt_hint')}
        />
        <NumberField
          name="azimuth_deg"
          label={t('sections.azimuth')}
          unit="°"
          description={t('sections.azimuth_hint')}
        />
        <NumberField name="kw_peak" label={t('sections.kw_peak')} unit="kWp" />
        <NumberField
          name="losses_percent"
          label={t('sections.losses')}
          unit="%"
          description={t('sections.losses_hint')}
        />
      </FieldGrid>
    </FormDialog>
  );
}

/** Asks before a section is deleted; where devices stand in it, stays with the reason. */
export function RemoveSection({ section: { id, name }, onClose }: Props) {
  const { t } = useTranslation('plants');
  const { t: common } = useTranslation();
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={common('company_list.remove_title', { name })}
      confirm={common('company_list.remove')}
      words="plants"
      act={() => send(sectionsCalls.removeSection, { params: { id: String(id) }, company })}
      onDone={() => toast.deleted(name)}
      onClose={onClose}
    >
      <p>{t('sections.remove_text')}</p>
    </ConfirmAction>
  );
}

/** Who changed the section, and when. */
export function SectionHistory({ section: { id, name }, onClose }: Props) {
  const { t } = useTranslation('plants');
  const query = useCall(sectionsCalls.sectionHistory, { params: { id: String(id) }, query: {} });
  const fields = {
    name: t('sections.name'),
    tilt_deg: t('sections.tilt'),
    azimuth_deg: t('sections.azimuth'),
    kw_peak: t('sections.kw_peak'),
    losses_percent: t('sections.losses'),
  };
  return <HistoryDrawer name={name} query={query} fields={fields} onClose={onClose} />;
}
