import { ActionIcon, Anchor, Badge, Button, Menu, SimpleGrid } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconRefresh,
  IconStackPush,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { forgetAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { renewed, send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type Template, templatesCalls } from '../../templates.contract.ts';
import { useKindLabels } from '../field/kind-words.ts';
import { MapMenu } from '../maps/MapMenu.tsx';
import { templateMap } from '../maps/map-targets.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { DevicesTable } from './DevicesTable.tsx';
import { RenewDialog } from './RenewDialog.tsx';
import { EditTemplateForm, NewTemplateForm, textsOf } from './TemplateForm.tsx';
import { useTemplateMessages } from './use-template-words.ts';
import { useTemplate } from './use-templates.ts';
import { VariablesTable } from './VariablesTable.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/templates/$key');

type DialogState =
  | { kind: 'apply'; devices?: number[] }
  | { kind: 'copy' | 'edit' | 'renew' | 'remove' }
  | null;

function TemplateActions({ template, onOpen }: { template: Template; onOpen: (next: DialogState) => void }) {
  const { t } = useTranslation('templates');
  const { own, name } = template;
  return (
    <>
      {!own && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => onOpen({ kind: 'copy' })}
        >
          {t('actions.copy')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconStackPush size={16} />}
        renderRoot={(root) => (
          <Link to="/apps/cloudcontrol/add" search={{ how: 'template', template: template.key }} {...root} />
        )}
      >
        {t('actions.add')}
      </Button>
      <Button leftSection={<IconTemplate size={16} />} onClick={() => onOpen({ kind: 'apply' })}>
        {t('actions.apply')}
      </Button>
      {own && (
        <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('actions.more', { name })}>
              <IconDots size={18} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ kind: 'edit' })}>
              {t('actions.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onOpen({ kind: 'renew' })}>
              {t('actions.renew')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onOpen({ kind: 'copy' })}>
              {t('actions.copy')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => onOpen({ kind: 'remove' })}>
              {t('actions.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** Whose it is, what it is for, and who changed it last. */
function Origin({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const { dateTime } = useFormat();
  const kindOf = useKindLabels();
  const { manufacturer, models, category, version, changed_at, changed_by: person } = template;
  const at = changed_at && dateTime(changed_at, HERE);
  const changed = at && (person ? t('page.changed', { at, person }) : t('page.changed_nobody', { at }));
  const facts = [manufacturer, models.join(', '), kindOf(category), t('page.version', { version }), changed];
  return facts.filter(Boolean).join(' · ');
}

function About({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const language = useLanguage();
  const { own, notes, source, map } = template;
  const names = map.attributes.map(({ name }) => name).join(', ');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={12}>
      <Section title={t(own ? 'page.notes' : 'page.prerequisites')}>
        <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {notes[language] || <Muted as="span">{t('page.no_notes')}</Muted>}
        </p>
      </Section>
      <Section title={t('page.source')}>
        {source.url ? (
          <Anchor href={source.url} target="_blank" rel="noreferrer">
            {source.title} <IconExternalLink size={13} aria-hidden="true" />
          </Anchor>
        ) : (
          <p style={{ overflowWrap: 'anywhere' }}>
            {source.title || <Muted as="span">{t('page.no_source')}</Muted>}
          </p>
        )}
        {names && <Muted>{t('page.attributes', { names })}</Muted>}
      </Section>
    </SimpleGrid>
  );
}

interface DialogProps {
  template: Template;
  onClose: () => void;
}

function RemoveDialog({ template, onClose }: DialogProps) {
  const { t } = useTranslation('templates');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const { formMessage } = useTemplateMessages();
  const { key, name, devices } = template;
  const params = { key };
  const removal = useMutation({
    mutationFn: async () => {
      // The page leaves first: it would ask for what is gone.
      await navigate({ to: '/apps/cloudcontrol/templates' });
      await send(templatesCalls.remove, { params, company });
      forgetAnswer(company, templatesCalls.get, { params });
    },
    onSuccess: () => toast.deleted(),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      confirm={t('remove.confirm')}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
      {devices > 0 && <p>{t('remove.used', { count: devices })}</p>}
    </ConfirmDialog>
  );
}

function CopyDialog({ template, onClose }: DialogProps) {
  const { t } = useTranslation('templates');
  const language = useLanguage();
  const navigate = useNavigate();
  return (
    <NewTemplateForm
      title={t('make.copy_title', { name: template.name })}
      text={t('make.copy_text')}
      texts={textsOf(template, language)}
      from={{ template_key: template.key }}
      onSaved={(made) => {
        toast.done(t('make.copied'));
        onClose();
        void navigate({ to: '/apps/cloudcontrol/templates/$key', params: { key: made.key } });
      }}
      onClose={onClose}
    />
  );
}

function Dialogs({ dialog, ...props }: DialogProps & { dialog: DialogState }) {
  switch (dialog?.kind) {
    case 'apply':
      return <ApplyDialog {...props} {...(dialog.devices && { devices: dialog.devices })} />;
    case 'renew':
      return <RenewDialog {...props} />;
    case 'remove':
      return <RemoveDialog {...props} />;
    case 'edit':
      return <EditTemplateForm {...props} />;
    case 'copy':
      return <CopyDialog {...props} />;
    default:
      return null;
  }
}

function Parts({ template, onOpen }: { template: Template; onOpen: (next: DialogState) => void }) {
  const { t } = useTranslation('templates');
  const company = useCompany().id_client;
  return (
    <>
      <About template={template} />
      <DevicesTable template={template} onUpdate={(devices) => onOpen({ kind: 'apply', devices })} />
      <Section
        look="plain"
        title={t('page.variables')}
        actions={
          <MapMenu
            target={templateMap(company, template, () => renewed(company, templatesCalls.change))}
            empty={template.map.variables.length === 0}
            fixed={!template.own}
          />
        }
      >
        <VariablesTable template={template} />
      </Section>
    </>
  );
}

/** A template: what it is and where that was published, what it reads, and how its devices stand. */
export function TemplatePage() {
  const { t } = useTranslation('templates');
  const { key } = route.useParams();
  const { data, error, refetch } = useTemplate(key);
  const [dialog, setDialog] = useState<DialogState>(null);
  const gone = !data && error instanceof CallError && error.status === 404;
  return (
    <Page
      title={data?.name ?? (error ? t('title') : null)}
      tabTitle={data?.name ?? t('title')}
      back={<BackLink to="/apps/cloudcontrol/templates">{t('page.back')}</BackLink>}
      beside={data && <Badge variant="light">{t(data.own ? 'own' : 'from.program')}</Badge>}
      subtitle={data && <Origin template={data} />}
      actions={data && <TemplateActions template={data} onOpen={setDialog} />}
    >
      {gone && <EmptyState icon={IconTemplate} title={t('page.gone')} hint={t('page.gone_hint')} />}
      {!data && error && !gone && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting heights={[150, 90, 420]} />}
      {data && <Parts template={data} onOpen={setDialog} />}
      {data && <Dialogs template={data} dialog={dialog} onClose={() => setDialog(null)} />}
    </Page>
  );
}
