import { useCall } from '../../../../shared/web/api/use-call.ts';
import { PictureDialog } from '../../../../shared/web/records/PictureDialog.tsx';
import type { EnergyMeter } from '../../meters.contract.ts';
import { meterRegisterCalls } from '../../register.contract.ts';

interface Props {
  meter: EnergyMeter;
  photo_id: number;
  title: string;
  onClose: () => void;
}

/** The photo that was taken with a reading; a browser finds out itself which kind of image it is. */
export function PhotoDialog({ meter, photo_id, title, onClose }: Props) {
  const params = { id: String(meter.id), photo_id: String(photo_id) };
  const picture = useCall(meterRegisterCalls.photo, { params }, { staleTime: Number.POSITIVE_INFINITY });
  return <PictureDialog title={title} media_type="image/*" picture={picture} onClose={onClose} />;
}
