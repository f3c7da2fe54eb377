import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import type { FileCounts } from '@vesper/sync/vesper/records/file.ts'

type Props = {
  /** Undefined in rows that an earlier app stored. */
  counts: FileCounts | undefined
  total: number
}

/** The photos, videos and sounds of a thing, each kind by its name: '2 photos and 1 video'. */
export function FileKinds({ counts, total }: Props) {
  const { t, i18n } = useLingui()
  if (!counts) return <Plural value={total} one="# photo, video or sound" other="# photos, videos or sounds" />
  const { photo, video, audio } = counts
  const kinds = [
    photo > 0 && t`${plural(photo, { one: '# photo', other: '# photos' })}`,
    video > 0 && t`${plural(video, { one: '# video', other: '# videos' })}`,
    audio > 0 && t`${plural(audio, { one: '# sound', other: '# sounds' })}`,
  ]
  return new Intl.ListFormat(i18n.locale).format(kinds.filter((kind) => kind !== false))
}
