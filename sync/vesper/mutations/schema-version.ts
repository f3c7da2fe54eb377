/** Raised when the arguments of a mutation change, so that the server can tell what an older device queued. */
export const SCHEMA_VERSION = 9
