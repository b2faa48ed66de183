import { useNavigate } from '@tanstack/react-router';
import { NewPlantDialog } from './NewPlantDialog.tsx';

/** Makes a plant, and goes on to its page. */
export function NewPlant({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <NewPlantDialog
      onClose={onClose}
      onMade={({ proj_code }) => {
        onClose();
        void navigate({ to: '/apps/asset/plants/$proj_code', params: { proj_code } });
      }}
    />
  );
}
