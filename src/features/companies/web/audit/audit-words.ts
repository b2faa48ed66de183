import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../../../../shared/units/names.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { formatDateTime, HERE } from '../../../../shared/web/format/dates.ts';
import { textsBelow } from '../../../../shared/web/i18n/texts-below.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { AuditEntry, AuditNames } from '../../audit.contract.ts';
import { DEVICES, factsOf, isInstant, PARTS, PLANTS, SPOKEN, spokenOf } from '../../audit.model.ts';
import { companiesCalls } from '../../companies.contract.ts';

export interface FactWords {
  label: string;
  before: string | null;
  after: string;
}

/** Says one value of a field in words; what has none yet stands as the program wrote it. */
function useValueLabels(): (field: string, value: unknown, names: AuditNames[string] | undefined) => string {
  const { t, i18n } = useTranslation('companies');
  const { t: ta } = useTranslation('audit');
  const language = useLanguage();
  const { data: plants } = useCall(companiesCalls.listCompanyPlants);
  return useMemo(() => {
    const codes = new Map((plants ?? []).map(({ id, proj_code }) => [id, proj_code]));
    const word = (key: string, text: string): string => (i18n.exists(key) ? i18n.t(key as never) : text);
    const alike = (fields: Iterable<string>, messageFor: (text: string) => string) =>
      [...fields].map((field): [string, (text: string) => string] => [field, messageFor]);
    const spoken = textsBelow(ta, 'spoken');
    const named = new Map<string, (text: string) => string>([
      ...alike(PLANTS, (id) => codes.get(id) ?? `#${id}`),
      ...alike([...DEVICES, ...PARTS], (id) => (/^\d+$/.test(id) ? `#${id}` : id)),
      ...alike(SPOKEN, (text) => spokenOf(text, spoken)),
      ['roles', (text) => word(`common:roles.${text}`, text)],
      ['scopes', (text) => word(`companies:keys.scope_short.${text}`, text)],
      ['fields', (text) => word(`audit:fields.${text}`, text)],
    ]);
    const one = (field: string, value: unknown, names: AuditNames[string] | undefined): string => {
      if (value === null || value === '') return '–';
      if (typeof value === 'boolean') return t(value ? 'audit.page.yes' : 'audit.page.no');
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      if (isInstant(text)) return formatDateTime(text, HERE);
      return (
        names?.[text]?.[language] ?? named.get(field)?.(text) ?? word(`audit:values.${field}.${text}`, text)
      );
    };
    return (field, value, names) => {
      if (!Array.isArray(value)) return one(field, value, names);
      return value.length === 0
        ? t('audit.page.none_of_them')
        : value.map((each) => one(field, each, names)).join(', ');
    };
  }, [t, ta, i18n, plants, language]);
}

/** Says an entry in the reader's language. */
export function useAuditLabels() {
  const { t, i18n } = useTranslation('companies');
  const said = useValueLabels();
  return useMemo(() => {
    const word = (key: string, text: string): string =>
      i18n.exists(`audit:${key}`) ? i18n.t(`audit:${key}` as never) : text;
    return {
      action: ({ action }: AuditEntry) => word(`actions.${action}`, action),
      actor: ({ actor_id, actor_name }: AuditEntry) =>
        actor_name ??
        (actor_id === null ? t('audit.page.program') : t('audit.page.removed', { id: actor_id })),
      target: ({ target, target_name }: AuditEntry) =>
        target_name ?? (/^\d+$/.test(target) ? `#${target}` : target),
      facts: ({ detail, names }: AuditEntry): FactWords[] =>
        factsOf(detail).map(({ field, before, after }) => ({
          label: word(`fields.${field}`, field),
          before: before === undefined ? null : said(field, before, names[field]),
          after: after === undefined ? '–' : said(field, after, names[field]),
        })),
    };
  }, [t, i18n, said]);
}

/** Kinds of things that an action is about, by their names; one that the address names and nobody knows stands as it is. */
export function useAuditGroups(asked?: string): { value: string; label: string }[] {
  const { t } = useTranslation('audit');
  return useMemo(() => {
    const groups = textsBelow(t, 'groups');
    return Object.entries(asked === undefined ? groups : { [asked]: asked, ...groups })
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => compareNames(a.label, b.label));
  }, [t, asked]);
}
