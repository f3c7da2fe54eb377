import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Shape } from '../../../core/media/upload-previews.ts'
import { attachmentFrame } from '../files/attachment-frame.ts'
import type { MessageRow, ThreadRow } from '../history/thread-rows.ts'
import { jumboEmojiCount } from '../jumbo-emoji.ts'
import { messageTime } from '../message-time.ts'
import { textWidth } from './measure-text.ts'
import type { TextWidth } from './measure-text.ts'
import { wrapText } from './wrap-text.ts'

/*
 * A row as it is likely to stand (CSS pixels). Its sizes are those of the bubble and the day dividers: a row that
 * measures as estimated moves nothing during a scroll.
 */

const LINE = 22
/** A locked message, and the line below an own one at a price. */
const LOCKED = 150
const SALE_NOTE = 20
/** The quote above the words of an answer. */
const QUOTE = 52
const EDITED_GAP = 6
const TIP = 32
/** The emoji below a bubble, which stand over its edge. */
const REACTIONS = 24
/** The time and how far a message has come: on the last line where there is room, else under it. */
const META = { height: 20, gap: 12, mark: 22, scale: 13 / 16 }
const SIDES = 32
const MENU = 40
const PADDING = { inline: 28, block: 16 }
const WIDEST = { part: 0.94, most: 592 }

/** Where a row is going to stand. */
export type Room = {
  logWidth: number
  /** The shapes of a message's files, undefined where one is not known. */
  filesOf: (message: Message) => readonly (Shape | undefined)[]
  widthOf?: TextWidth
}

/** How high a row is likely to be: the nearer, the less is corrected while scrolling. */
export function estimateRowHeight(row: ThreadRow | undefined, room: Room): number {
  if (row?.kind === 'start') return 204
  if (row?.kind === 'new') return 46
  if (row?.kind !== 'message') return 50
  const space = row.spaceAfter === 'turn' ? 12 : 2
  // The log measures in whole pixels.
  const note = row.isOwn && row.message.sale ? SALE_NOTE : 0
  const reactions = row.message.reactions ? REACTIONS : 0
  return Math.round(space + bubbleHeight(row, room) + note + reactions)
}

function bubbleHeight({ message, isOwn }: MessageRow, { logWidth, filesOf, widthOf = textWidth }: Room): number {
  const { text, isDeleted, sale, replyTo } = message
  if (isDeleted) return 42
  const quote = (replyTo ? QUOTE : 0) + (message.tip ? TIP : 0)
  if (sale?.isLocked) return LOCKED + quote
  const files = filesOf(message)
  const most = Math.min((logWidth - SIDES) * WIDEST.part, WIDEST.most) - MENU
  const frame = filesFrame(files, most)
  if (!text) return quote + frame.height + META.height + 6
  const emoji = files.length > 0 || quote > 0 ? 0 : jumboEmojiCount(text)
  if (emoji > 0) return (emoji === 1 ? 68 : emoji <= 3 ? 52 : 40) + META.height
  const width = Math.min(most, frame.width) - PADDING.inline
  const { count, last } = wrapText(`${text} `, width, widthOf)
  const meta = META.gap + metaWidth(message, widthOf) + (isOwn ? META.mark : 0)
  return quote + frame.height + count * LINE + (last + meta > width ? META.height : 0) + PADDING.block
}

function metaWidth({ createdAt, editedAt }: Message, widthOf: TextWidth): number {
  const edited = editedAt ? widthOf(t`edited`) * META.scale + EDITED_GAP : 0
  return edited + widthOf(messageTime(createdAt, i18n.locale)) * META.scale
}

/**
 * Estimates that stay as they were first made, one set for each log. An estimate that changes unnoticed, because the log
 * has another width or the font has come, would move what is read; the measure of a row is corrected for.
 */
export function keptEstimates(): typeof estimateRowHeight {
  const kept = new Map<string, number>()
  return (row, room) => {
    const estimate = (row && kept.get(row.key)) ?? estimateRowHeight(row, room)
    if (row) kept.set(row.key, estimate)
    return estimate
  }
}

/** Words under files are no wider than these, and these no wider than a bubble. */
function filesFrame(files: readonly (Shape | undefined)[], most: number) {
  if (files.length === 0) return { width: Infinity, height: 0 }
  const { width, height } = files.length === 1 ? attachmentFrame(files[0]) : gridFrame(files.length)
  const scale = Math.min(1, most / width)
  return { width: width * scale, height: height * scale }
}

function gridFrame(count: number) {
  return { width: 320, height: Math.floor(count / 2) * 161 + (count % 2) * 201 }
}
