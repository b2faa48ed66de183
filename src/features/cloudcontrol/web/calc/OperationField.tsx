import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OPERATIONS, type Operation } from '../../calculation.model.ts';
import classes from './calc.module.css';

interface Props {
  value: Operation;
  fault: string | undefined;
  onChange: (operation: Operation) => void;
}

/** Chooses what is done with the inputs; each way says what it is for. */
export function OperationField({ value, fault, onChange }: Props) {
  const { t } = useTranslation('calc');
  return (
    <Radio.Group
      label={t('field.operation')}
      value={value}
      error={fault}
      onChange={(chosen) => onChange(OPERATIONS.find((one) => one === chosen) ?? value)}
    >
      <div className={classes.operations}>
        {OPERATIONS.map((operation) => (
          <Radio.Card key={operation} value={operation} className={classes.operation ?? ''}>
            <span className={classes.dot} aria-hidden="true" />
            <span>
              <span className={classes.operationName}>{t(`operation.${operation}.name`)}</span>
              <span className={classes.operationText}>{t(`operation.${operation}.text`)}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
