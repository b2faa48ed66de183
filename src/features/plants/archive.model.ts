/** Who holds the lease of a port in the archive: nobody polls it, and nobody can take the lease, until it is restored. */
export const LEASE_OF_ARCHIVE = 'the archive';
