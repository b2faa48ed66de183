/** Options of a test that a distributed database cannot stand for, with the reason: there it is skipped. */
export function onOneMachine(why: string): { skip: string | false } {
  return { skip: process.env.CITUS_URL ? `with CITUS_URL: ${why}` : false };
}
