/** What the screen of a plant gives the dialog that imports a device's history. */
export interface ImportDialogProps {
  device: { device_id: number; short_name: string; values: readonly { name: string }[] };
  proj_code: string;
  /** IANA zone of the plant. */
  zone: string;
  onClose: () => void;
}
