/** The host of a `port` as it is compared with what `gatewayHost` makes of another; for SQL over that table. */
export const HOST_COMPARED = `case when host like '%:%'
  then regexp_replace(host(host::inet), '^::ffff:([0-9]+[.][0-9.]+)$', '\\1') else lower(rtrim(host, '.')) end`;
