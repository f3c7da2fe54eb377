import { changeSources } from './change-sources.ts'

// Loaded before a server, it makes of this release the next one: another name, and a protocol that is one higher.
changeSources({
  '/sync/engine/protocol/version.ts': ['export const PROTOCOL_VERSION = ', 'export const PROTOCOL_VERSION = 1 + '],
  '/server/infra/database/stored-migrations.ts': ['RELEASE = `', 'RELEASE = `next '],
})
