/** SQL: where a device is reached behind its port, host:port/unit; null where it has none, or no unit number. */
export const placeOf = (device: string, port: string): string =>
  `lower(${port}.host) || ':' || ${port}.port || '/' || ${device}.unit_id`;
