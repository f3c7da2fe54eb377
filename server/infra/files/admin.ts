import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../admin.ts'
import { copyToBucket, verifyBucket } from './storage/copy-to-bucket.ts'
import { openS3Client } from './storage/s3-client.ts'

export const admin: AdminCommands = {
  storage: {
    summary: 'Moves the files of the disk into the bucket of the settings: storage copy, then storage verify',
    async run({ app: { config }, args, print }) {
      const [action] = args
      if (!config.s3) throw new Refusal('invalid', 'Name the bucket first: S3_ENDPOINT, S3_BUCKET and the keys.')
      const client = openS3Client(config.s3)
      if (action === 'copy' && args.length === 1) {
        const { copied, there } = await copyToBucket(client, config.dataDir, (key) => print(key))
        print(`${copied} copied, ${there} were there`)
      } else if (action === 'verify' && args.length === 1) {
        const { same, missing, different } = await verifyBucket(client, config.dataDir)
        for (const key of missing) print(`missing  ${key}`)
        for (const key of different) print(`different  ${key}`)
        print(`${same} are the same, ${missing.length} missing, ${different.length} different`)
        if (missing.length + different.length > 0) throw new Refusal('conflict', 'Run "storage copy" again.')
      } else throw new Refusal('invalid', 'Say what to do: storage copy, or storage verify')
    },
  },
}
