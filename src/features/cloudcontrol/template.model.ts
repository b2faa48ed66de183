const OWN = /^own-([1-9]\d{0,15})$/;

/** The number of a company's own template in its key, or null for one of the program's. */
export function ownTemplateId(key: string): number | null {
  const id = OWN.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

export const ownTemplateKey = (id: number): string => `own-${id}`;

export const TEMPLATES = {
  /** A company's own at most: lists are answered whole. */
  own: 500,
  /** Devices that are previewed and brought to a template at once. */
  devices: 100,
  /** Devices whose difference is told field by field at once. */
  detailed: 10,
  /** Devices that a template's page names. */
  named: 500,
  content_bytes: 2_000_000,
} as const;

/** Why a device cannot be brought to a template. */
export const TEMPLATE_FAULTS = ['virtual', 'no_slots', 'attributes'] as const;
