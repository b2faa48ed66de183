import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { TEMPLATES } from '../../template.model.ts';
import { type TemplatePreview, templatesCalls } from '../../templates.contract.ts';
import { ChooseDevices } from './ChooseDevices.tsx';
import { PreviewGroups } from './PreviewGroups.tsx';
import { possible } from './preview.model.ts';
import { useCalled, useTemplateMessages } from './use-template-words.ts';
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
  const { fieldMessage } = useTemplateMessages();
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
        <Muted size="md">
          {t('apply.names', {
            count: names.length,
            names: names
              .slice(0, 8)
              .map((name) => called(name) ?? name)
              .join(', ')
              .concat(names.length > 8 ? ' …' : ''),
          })}
        </Muted>
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
  const [changed, setChanged] = useState<string | null>(null);
  const applying = useSend(templatesCalls.apply, {
    onDone: ({ devices }) => {
      toast.done(t('apply.done', { count: devices.length }));
      onClose();
    },
    onFailed: (fault) => {
      // Somebody was faster: what would change is shown anew, against what is stored now.
      if (!(fault instanceof CallError) || fault.status !== 409) return;
      const named = fault.errors.filter(({ path }) => path.startsWith('devices'));
      const names = named.map(({ params }) => String(params?.short_name ?? '')).join(', ');
      if (fault.errors[0]?.code !== 'changed_since') return;
      setChanged(names ? t('apply.again', { names }) : t('apply.again_template'));
      again();
    },
  });
  const apply = ({ version, devices }: TemplatePreview, remove: boolean) => {
    setChanged(null);
    const chosen = possible(devices).map(({ device_id, newest_version }) => ({ device_id, newest_version }));
    applying.mutate({ params: { key: template.key }, body: { version, remove, devices: chosen } });
  };
  return { apply, pending: applying.isPending, fault: changed === null ? applying.error : null, changed };
}

/** What bringing these devices to the template would change, and the button that does it. */
function PreviewStep({ template, device_ids, onBack, onClose }: PreviewProps) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const { formMessage } = useTemplateMessages();
  const [remove, setRemove] = useState(false);
  const called = useCalled(useTemplate(template.key).data);
  const wish = { key: template.key, device_ids, remove, details: false };
  const preview = usePreview(wish);
  const { data } = preview;
  const { apply, pending, fault, changed } = useApplying({ template, onClose }, () => void preview.refetch());
  const count = possible(data?.devices ?? []).length;
  return (
    <>
      <Stack gap={16}>
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
        <Known query={preview} height={160}>
          {(known) => (
            <>
              <AboutNames preview={known} called={called} />
              <PreviewGroups preview={known} remove={remove} called={called} />
            </>
          )}
        </Known>
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onBack ?? onClose}>
          {onBack ? t('apply.back') : tc('cancel')}
        </Button>
        <Button
          loading={pending}
          disabled={
            !data || preview.isFetching || count === 0 || data.clashes.length + data.unknown.length > 0
          }
          onClick={() => data && apply(data, remove)}
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
          <Stack gap={12}>
            <Muted size="md">{t('apply.choose_text', { most: TEMPLATES.devices })}</Muted>
            <ChooseDevices chosen={chosen} onChosen={setChosen} />
          </Stack>
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
