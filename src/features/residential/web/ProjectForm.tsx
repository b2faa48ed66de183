import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { PROJECT_KINDS, projectCalls, type ResidentialProject } from '../projects.contract.ts';

type Values = Pick<ResidentialProject, 'name' | 'kind' | 'description'>;
const BLANK: Values = { name: '', kind: 'other', description: '' };
const valuesOf = ({ name, kind, description }: ResidentialProject): Values => ({ name, kind, description });

function ProjectFields() {
  const { t } = useTranslation('residential');
  return (
    <>
      <TextField name="name" label={t('field.project')} required />
      <SelectField
        name="kind"
        label={t('project.kind')}
        options={PROJECT_KINDS.map((value) => ({ value, label: t(`project.kinds.${value}`) }))}
      />
      <TextAreaField name="description" label={t('project.description')} />
    </>
  );
}

/** A new group of homes. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('residential');
  const form = useRecordForm<typeof projectCalls.createProject, Values>({
    call: projectCalls.createProject,
    record: BLANK,
    words: 'residential',
    draft: 'residential-projects:new',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('project.new')} onClose={onClose}>
      <ProjectFields />
    </FormDrawer>
  );
}

/** A stored group of homes. */
export function EditProject({ project, onClose }: { project: ResidentialProject; onClose: () => void }) {
  const { t } = useTranslation('residential');
  const form = useRecordForm<typeof projectCalls.changeProject, ResidentialProject, Values>({
    call: projectCalls.changeProject,
    params: { id: String(project.id) },
    record: project,
    toValues: valuesOf,
    words: 'residential',
    draft: `residential-projects:${project.id}`,
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('project.change')} onClose={onClose}>
      <ProjectFields />
    </FormDrawer>
  );
}
