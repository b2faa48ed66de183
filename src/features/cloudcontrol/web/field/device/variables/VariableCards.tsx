import { Checkbox } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { useRowWindow } from '../../../../../../shared/web/list/use-row-window.ts';
import { plainNumber } from '../../forms/fields.model.ts';
import type { GridProps } from './grid-context.ts';
import { ValueCell } from './ValueCell.tsx';
import { RowActions, VariableName } from './VariableGrid.tsx';
import { labelOf } from './variables.model.ts';
import classes from './variables.module.css';

const HEIGHT = 132;

/** The variables as cards, on phones; their fields are changed in the form. */
export function VariableCards({ variables, context, now, chosen, onChosen, onOpen }: GridProps) {
  const { t } = useTranslation('field');
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const { from, to, before, after, measure } = useRowWindow(list, variables.length, HEIGHT);
  const choose = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <ul
      ref={list}
      className={classes.cards}
      aria-label={t('tabs.variables')}
      style={{ paddingBlock: `${before}px ${after}px` }}
    >
      {variables.slice(from, to).map((variable, place) => (
        <li key={variable.id} ref={measure} data-index={from + place} className={classes.card}>
          <div className={classes.cardHead}>
            <Checkbox
              aria-label={t('variables.choose', { name: labelOf(variable, language) })}
              checked={chosen.has(variable.id)}
              onChange={() => choose(variable.id)}
            />
            <VariableName variable={variable} twins={context.twins.get(variable.id)} />
            <RowActions variable={variable} onOpen={onOpen} />
          </div>
          <ValueCell variable={variable} context={context} now={now} />
          <p className="muted">
            {variable.address === null
              ? t('variables.no_register')
              : t('variables.register', {
                  code: variable.function_code,
                  address: variable.address,
                  type: variable.data_type,
                  factor: plainNumber(variable.factor, language),
                })}
            {variable.scale_address !== null && ` ×10^[${variable.scale_address}]`}
            {!variable.enabled && ` · ${t('variables.off')}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
