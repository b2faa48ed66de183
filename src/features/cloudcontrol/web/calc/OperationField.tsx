import { Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { OPERATIONS, type Operation } from '../../calculation.model.ts';

/** Chooses what is done with the inputs; each way says what it is for. */
export function OperationField({ fault }: { fault: string | undefined }) {
  const { t } = useTranslation('calc');
  const { value, change, input } = useFormField<Operation>({
    name: 'operation',
    label: t('field.operation'),
    show: (operation) => t(`operation.${operation}.name`),
  });
  return (
    <Radio.Group
      label={t('field.operation')}
      value={value}
      error={input.error ?? fault}
      onChange={(chosen) => change(OPERATIONS.find((one) => one === chosen) ?? value)}
    >
      <Stack gap={6} mt={6}>
        {OPERATIONS.map((operation) => (
          <Radio.Card key={operation} value={operation} p="8px 10px" radius={8}>
            <Group gap={10} wrap="nowrap" align="flex-start">
              <Radio.Indicator size="xs" mt={2} />
              <div>
                <Text fw={600}>{t(`operation.${operation}.name`)}</Text>
                <Muted>{t(`operation.${operation}.text`)}</Muted>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
