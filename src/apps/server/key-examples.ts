/** A command that works as it is pasted, once the names above it are filled in. */
export interface Example {
  title: string;
  /** What else to know of it; HTML. */
  note: string;
  command: string;
}

/** What the commands are about, in the reader's own installation. */
export function keySettings(publicUrl: string): string {
  return [
    `PORTAL=${publicUrl}`,
    'KEY=mk_…           # shown once, when it is made',
    'COMPANY=1          # the company that made it; its number stands on the page of its keys',
    'PLANT=PLANT-1',
    'DEVICE=INV1',
  ].join('\n');
}

export const KEY_EXAMPLES: readonly Example[] = [
  {
    title: 'Send readings',
    note: `For a key that may <code>ingest</code>. A 2xx means: on disk; to send the same again changes nothing. A key of one
plant names the device alone (<code>INV1</code>), one of the whole company the plant as well. A delivery is stored as a whole
or, with <code>?partial=true</code>, without the readings that cannot be stored, which the answer lists.`,
    command: `curl -X POST "$PORTAL/ingest/v1/readings/" \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d "{\\"readings\\":[{\\"device\\":\\"$PLANT/$DEVICE\\",\\"ts\\":\\"$(date -u +%FT%TZ)\\",\\"values\\":{\\"ac_power_kw\\":412.5}}]}"`,
  },
  {
    title: 'Read the plants as they are now',
    note: `For a key that may <code>read</code>: it is answered by every call below that says so, as a member would be who sees the
whole company, or the one plant that the key is for. The header <code>id-client</code> must name the key's own company.`,
    command: `curl "$PORTAL/api/v1/plants-card-list/" -H "Authorization: Bearer $KEY" -H "id-client: $COMPANY"`,
  },
  {
    title: 'Read the power of today, hour by hour',
    note: 'Instants are ISO 8601 in UTC; <code>start</code> belongs to the window, <code>end</code> does not.',
    command: `curl --get "$PORTAL/api/v1/results-data/" -H "Authorization: Bearer $KEY" -H "id-client: $COMPANY" \\
  -d "proj_code=$PLANT" -d "quantities=ac_power_kw" -d "resolution=hour" \\
  -d "start=$(date -u +%F)T00:00:00Z" -d "end=$(date -u +%FT%TZ)"`,
  },
];
