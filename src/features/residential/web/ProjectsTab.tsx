import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { projectCalls, type ResidentialProject } from '../projects.contract.ts';
import { EditProject, NewProject } from './ProjectForm.tsx';

/** What is done with a project. */
interface Doing {
  readonly what: 'edit' | 'remove';
  readonly project: ResidentialProject;
}

function RemoveProject({ project, onClose }: { project: ResidentialProject; onClose: () => void }) {
  const { t } = useTranslation('residential');
  const { id_client: company } = useCompany();
  const { id, name } = project;
  return (
    <ConfirmAction
      title={t('project.remove_title', { name })}
      confirm={t('project.confirm')}
      words="residential"
      act={() => send(projectCalls.removeProject, { params: { id: String(id) }, company })}
      onDone={() => toast.deleted(name)}
      onClose={onClose}
    >
      <p>{t('project.remove_text')}</p>
    </ConfirmAction>
  );
}

function Row({
  project,
  may,
  onDo,
}: {
  project: ResidentialProject;
  may: boolean;
  onDo: (doing: Doing) => void;
}) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const { name, kind, description, homes, nominal_kwp, storage_kwh } = project;
  return (
    <tr>
      <th scope="row">
        {name}
        {description && <Muted as="div">{description}</Muted>}
      </th>
      <td data-label={t('project.kind')}>{t(`project.kinds.${kind}`)}</td>
      <td data-number data-label={t('figure.homes')}>
        {number(homes, 0)}
      </td>
      <td data-number data-label={t('field.nominal_kwp')}>
        {number(nominal_kwp, 1)}
      </td>
      <td data-number data-label={t('field.storage_kwh')}>
        {number(storage_kwh, 1)}
      </td>
      {may && (
        <td data-label={t('project.actions')}>
          <RowButton
            label={t('project.edit', { name })}
            icon={IconPencil}
            onClick={() => onDo({ what: 'edit', project })}
          />
          <RowButton
            label={t('project.remove', { name })}
            icon={IconTrash}
            obstacle={homes > 0 ? t('project.has_homes') : null}
            onClick={() => onDo({ what: 'remove', project })}
          />
        </td>
      )}
    </tr>
  );
}

/** Groups of homes with their sums. // spec §7: projects */
export function ProjectsTab() {
  const { t } = useTranslation('residential');
  const may = useCan('plants.write');
  const [doing, setDoing] = useState<Doing | null>(null);
  const [adding, setAdding] = useState(false);
  const query = useCall(projectCalls.projects, {});
  const close = () => setDoing(null);
  const add = may && (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('project.add')}
    </Button>
  );
  return (
    <Section title={t('tab.projects')} hint={may ? t('project.hint') : undefined} look="table" actions={add}>
      <Known query={query} height={160}>
        {(projects) =>
          projects.length === 0 ? (
            <Muted style={{ padding: '0 16px 16px' }}>{t('project.none')}</Muted>
          ) : (
            <PlainTable
              label={t('tab.projects')}
              inset
              stacked
              head={[
                t('field.project'),
                t('project.kind'),
                { text: t('figure.homes'), number: true },
                { text: t('field.nominal_kwp'), number: true },
                { text: t('field.storage_kwh'), number: true },
                ...(may ? [t('project.actions')] : []),
              ]}
            >
              {projects.map((project) => (
                <Row key={project.id} project={project} may={may} onDo={setDoing} />
              ))}
            </PlainTable>
          )
        }
      </Known>
      {adding && <NewProject onClose={() => setAdding(false)} />}
      {doing?.what === 'edit' && <EditProject project={doing.project} onClose={close} />}
      {doing?.what === 'remove' && <RemoveProject project={doing.project} onClose={close} />}
    </Section>
  );
}
