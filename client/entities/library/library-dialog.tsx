import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useUnit } from 'effector-react'
import { Check, Images } from 'lucide-react'
import { useState } from 'react'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { LibraryFilters } from './library-filters.tsx'
import type { LibraryKind } from './library-kind.ts'
import { LibraryPicture } from './library-picture.tsx'
import { SentMarkLabel } from './sent-mark-label.tsx'
import type { SentMark } from './sent-marks.ts'
import { useLibrary } from './use-library.ts'
import { useSentMarks } from './use-sent-marks.ts'

type Props = {
  kinds: readonly LibraryKind[]
  room: number
  present: readonly string[]
  conversationId?: string
  onClose: () => void
  onChosen: (files: FileRecord[]) => void
}

/** The library of the creator, to choose files from. */
export function LibraryDialog({ kinds, room, present, conversationId, onClose, onChosen }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { list, filter, isNarrowed, change, more } = useLibrary({ offered: kinds })
  const marks = useSentMarks(conversationId)
  const [chosen, setChosen] = useState<ReadonlyMap<string, FileRecord>>(new Map())
  const items = list.items?.filter(({ type }) => kinds.some((kind) => kind === type))
  const toggle = ({ _id, file }: LibraryFile) => {
    const next = new Map(chosen)
    if (!next.delete(_id) && file && next.size < room) next.set(_id, file)
    setChosen(next)
  }
  return (
    <Dialog
      title={t`Library`}
      onClose={onClose}
      actions={
        <div className="sticky bottom-0">
          <Button className="w-full" disabled={chosen.size === 0} onClick={() => onChosen([...chosen.values()])}>
            <Plural value={chosen.size} _0="Add files" one="Add # file" other="Add # files" />
          </Button>
        </div>
      }
    >
      <LibraryFilters kinds={kinds} filter={filter} onChange={change} />
      <PagedList
        list={{ ...list, items }}
        label={t`Files of the library`}
        failedTitle={t`Your library could not be loaded`}
        skeleton={<TilesSkeleton label={t`Loading your library`} />}
        empty={
          <EmptyState icon={<Images />} title={isNarrowed ? t`No file is like this` : t`Your library is empty`}>
            {isNarrowed ? (
              <Trans>Change what you search for, or choose another kind, tag or use.</Trans>
            ) : (
              <Trans>Everything that you upload for posts, galleries, videos and messages appears here.</Trans>
            )}
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<Images />} />}
        onMore={more}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3"
      >
        {(file) => (
          <Tile
            file={file}
            mark={marks.get(file._id)}
            isPresent={present.includes(file._id)}
            isChosen={chosen.has(file._id)}
            isFull={chosen.size >= room}
            onToggle={() => toggle(file)}
          />
        )}
      </PagedList>
    </Dialog>
  )
}

type TileProps = {
  file: LibraryFile
  mark: SentMark | undefined
  isPresent: boolean
  isChosen: boolean
  isFull: boolean
  onToggle: () => void
}

function Tile({ file, mark, isPresent, isChosen, isFull, onToggle }: TileProps) {
  const { i18n } = useLingui()
  const day = formatDate(new Date(file.createdAt), i18n.locale, { dateStyle: 'medium' })
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isPresent || (isFull && !isChosen)}
      onClick={onToggle}
      className={cx(
        'relative grid w-full overflow-hidden rounded-card border bg-raised text-start disabled:opacity-55',
        isChosen ? 'border-accent-ink outline-2 outline-accent-ink' : 'border-line',
      )}
    >
      <LibraryPicture file={file} name={file.name ?? ''} />
      {isChosen && (
        <Check className="absolute end-2 top-2 size-6 rounded-full bg-accent p-1 text-on-accent" aria-hidden="true" />
      )}
      <span className="grid gap-0.5 px-2 py-1.5 text-xs text-muted">
        {file.name !== null && <bdi className="truncate text-ink">{file.name}</bdi>}
        <span>{day}</span>
        {mark && (
          <span className="font-semibold text-warn-ink">
            <SentMarkLabel mark={mark} />
          </span>
        )}
        {isPresent && <Trans>Added already</Trans>}
      </span>
    </button>
  )
}

function TilesSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {[0, 1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="aspect-square rounded-card" />
      ))}
    </div>
  )
}
