import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { useVariableLabels } from '../field/forms/use-variable-words.ts';
import { firstOf, unmeasured } from './find.model.ts';
import classes from './find.module.css';

type Seen = FoundDevice['variables'][number];
/** So many stand there before somebody asks for all. */
const FIRST = 8;

function ValueRow({ seen, gone }: { seen: Seen; gone: boolean }) {
  const { t } = useTranslation('find');
  const { number, language } = useFormat();
  const catalogueName = useVariableLabels();
  const { name, of_name, value } = seen;
  const own = language === 'it' ? of_name?.label_it : of_name?.label_en;
  const known = catalogueName(name);
  const unit = seen.unit ?? of_name?.unit ?? '';
  const meant = { value_table: seen.value_table ?? null, quantity: of_name?.quantity ?? 'other' };
  const said = value === null ? null : saidValue(meant, value, language);
  const decimals = seen.decimals ?? of_name?.decimals ?? 2;
  return (
    <tr data-gone={gone || undefined} data-none={value === null || undefined}>
      <th scope="row">{known === name ? (own ?? name) : known}</th>
      <td>{value === null ? t('values.none') : (said ?? number(value, decimals))}</td>
      <td>{value === null ? '' : spellUnit(unit)}</td>
    </tr>
  );
}

/** What the device reads just now; what it does not measure is said to be so, and is never a number. */
export function FoundValues({ found, without }: { found: FoundDevice; without: boolean }) {
  const { t } = useTranslation('find');
  const [all, setAll] = useState(false);
  const { variables } = found;
  const shown = all ? variables : firstOf(variables, FIRST);
  const silent = unmeasured(variables);
  const measured = t('values.measured', { count: variables.length - silent });
  const none = silent > 0 ? ` · ${t('values.not_measured', { count: silent })}` : '';
  return (
    <div>
      <table className={classes.values}>
        <caption>
          {t('values.title')}
          <span className="muted"> {measured + none}</span>
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('values.name')}</th>
            <th scope="col">{t('values.value')}</th>
            <th scope="col">{t('values.unit')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((seen) => (
            <ValueRow key={seen.name} seen={seen} gone={without && seen.value === null} />
          ))}
        </tbody>
      </table>
      {variables.length > FIRST && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('values.fewer') : t('values.all', { count: variables.length })}
        </Button>
      )}
    </div>
  );
}
