/** Where something stands, on the map that a phone opens. */
export const mapOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
