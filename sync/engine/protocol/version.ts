/** Raised with every incompatible change of the wire; `version.test.ts` fails when the schemas change and this does not. */
export const PROTOCOL_VERSION = 2
