import { Alert, Button, Checkbox, Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { TEMPLATES } from '../../template.model.ts';
import { type TemplatePreview, templatesCalls } from '../../templates.contract.ts';
import forms from '../field/forms/forms.module.css';
import { ChooseDevices } from './ChooseDevices.tsx';
import { PreviewGroups } from './PreviewGroups.tsx';
import { possible } from './preview.model.ts';
import { useCalled, useTemplateRefusals } from './use-template-words.ts';
import { usePreview, useTemplate } from './use-templates.ts';

interface Named {
  key: string;
  name: string;
}

/** What else the template brings with it, or what is in its way. */
function AboutNames({
  preview,
  called,
}: {
  preview: TemplatePreview;
  called: (name: string) => string | undefined;
}) {
  const { t } = useTranslation('templates');
  const { fieldMessage } = useTemplateRefusals();
  const { names, unknown, clashes } = preview;
  return (
    <>
      {clashes.length + unknown.length > 0 && (
        <FormError>
          {clashes.map((clash) => (
            <p key={clash.name}>
              {fieldMessage({ path: '', message: '', code: 'name_differs', params: { ...clash } })}
            </p>
          ))}
          {unknown.map((name) => (
            <p key={name}>{t('apply.unknown', { name })}</p>
          ))}
        </FormError>
      )}
      {names.length > 0 && (
        <p className="muted">
          {t('apply.names', {
            count: names.length,
            names: names
              .slice(0, 8)
              .map((name) => called(name) ?? name)
              .join(', ')
              .concat(names.length > 8 ? ' …' : ''),
          })}
        </p>
      )}
    </>
  );
}

interface PreviewProps {
  template: Named;
  device_ids: number[];
  onBack: (() => void) | null;
  onClose: () => void;
}

function useApplying({ template, onClose }: Pick<PreviewProps, 'template' | 'onClose'>, again: () => void) {
  const { t } = useTranslation('templates');
  const company = useCompany().id_client;
  const [changed, setChanged] = useState<string | null>(null);
  const applying = useMutation({
    mutationFn: (preview: TemplatePreview & { remove: boolean }) =>
      send(templatesCalls.apply, {
        params: { key: template.key },
        company,
        body: {
          version: preview.version,
          remove: preview.remove,
          devices: possible(preview.devices).map(({ device_id, newest_version }) => ({
            device_id,
            newest_version,
          })),
        },
      }),
    onMutate: () => setChanged(null),
    onSuccess: ({ devices }) => {
      toast.done(t('apply.done', { count: devices.length }));
      onClose();
    },
    onError: (fault) => {
      // Somebody was faster: what would change is shown anew, against what is stored now.
      if (!(fault instanceof CallError) || fault.status !== 409) return;
      const named = fault.errors.filter(({ path }) => path.startsWith('devices'));
      const names = named.map(({ params }) => String(params?.short_name ?? '')).join(', ');
      if (fault.errors.length === 0 || fault.errors[0]?.code !== 'changed_since') return;
      setChanged(names ? t('apply.again', { names }) : t('apply.again_template'));
      again();
    },
  });
  return { applying, changed };
}

/** What bringing these devices to the template would change, and the button that does it. */
function PreviewStep({ template, device_ids, onBack, onClose }: PreviewProps) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const { formMessage } = useTemplateRefusals();
  const [remove, setRemove] = useState(false);
  const called = useCalled(useTemplate(template.key).data);
  const wish = { key: template.key, device_ids, remove, details: false };
  const { data, error, refetch, isFetching } = usePreview(wish);
  const { applying, changed } = useApplying({ template, onClose }, () => void refetch());
  const count = possible(data?.devices ?? []).length;
  const fault = changed === null ? applying.error : null;
  return (
    <>
      <div className={forms.form}>
        {changed && (
          <Alert role="alert" color="orange" variant="light" icon={<IconUsersGroup size={18} />}>
            {changed}
          </Alert>
        )}
        {fault && <FormError>{formMessage(fault)}</FormError>}
        <Checkbox
          label={t('apply.remove')}
          description={t('apply.remove_hint')}
          checked={remove}
          onChange={(event) => setRemove(event.currentTarget.checked)}
        />
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={160} radius={8} aria-busy="true" />}
        {data && (
          <>
            <AboutNames preview={data} called={called} />
            <PreviewGroups preview={data} remove={remove} called={called} />
          </>
        )}
      </div>
      <DialogFooter>
        {onBack ? (
          <Button variant="default" onClick={onBack}>
            {t('apply.back')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
        )}
        <Button
          loading={applying.isPending}
          disabled={!data || isFetching || count === 0 || data.clashes.length + data.unknown.length > 0}
          onClick={() => data && applying.mutate({ ...data, remove })}
        >
          {t('apply.confirm', { count })}
        </Button>
      </DialogFooter>
    </>
  );
}

interface Props {
  template: Named;
  /** Devices that are chosen already: what would change of them is shown at once. */
  devices?: number[];
  onClose: () => void;
}

/** Brings devices to a template: which ones, what would change of each, and then the change itself. */
export function ApplyDialog({ template, devices, onClose }: Props) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(devices));
  const [choosing, setChoosing] = useState(devices === undefined);
  const tooMany = chosen.size > TEMPLATES.devices;
  return (
    <Dialog title={t('apply.title', { name: template.name })} size={760} keeps onClose={onClose}>
      {choosing ? (
        <>
          <div className={forms.form}>
            <p className="muted">{t('apply.choose_text', { most: TEMPLATES.devices })}</p>
            <ChooseDevices chosen={chosen} onChosen={setChosen} />
          </div>
          <DialogFooter text={tooMany ? t('apply.too_many', { most: TEMPLATES.devices }) : undefined}>
            <Button variant="default" onClick={onClose}>
              {tc('cancel')}
            </Button>
            <Button disabled={chosen.size === 0 || tooMany} onClick={() => setChoosing(false)}>
              {t('apply.next')}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <PreviewStep
          template={template}
          device_ids={[...chosen]}
          onBack={devices === undefined ? () => setChoosing(true) : null}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
