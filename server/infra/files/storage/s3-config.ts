import * as v from 'valibot'
import { variable } from '../../../variable.ts'

/** A bucket of an object storage that speaks the protocol of S3. `pathStyle`: its name stands in the path, not in the host. */
export type S3Config = {
  /** It has no slash at its end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
}

const { integer, onOff, url } = variable
const word = v.optional(v.pipe(v.string(), v.regex(/^\S+$/, 'has no spaces')))

/** The variables of a bucket that keeps the files. */
export const s3Variables = {
  S3_ENDPOINT: v.optional(url(['https:', 'http:'], 'https://s3.eu-central-1.example')),
  S3_BUCKET: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be a region')), 'us-east-1'),
  S3_ACCESS_KEY_ID: word,
  S3_SECRET_ACCESS_KEY: word,
  S3_PATH_STYLE: v.optional(onOff, 'on'),
  DELETE_AFTER_DAYS: integer('8', 0, 3_650),
  MEDIA_DELIVERY: v.optional(v.picklist(['stream', 'accel'], 'must be stream or accel'), 'stream'),
}

type Given = {
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_PATH_STYLE: 'on' | 'off'
}

const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** False where a bucket is named in part. */
export function hasWholeS3(env: Given): boolean {
  const given = needed.filter((name) => env[name] !== undefined)
  return given.length === 0 || given.length === needed.length
}

/** False where the proxy is to fetch files from a bucket that is not there. */
export function canDeliver(env: Given & { MEDIA_DELIVERY: 'stream' | 'accel' }): boolean {
  return env.MEDIA_DELIVERY === 'stream' || env.S3_BUCKET !== undefined
}

/** The bucket that the files lie in; null for none. */
export function s3ConfigOf(env: Given): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  const pathStyle = env.S3_PATH_STYLE === 'on'
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey, pathStyle }
}
