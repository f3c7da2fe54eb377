import type { ThreadRow } from './thread-rows.ts'
import { singleFrame } from './file-frame.ts'

const LINE = 22
const CHARACTER = 8

/** How high a row is likely to be (CSS pixels) in a log of this width: the nearer, the less is corrected while scrolling. */
export function estimateRow(row: ThreadRow | undefined, logWidth: number): number {
  if (row?.kind === 'start') return 220
  if (row?.kind !== 'message') return 52
  const { message, spaceAfter } = row
  const space = spaceAfter === 'turn' ? 12 : 2
  const files = filesFrame(message.files)
  const textWidth = Math.min(544, logWidth * 0.8, files.width) - 28
  const text = message.text ? textLines(message.text, textWidth) * LINE + 16 : 30
  return space + files.height + text
}

/**
 * Estimates that stay as they were first made, one set for each log. An estimate that changes unnoticed, because the log
 * has another width, would move what is read; the measure of a row is corrected for.
 */
export function keptEstimates(): typeof estimateRow {
  const kept = new Map<string, number>()
  return (row, logWidth) => {
    if (!row) return estimateRow(row, logWidth)
    const estimate = kept.get(row.key) ?? estimateRow(row, logWidth)
    kept.set(row.key, estimate)
    return estimate
  }
}

function textLines(text: string, width: number): number {
  const perLine = Math.max(8, Math.floor(width / CHARACTER))
  // The time stands on the last line, or under it.
  return `${text}            `
    .split('\n')
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / perLine)), 0)
}

/** Words under files are no wider than these. */
function filesFrame(files: readonly { width: number | null; height: number | null }[]) {
  const [first] = files
  if (!first) return { width: Infinity, height: 0 }
  if (files.length === 1) return singleFrame(first.width, first.height)
  return { width: 320, height: Math.floor(files.length / 2) * 161 + (files.length % 2) * 201 }
}
