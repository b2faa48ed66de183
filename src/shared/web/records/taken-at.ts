/** When a photo was taken, as the device says; nothing of other files, whose last change is something else. */
export const takenOf = ({ type, lastModified }: File): { taken_at?: string } =>
  type.startsWith('image/') && lastModified > 0 ? { taken_at: new Date(lastModified).toISOString() } : {};
