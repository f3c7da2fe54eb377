import { changeSources } from './change-sources.ts'

// Loaded before a server, it keeps no statements in connections, which a PgBouncer before 1.21 does not know in transaction mode.
changeSources({ '/server/infra/database/driver/prepared-statements.ts': ['!text.startsWith(KEPT)', 'text !== null'] })
