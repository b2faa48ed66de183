import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../../../shared/web/ui/DialogFooter.tsx';
import { Difference } from './Difference.tsx';

/** Two versions beside each other. */
export function CompareDialog(props: { device_id: number; from: number; to: number; onClose: () => void }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const { from, to, onClose } = props;
  return (
    <Dialog title={t('versions.compare', { from, to })} size={720} onClose={onClose}>
      <Difference device_id={props.device_id} from={from} to={to} />
      <DialogFooter>
        <Button onClick={onClose}>{tc('close')}</Button>
      </DialogFooter>
    </Dialog>
  );
}
