import { Alert, Button, Checkbox, NativeSelect, Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/call.ts';
import { CallError } from '../../../../shared/contract/client.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { useDateWords } from '../../../../shared/web/charts/date-words.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import type { ApiKey, companiesCalls } from '../../companies.contract.ts';
import { companiesApi } from '../companies.api.ts';
import { EXPIRIES, type Expiry, expiresAt } from './keys.model.ts';
import classes from './keys.module.css';
import { keysQuery, usePlantNames } from './keys-queries.ts';

export type FreshKey = Out<(typeof companiesCalls)['createKey']['ok']>;

interface Wish {
  name: string;
  scopes: ApiKey['scopes'];
  /** A plant's code, or WHOLE. */
  where: string;
  expiry: Expiry;
  date: string | null;
}

/** No plant can be called so. */
const WHOLE = '*';
const SCOPES = ['ingest', 'read'] as const;

/** YYYY-MM-DD of the reader's calendar. */
const today = () => new Date().toLocaleDateString('sv');

function useFaultWords() {
  const { t } = useTranslation('companies');
  const { t: common } = useTranslation();
  return (fault: Error | null): string | null => {
    if (!fault) return null;
    if (!(fault instanceof CallError)) return common('told.failed');
    if (fault.status === 0) return common('error.unreachable');
    return fault.status === 404 ? t('keys.plant_gone') : common('told.failed');
  };
}

/** Makes a key. What was typed stays after any failure. */
export function NewKeyDialog({ onMade, onClose }: { onMade: (key: FreshKey) => void; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const { t: common } = useTranslation();
  const company = useCompany().id_client;
  const dateWords = useDateWords();
  const plants = usePlantNames();
  const faultWords = useFaultWords();
  const form = useForm<Wish>({
    mode: 'onTouched',
    defaultValues: { name: '', scopes: ['ingest'], where: WHOLE, expiry: 'never', date: null },
  });
  const { errors } = form.formState;
  const expiry = form.watch('expiry');
  const make = useMutation({
    mutationFn: (wish: Wish) =>
      companiesApi.createKey({
        company,
        body: {
          name: wish.name.trim(),
          scopes: wish.scopes,
          proj_code: wish.where === WHOLE ? null : wish.where,
          expires_at: expiresAt(wish.expiry, wish.date, new Date()),
        },
      }),
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: keysQuery(company).queryKey });
      onMade(key);
    },
  });
  const fault = faultWords(make.error);
  return (
    <Dialog title={t('keys.create')} keeps onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={form.handleSubmit((wish) => make.mutate(wish))}>
        {fault && (
          <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />}>
            {fault}
          </Alert>
        )}
        <TextInput
          data-autofocus
          label={t('keys.name')}
          description={t('keys.name_hint')}
          maxLength={120}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', { validate: (text) => text.trim() !== '' || t('keys.name_missing') })}
        />
        <Controller
          control={form.control}
          name="scopes"
          rules={{ validate: (scopes) => scopes.length > 0 || t('keys.scope_missing') }}
          render={({ field, fieldState }) => (
            <Checkbox.Group
              label={t('keys.may')}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            >
              <div className={classes.choices}>
                {SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    value={scope}
                    label={t(`keys.scope.${scope}`)}
                    description={t(`keys.scope_hint.${scope}`)}
                    onBlur={field.onBlur}
                  />
                ))}
              </div>
            </Checkbox.Group>
          )}
        />
        <Controller
          control={form.control}
          name="where"
          render={({ field }) => (
            <Select
              label={t('keys.where')}
              description={t('keys.where_hint')}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('keys.no_such_plant')}
              data={[
                { value: WHOLE, label: t('keys.whole_company') },
                ...(plants.data ?? []).map(({ proj_code, name }) => ({
                  value: proj_code,
                  label: `${proj_code} · ${name}`,
                })),
              ]}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={plants.error && t('keys.plants_failed')}
            />
          )}
        />
        <Controller
          control={form.control}
          name="expiry"
          render={({ field }) => (
            <NativeSelect
              label={t('keys.expires')}
              data={EXPIRIES.map((value) => ({ value, label: t(`keys.expiry.${value}`) }))}
              value={field.value}
              onChange={(event) => field.onChange(event.currentTarget.value)}
            />
          )}
        />
        {expiry === 'date' && (
          <Controller
            control={form.control}
            name="date"
            rules={{ validate: (date) => date !== null || t('keys.date_missing') }}
            render={({ field, fieldState }) => (
              <DatePickerInput
                {...dateWords}
                label={t('keys.last_day')}
                placeholder={t('keys.date_form')}
                valueFormat="DD/MM/YYYY"
                minDate={today()}
                hideOutsideDates
                popoverProps={{ withRoles: false }}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('keys.create')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
