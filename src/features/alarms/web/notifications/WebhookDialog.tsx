import { Button, Stack, TextInput } from '@mantine/core';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { readReceiver } from '../../webhook.model.ts';
import { type Webhook, webhooksCalls } from '../../webhooks.contract.ts';
import { AlarmSelectionFields } from './AlarmSelectionFields.tsx';
import { SwitchField } from './SwitchField.tsx';
import { useNotificationLabels } from './use-notification-labels.ts';
import { type WebhookForm, webhookBodyOf, webhookFormOf } from './webhook-form.model.ts';

/** A webhook in the one answer that holds its secret. */
export interface FreshWebhook {
  name: string;
  secret: string;
}

interface Props {
  /** Null: a new one. */
  webhook: Webhook | null;
  onMade: (made: FreshWebhook) => void;
  onClose: () => void;
}

/** Makes or changes a webhook. What was typed stays after any failure. */
export function WebhookDialog({ webhook, onMade, onClose }: Props) {
  const { t } = useTranslation('notifications');
  const { t: common } = useTranslation();
  const company = useCompany().id_client;
  const form = useForm<WebhookForm>({ mode: 'onTouched', defaultValues: webhookFormOf(webhook) });
  const { submit, refusal } = useSubmit(form, {
    words: useNotificationLabels(),
    act: async (values) => {
      const body = webhookBodyOf(values);
      if (webhook) {
        const params = { id: String(webhook.id) };
        await send(webhooksCalls.changeWebhook, {
          company,
          params,
          body: { ...body, version: webhook.version },
        });
      } else onMade(await send(webhooksCalls.createWebhook, { company, body }));
      onClose();
    },
  });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const validUrl = (text: string) => {
    const receiver = readReceiver(text.trim());
    return 'url' in receiver || t(`fault.url_${receiver.fault}`);
  };
  const title = webhook ? t('hook.change_title', { name: webhook.name }) : t('hook.create');
  return (
    <Dialog title={title} keeps onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <Stack gap={12}>
            <FormError>{refusal}</FormError>
            <TextInput
              data-autofocus
              label={t('hook.name')}
              description={t('hook.name_hint')}
              maxLength={80}
              autoComplete="off"
              error={errors.name?.message}
              {...register('name', { validate: (text) => text.trim() !== '' || t('hook.name_missing') })}
            />
            <TextInput
              label={t('hook.url')}
              description={t('hook.url_hint')}
              type="url"
              maxLength={2000}
              autoComplete="off"
              spellCheck={false}
              error={errors.url?.message}
              {...register('url', { validate: validUrl })}
            />
            <AlarmSelectionFields all={t('what.all_company')} />
            <SwitchField<WebhookForm> name="enabled" label={t('hook.enabled')} />
            <DialogFooter>
              <Button variant="default" onClick={onClose}>
                {common('cancel')}
              </Button>
              <Button type="submit" loading={isSubmitting}>
                {webhook ? t('mail.save') : t('hook.create')}
              </Button>
            </DialogFooter>
          </Stack>
        </form>
      </FormProvider>
    </Dialog>
  );
}
