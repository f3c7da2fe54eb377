import { join } from 'node:path'
import type { ExtractorType } from '@lingui/conf'

const root = join(import.meta.dirname, '../..')

/** The workspaces whose refusals people read. */
const folders = [join(root, 'server'), join(root, 'sync')]

/** Code that speaks to operators and developers, or has words of its own in the app. */
const UNREAD =
  /\/(bench|bus|database|demo|disputes\/evidence|dist|examples|heads|infra\/live|mail|sandbox-gateway|templates|testing)\/|\.test\.ts$|-pages\.ts$|\/(admin|allowed-methods|api-docs|assert-port-free|books|config|create-app|create-migration|grant-tokens|hold-rules|hang-up|load-optional|choose-jobs|mail-phrases|mails|migrate-queues|new-device-mail|openapi|openapi-schema|process-file-job|failed-file|tell-of-failed-refund|export-document|report-commands|require-same-keys|require-within-budget|open-keys|audio-processing|run-ffmpeg|review|approve-creator|asset-head|set|show-jobs|storage|take-over|video-processing)\.ts$/
const UNREAD_TEXTS = new Set([
  // The client that it concerns is gone.
  'The client hung up.',
  // The text of a record, which the app shows in its own words.
  'Message deleted!',
])

/** Sentences that no source has in the form below. This file is their source. */
const OTHER_TEXTS = [
  'Something went wrong, please try again later',
  // The app says it where a browser has no words.
  'The passkey was not used. Try again, or take another way.',
  // Devices keep refusals. The server words these in another way today.
  'This draft was published on another device. What you wrote here is kept on this device.',
  'This draft was discarded on another device. What you wrote here is kept on this device.',
  'This draft has already been published. What you wrote here is kept on this device.',
  'This draft has already been discarded. What you wrote here is kept on this device.',
  'This was removed on another device. What you wrote here is kept on this device.',
]
const otherTextsFile = import.meta.filename

/** Globs of all the sources that are read. */
export const sentenceSources = [...folders.map((folder) => `${folder}/**/*.ts`), otherTextsFile]

/**
 * Reads the English sentences of the server and of the shared schemas for the catalogue `server`. The sentence itself is
 * the id of its translation, so that the app finds it by what the server answered.
 */
export const serverSentences: ExtractorType = {
  match: (path) => path === otherTextsFile || folders.some((folder) => path.startsWith(`${folder}/`)),
  extract(path, code, onMessageExtracted) {
    for (const id of sentencesOf(path, code)) onMessageExtracted({ id, message: id, origin: [path, 1] })
  },
}

/** Texts of several words that end as sentences do. A value that is put in stands as `{number}`. */
export function sentencesOf(path: string, code: string): string[] {
  if (path === otherTextsFile) return OTHER_TEXTS
  if (UNREAD.test(path)) return []
  const withoutComments = code.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, '')
  const texts = [...withoutComments.matchAll(/(['"`])([A-Z](?:(?!\1)[^\n])* (?:(?!\1)[^\n])*[.!?])\1/g)]
  const sentences = texts.map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '{number}'))
  return [...new Set(sentences)].filter((text) => !UNREAD_TEXTS.has(text))
}
