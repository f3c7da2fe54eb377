import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FileCounts } from '@vesper/sync/vesper/records/file.ts'
import { clockTime } from '../../core/media/clock-time.ts'
import { listFormat } from '../../ui/text/number-format.ts'

type Props = {
  /** Undefined in rows that an earlier app stored. */
  counts: FileCounts | undefined
  total: number
}

/** The photos, videos and sounds of a thing, each kind by its name, and how long they are: '2 photos and 1 video, 3:12'. */
export function FileKinds({ counts, total }: Props) {
  const { t, i18n } = useLingui()
  if (!counts) return <Plural value={total} one="# photo, video or sound" other="# photos, videos or sounds" />
  const { photo, video, audio, durationMs } = counts
  const kinds = [
    photo > 0 && t`${plural(photo, { one: '# photo', other: '# photos' })}`,
    video > 0 && t`${plural(video, { one: '# video', other: '# videos' })}`,
    audio > 0 && t`${plural(audio, { one: '# sound', other: '# sounds' })}`,
  ]
  const held = listFormat(i18n.locale).format(kinds.filter((kind) => kind !== false))
  const length = durationMs === undefined ? null : clockTime(durationMs / 1000)
  return length === null ? (
    held
  ) : (
    <Trans context="files and their length">
      {held}, {length}
    </Trans>
  )
}
