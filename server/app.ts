import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Payments } from './domains/money/payments/open-payments.ts'
import type { Vapid } from './domains/notify/push/vapid.ts'
import type { SocialLogin } from './domains/people/identities/open-social-login.ts'
import type { Settings } from './domains/site/settings/settings.ts'
import type { Bus } from './infra/bus/bus.ts'
import type { KeyPurpose } from './infra/crypto/entity.ts'
import type { KeyRing } from './infra/crypto/key-ring.ts'
import type { Sealer } from './infra/crypto/sealer.ts'
import type { DirectSession } from './infra/database/direct-session.ts'
import type { PartStorage } from './infra/files/storage/partial-uploads.ts'
import type { S3Client } from './infra/files/storage/s3-client.ts'
import type { FileStorage } from './infra/files/storage/storage.ts'
import type { LimitStore } from './infra/http/limits/limit-store.ts'
import type { JobQueue } from './infra/jobs/job-queue.ts'
import type { Domains } from './infra/join-domains.ts'
import type { LivePort } from './infra/live/live-port.ts'
import type { Mailer } from './infra/mail/mailer.ts'
import type { StreamEngine } from './infra/rtc/stream-engine.ts'

/** The context of every request, command and job, filled by the one composition root (`create-app.ts`). */
export type App = {
  config: Config
  /** The joined manifests of all domains. */
  domains: Domains
  orm: MikroORM
  /** Locks that belong to this process. */
  session: DirectSession
  log: Logger
  /** The server's clock: the only one that decides anything. */
  clock: () => Date
  settings: Settings
  storage: FileStorage
  /** The bucket that the storage lies in; null where it is the disk. */
  bucket: S3Client | null
  /** Uploads that have come in part. */
  parts: PartStorage
  mailer: Mailer
  payments: Pick<Payments, 'gateway' | 'sandbox' | 'takeEventsAt'>
  socialLogin: SocialLogin
  jobs: JobQueue
  live: LivePort
  /** Picture and sound of live streams. */
  rtc: StreamEngine
  /** The country of an address, ISO 3166-1 alpha-2; null where it is unknown. */
  countryOf: (ip: string) => string | null
  /** Messages between the servers of one database. */
  bus: Bus
  /** Counts limits for all servers of the database; null: each counts for itself. */
  limitStore: LimitStore | null
  /** The fingerprints of the keys that this process signs and seals with; see `key_use`. */
  keyIds: Record<KeyPurpose, string>
  /** Encrypts bank details; with DETAILS_KEY, else a key made once and kept in the data directory. */
  sealer: Sealer
  /** The keys of push messages. */
  vapid: Vapid
  /** Sign tokens and media links; from JWT_SECRET, else made once and kept in the data directory. */
  secret: KeyRing
}
