import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../admin.ts'
import { cleanDisk, copyToBucket, verifyBucket } from './storage/copy-to-bucket.ts'
import type { Verified } from './storage/copy-to-bucket.ts'
import { openS3Client } from './storage/s3-client.ts'

export const admin: AdminCommands = {
  storage: {
    summary:
      'Moves the files of the disk into the bucket of the settings: storage copy, then storage verify and storage clean',
    async run({ app: { config }, args, print }) {
      const [action] = args
      if (!config.s3) throw new Refusal('invalid', 'Name the bucket first: S3_ENDPOINT, S3_BUCKET and the keys.')
      const client = openS3Client(config.s3)
      if (action === 'copy' && args.length === 1) {
        const { copied, there } = await copyToBucket(client, config.dataDir, (key) => print(key))
        print(`${copied} copied, ${there} were there`)
      } else if (action === 'verify' && args.length === 1) {
        const verified = await verifyBucket(client, config.dataDir)
        report(verified, print)
        const { same, documents } = verified
        if (documents > 0) print(`${documents} identity documents are still on this disk. Remove them: storage clean`)
        else if (same > 0) print('storage clean removes what is the same from this disk')
        requireSame(verified)
      } else if (action === 'clean' && args.length === 1) {
        const cleaned = await cleanDisk(client, config.dataDir)
        report(cleaned, print)
        print(`${cleaned.same} removed from this disk, ${cleaned.documents} of them identity documents`)
        requireSame(cleaned)
      } else throw new Refusal('invalid', 'Say what to do: storage copy, storage verify, or storage clean')
    },
  },
}

function report({ same, missing, different }: Verified, print: (line: string) => void): void {
  for (const key of missing) print(`missing  ${key}`)
  for (const key of different) print(`different  ${key}`)
  print(`${same} are the same, ${missing.length} missing, ${different.length} different`)
}

function requireSame({ missing, different }: Verified): void {
  if (missing.length + different.length > 0) throw new Refusal('conflict', 'Run "storage copy" again.')
}
