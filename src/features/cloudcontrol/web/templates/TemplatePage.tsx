import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import {
  IconArrowLeft,
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
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { Template } from '../../templates.contract.ts';
import { MapMenu } from '../maps/MapMenu.tsx';
import { templateMap } from '../maps/map-doors.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { DevicesTable } from './DevicesTable.tsx';
import { RenewDialog } from './RenewDialog.tsx';
import { TemplateForm, type Texts } from './TemplateForm.tsx';
import classes from './templates.module.css';
import { useKindLabels, useTemplateRefusals } from './use-template-words.ts';
import {
  changeTemplate,
  createTemplate,
  fetchTemplate,
  removeTemplate,
  useTemplate,
} from './use-templates.ts';
import { VariablesTable } from './VariablesTable.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/templates/$key');

type DialogState =
  | { kind: 'apply'; devices?: number[] }
  | { kind: 'copy' | 'edit' | 'renew' | 'remove' }
  | null;

function BackLink() {
  const { t } = useTranslation('templates');
  return (
    <Link to="/apps/cloudcontrol/templates" className={classes.back}>
      <IconArrowLeft size={14} aria-hidden="true" /> {t('page.back')}
    </Link>
  );
}

function TemplateActions({ template, onOpen }: { template: Template; onOpen: (next: DialogState) => void }) {
  const { t } = useTranslation('templates');
  const { own, name } = template;
  return (
    <span className={classes.deeds}>
      {!own && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => onOpen({ kind: 'copy' })}
        >
          {t('deed.copy')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconStackPush size={16} />}
        renderRoot={(root) => (
          <Link to="/apps/cloudcontrol/bulk" search={{ template: template.key }} {...root} />
        )}
      >
        {t('deed.add')}
      </Button>
      <Button leftSection={<IconTemplate size={16} />} onClick={() => onOpen({ kind: 'apply' })}>
        {t('deed.apply')}
      </Button>
      {own && (
        <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('deed.more', { name })}>
              <IconDots size={18} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ kind: 'edit' })}>
              {t('deed.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onOpen({ kind: 'renew' })}>
              {t('deed.renew')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onOpen({ kind: 'copy' })}>
              {t('deed.copy')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => onOpen({ kind: 'remove' })}>
              {t('deed.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

function Facts({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const { dateTime } = useFormat();
  const kindOf = useKindLabels();
  const { own, manufacturer, models, category, version, changed_at, changed_by: person } = template;
  const at = changed_at && dateTime(changed_at, HERE);
  return (
    <p className={classes.facts}>
      <span className={classes.own}>{t(own ? 'own' : 'from.program')}</span>
      <span>{[manufacturer, models.join(', ')].filter(Boolean).join(' · ')}</span>
      <span>{kindOf(category)}</span>
      <span>{t('page.version', { version })}</span>
      {at && <span>{person ? t('page.changed', { at, person }) : t('page.changed_nobody', { at })}</span>}
    </p>
  );
}

function About({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const language = useLanguage();
  const { own, notes, source, map } = template;
  const names = map.attributes.map(({ name }) => name).join(', ');
  return (
    <div className={classes.about}>
      <div>
        <h2>{t(own ? 'page.notes' : 'page.prerequisites')}</h2>
        <p>{notes[language] || <span className="muted">{t('page.no_notes')}</span>}</p>
      </div>
      <div>
        <h2>{t('page.source')}</h2>
        <p>
          {source.url ? (
            <a href={source.url} target="_blank" rel="noreferrer">
              {source.title} <IconExternalLink size={13} aria-hidden="true" />
            </a>
          ) : (
            source.title || <span className="muted">{t('page.no_source')}</span>
          )}
        </p>
        {names && <p className="muted">{t('page.attributes', { names })}</p>}
      </div>
    </div>
  );
}

function RemoveDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const { formMessage } = useTemplateRefusals();
  const { key, name, devices } = template;
  const removal = useMutation({
    mutationFn: async () => {
      await navigate({ to: '/apps/cloudcontrol/templates' });
      await removeTemplate(company, key);
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

function textsOf({ name, manufacturer, models, notes, source, own }: Template, language: 'it' | 'en'): Texts {
  const said = [source.title, source.url].filter(Boolean).join(' – ');
  return {
    name,
    manufacturer,
    model: models.length === 1 ? (models[0] ?? '') : '',
    notes: own ? notes.en : notes[language],
    source: said,
  };
}

function Dialogs({
  template,
  opened: dialog,
  onClose,
}: {
  template: Template;
  opened: DialogState;
  onClose: () => void;
}) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const language = useLanguage();
  const navigate = useNavigate();
  const { key, name } = template;
  const texts = textsOf(template, language);
  if (dialog?.kind === 'apply')
    return (
      <ApplyDialog
        template={template}
        {...(dialog.devices ? { devices: dialog.devices } : {})}
        onClose={onClose}
      />
    );
  if (dialog?.kind === 'renew') return <RenewDialog template={template} onClose={onClose} />;
  if (dialog?.kind === 'remove') return <RemoveDialog template={template} onClose={onClose} />;
  if (dialog?.kind === 'edit')
    return (
      <TemplateForm
        title={t('edit.title', { name })}
        confirm={tc('save')}
        texts={texts}
        save={(typed) =>
          changeTemplate(company, key, {
            ...typed,
            ...(template.revision ? { revision: template.revision } : {}),
          })
        }
        onConflict={() => fetchTemplate(company, key)}
        onSaved={() => {
          toast.saved();
          onClose();
        }}
        onClose={onClose}
      />
    );
  if (dialog?.kind !== 'copy') return null;
  return (
    <TemplateForm
      title={t('make.copy_title', { name })}
      text={t('make.copy_text')}
      confirm={t('make.confirm')}
      texts={texts}
      save={(typed) => createTemplate(company, { ...typed, from: { template_key: key } })}
      onSaved={(made) => {
        toast.done(t('make.copied'));
        onClose();
        void navigate({ to: '/apps/cloudcontrol/templates/$key', params: { key: made.key } });
      }}
      onClose={onClose}
    />
  );
}

/** A template: what it is and where that was published, what it reads, and how its devices stand. */
export function TemplatePage() {
  const { t } = useTranslation('templates');
  const company = useCompany().id_client;
  const { key } = route.useParams();
  const { data, error, refetch } = useTemplate(key);
  const [dialog, setDialog] = useState<DialogState>(null);
  usePageTitle(data?.name ?? t('title'));
  if (!data && error instanceof CallError && error.status === 404)
    return (
      <div className={classes.page}>
        <header>
          <BackLink />
          <h1>{t('title')}</h1>
        </header>
        <EmptyState icon={IconTemplate} title={t('page.gone')} hint={t('page.gone_hint')} />
      </div>
    );
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} radius={12} aria-busy="true" />;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <BackLink />
          <h1>{data.name}</h1>
          <Facts template={data} />
        </div>
        <TemplateActions template={data} onOpen={setDialog} />
      </header>
      <About template={data} />
      <DevicesTable template={data} onUpdate={(devices) => setDialog({ kind: 'apply', devices })} />
      <section className={classes.section}>
        <div className={classes.sectionHead}>
          <h2>{t('page.variables')}</h2>
          <MapMenu
            door={templateMap(company, data, () => fetchTemplate(company, data.key))}
            empty={data.map.variables.length === 0}
            fixed={!data.own}
          />
        </div>
        <VariablesTable template={data} />
      </section>
      <Dialogs template={data} opened={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}
