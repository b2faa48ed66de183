import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, HERE } from '../../../../shared/web/format/dates.ts';
import type { AuditEntry } from '../../audit.contract.ts';
import { factsOf, INSTANTS, PLANTS, SPOKEN, spokenOf } from '../../audit.model.ts';
import { useCompanyPlants } from '../companies.api.ts';

export interface FactWords {
  label: string;
  before: string | null;
  after: string;
}

/** Says one value of a field in words; what has none yet stands as the program wrote it. */
function useValueLabels(): (field: string, value: unknown) => string {
  const { t, i18n } = useTranslation('companies');
  const { data: plants } = useCompanyPlants();
  return useMemo(() => {
    const codes = new Map((plants ?? []).map(({ id, proj_code }) => [id, proj_code]));
    const word = (key: string, text: string): string => (i18n.exists(key) ? i18n.t(key as never) : text);
    const alike = (fields: Iterable<string>, messageFor: (text: string) => string) =>
      [...fields].map((field): [string, (text: string) => string] => [field, messageFor]);
    const spoken = {
      port: t('audit.page.word.port'),
      device: t('audit.page.word.device'),
      template: t('audit.page.word.template'),
      variables: t('audit.page.word.variables'),
      texts: t('audit.page.word.texts'),
    };
    const named = new Map<string, (text: string) => string>([
      ...alike(PLANTS, (id) => codes.get(id) ?? `#${id}`),
      ...alike(INSTANTS, (at) => formatDateTime(at, HERE)),
      ...alike(SPOKEN, (text) => spokenOf(text, spoken)),
      ['roles', (text) => word(`common:roles.${text}`, text)],
      ['scopes', (text) => word(`companies:keys.scope_short.${text}`, text)],
      ['fields', (text) => word(`companies:audit.page.field.${text}`, text)],
    ]);
    const one = (field: string, value: unknown): string => {
      if (value === null || value === '') return '–';
      if (typeof value === 'boolean') return t(value ? 'audit.page.yes' : 'audit.page.no');
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return named.get(field)?.(text) ?? word(`companies:audit.page.value.${field}.${text}`, text);
    };
    return (field, value) => {
      if (!Array.isArray(value)) return one(field, value);
      return value.length === 0
        ? t('audit.page.none_of_them')
        : value.map((each) => one(field, each)).join(', ');
    };
  }, [t, i18n, plants]);
}

/** Says an entry in the reader's language. */
export function useAuditLabels() {
  const { t, i18n } = useTranslation('companies');
  const said = useValueLabels();
  return useMemo(() => {
    const word = (key: string, text: string): string =>
      i18n.exists(`companies:${key}`) ? t(key as never) : text;
    return {
      action: ({ action }: AuditEntry) => word(`audit.actions.${action}`, action),
      actor: ({ actor_id, actor_name }: AuditEntry) =>
        actor_name ??
        (actor_id === null ? t('audit.page.program') : t('audit.page.removed', { id: actor_id })),
      target: ({ target, target_name }: AuditEntry) =>
        target_name ?? (/^\d+$/.test(target) ? `#${target}` : target),
      facts: ({ detail }: AuditEntry): FactWords[] =>
        factsOf(detail).map(({ field, before, after }) => ({
          label: word(`audit.page.field.${field}`, field),
          before: before === undefined ? null : said(field, before),
          after: after === undefined ? '–' : said(field, after),
        })),
    };
  }, [t, i18n, said]);
}
